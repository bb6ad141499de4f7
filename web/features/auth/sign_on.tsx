// What the login page offers beside the password: providers, the person whom a proxy names, and why a login failed.
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { LoginResult, Session } from "../../../server/contract/auth.ts";
import type { LoginWaysOffered } from "../../../server/contract/identity_providers.ts";
import { signOnAddress } from "../../api/sign_on.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { useApi } from "../../api/use_api.tsx";
import { passkeyObstacle } from "../../api/use_passkeys.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { type FailedSignOn, SignOnFailure } from "../../shared/page/sign_on_failure.tsx";
import { Button, buttonClass } from "../../ui/buttons/button.tsx";
import { classNames } from "../../ui/class_names.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { LostHelp } from "./login_form.tsx";
import PasskeyLogin from "./passkey_login.tsx";

interface SignOnProps {
  ways: LoginWaysOffered;
  /** Page to open afterwards. */
  next: string;
  /** Why the last login failed, from the address of the page. */
  failure: FailedSignOn;
  /** Whether the person whom a proxy names is logged in at once. */
  isImmediate: boolean;
  onEntered: (result: LoginResult) => void;
}

export default function SignOn({ ways, next, failure, isImmediate, onEntered }: SignOnProps) {
  const { t } = useMessages();
  const api = useApi();
  const { password, providers, proxy } = ways;
  return (
    <div className="flex flex-col gap-3">
      <SignOnFailure {...failure} providers={providers} />
      {proxy && <ByProxy isImmediate={isImmediate} onEntered={onEntered} />}
      {providers.map(({ id, name }) => (
        <a
          key={id}
          href={signOnAddress(api, id, next)}
          className={classNames(buttonClass({}), "w-full justify-center")}
        >
          <span className="min-w-0 truncate">{t("sso.signInWith", { provider: name })}</span>
        </a>
      ))}
      {password
        ? (providers.length > 0 || proxy) && (
          <p className="mt-1 text-center text-xs text-muted">{t("sso.orPassword")}</p>
        )
        : (
          <>
            {passkeyObstacle() === null && <PasskeyLogin onEntered={onEntered} />}
            <p className="text-sm text-muted">{t("sso.passwordsOff")}</p>
            <LostHelp lost="password" />
          </>
        )}
    </div>
  );
}

const noEarlierLogins = { last: null, failures: 0 };

function ByProxy({ isImmediate, onEntered }: Pick<SignOnProps, "isImmediate" | "onEntered">) {
  const { t } = useMessages();
  const api = useApi();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.post<Session>("/auth/proxy"),
    onSuccess: (session) => onEntered({ ...session, earlierLogins: noEarlierLogins }),
  });
  const isTried = useRef(false);
  useEffect(() => {
    if (!isImmediate || isTried.current) return;
    isTried.current = true;
    mutate();
  }, [isImmediate, mutate]);
  return (
    <>
      {error instanceof ApiProblem && <Callout tone="danger">{error.detail}</Callout>}
      <p className="text-sm text-muted">{t("sso.byProxyText")}</p>
      <Button variant="primary" loading={isPending} onClick={() => mutate()}>{t("sso.byProxy")}</Button>
    </>
  );
}
