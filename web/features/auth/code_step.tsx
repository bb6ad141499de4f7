import { Suspense } from "react";
import type { LoginResult } from "../../../server/contract/auth.ts";
import { AppOrRecoveryCode } from "../../shared/passkey/app_or_recovery_code.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { type LoginValues, LostHelp, stepClass, useLogin } from "./login_form.tsx";
import { lazyPart } from "../../ui/feedback/lazy.tsx";

const PasskeyLogin = lazyPart(() => import("./passkey_login.tsx"), { texts: "start" });

interface CodeStepProps {
  values: LoginValues;
  onEntered: (result: LoginResult) => void;
  onBack: () => void;
}

/** Renders the second step of a login: an app code or a recovery code. */
export default function CodeStep({ values, onEntered, onBack }: CodeStepProps) {
  const { t } = useMessages();
  const { send, busy, error } = useLogin(onEntered);
  const isWrong = error?.code === "wrong_code";
  return (
    <section aria-label={t("security.secondStep", { name: values.username })} className={stepClass}>
      <p className="text-sm text-muted">{t("security.secondStep", { name: values.username })}</p>
      {error && !isWrong && <Callout tone="danger">{error.detail}</Callout>}
      <AppOrRecoveryCode
        busy={busy}
        error={isWrong ? error.detail : undefined}
        onSend={(code) => send({ ...values, code })}
        others={<Button variant="ghost" size="small" onClick={onBack}>{t("security.otherAccount")}</Button>}
      />
      <Suspense>
        <PasskeyLogin onEntered={onEntered} />
      </Suspense>
      <LostHelp lost="secondFactor" />
    </section>
  );
}
