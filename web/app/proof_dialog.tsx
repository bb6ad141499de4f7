import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Account } from "../../server/contract/account.ts";
import type { Identities } from "../../server/contract/identity_providers.ts";
import type { StepUpBody } from "../../server/contract/auth.ts";
import type { PresentedPasskey } from "../../server/contract/passkeys.ts";
import { ApiProblem, issueAt } from "../api/api_problem.ts";
import { queryKeys } from "../api/query_keys.ts";
import { signOnAddress } from "../api/sign_on.ts";
import { usePasskeys } from "../api/use_passkeys.ts";
import { useApi, useApiQuery } from "../api/use_api.tsx";
import { AppOrRecoveryCode } from "../shared/passkey/app_or_recovery_code.tsx";
import { basePath } from "../paths.ts";
import { Button, buttonClass } from "../ui/buttons/button.tsx";
import { Callout } from "../ui/feedback/callout.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { PasskeyButton } from "../shared/passkey/passkey_button.tsx";
import { PasswordField } from "../ui/inputs/password_field.tsx";
import { useMessages } from "../messages/use_messages.tsx";

/** Asks for the password, a code or a passkey before a sensitive action. */
export default function ProofDialog({ onEnd }: { onEnd: (isProved: boolean) => void }) {
  const { t } = useMessages();
  const api = useApi();
  const { data } = useApiQuery<Account>(queryKeys.account(), "/account");
  const [byCode, setByCode] = useState(false);
  const [password, setPassword] = useState("");
  const { mutate: send, isPending, error } = useMutation({
    mutationFn: (body: StepUpBody) => api.post("/auth/step-up", body),
    onSuccess: () => onEnd(true),
  });
  const problem = error instanceof ApiProblem ? error : null;
  const confirm = byCode || password === "" ? undefined : () => send({ password });
  return (
    <Dialog
      above
      onClose={() => onEnd(false)}
      title={t("security.confirmTitle")}
      description={t("security.confirmText")}
      onSubmit={() => confirm?.()}
      footer={
        <>
          <Button onClick={() => onEnd(false)}>{t("ui.cancel")}</Button>
          {!byCode && data?.hasPassword !== false && (
            <Button type="submit" variant="primary" loading={isPending} disabled={!confirm}>
              {t("security.confirm")}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {problem && problem.issues.length === 0 && <Callout tone="danger">{problem.detail}</Callout>}
        {byCode
          ? (
            <AppOrRecoveryCode
              busy={isPending}
              error={issueAt(problem, "code")}
              onSend={(code) => send({ code })}
              others={<Other label={t("security.usePassword")} onClick={() => setByCode(false)} />}
            />
          )
          : (
            <>
              {data?.hasPassword === false ? <SignInAgain /> : (
                <PasswordField
                  label={t("security.password")}
                  value={password}
                  error={issueAt(problem, "password")}
                  autoComplete="current-password"
                  onChange={(event) => setPassword(event.target.value)}
                />
              )}
              {data?.secondFactor.enabled && (
                <div className="-ms-2">
                  <Other label={t("security.useCode")} onClick={() => setByCode(true)} />
                </div>
              )}
            </>
          )}
        <ByPasskey onProved={() => onEnd(true)} />
      </div>
    </Dialog>
  );
}

/** Leads through the provider again: an account without a password has nothing else to confirm with. */
function SignInAgain() {
  const { t } = useMessages();
  const api = useApi();
  const { data } = useApiQuery<Identities>(queryKeys.identities(), "/account/identities");
  const here = location.pathname.slice(basePath.length) + location.search;
  return data?.items.map(({ providerId, provider }) => (
    <a key={providerId} href={signOnAddress(api, providerId, here)} className={buttonClass({})}>
      {t("sso.signInWith", { provider })}
    </a>
  ));
}

function ByPasskey({ onProved }: { onProved: () => void }) {
  const { t } = useMessages();
  const api = useApi();
  const { data } = usePasskeys();
  if (!data?.items.some(({ usable }) => usable)) return null;
  const send = async (passkey: PresentedPasskey) => {
    await api.post("/auth/step-up", { passkey });
    onProved();
  };
  return <PasskeyButton label={t("security.usePasskey")} send={send} />;
}

function Other({ label, onClick }: { label: string; onClick: () => void }) {
  return <Button variant="ghost" size="small" onClick={onClick}>{label}</Button>;
}
