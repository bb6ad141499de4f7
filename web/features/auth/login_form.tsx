import { Suspense, useState } from "react";
import type { LoginResult } from "../../../server/contract/auth.ts";
import { passkeyObstacle } from "../../api/passkey_obstacle.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { PasswordField } from "../../ui/inputs/password_field.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { findLoginIssues, type LoginIssues, type LoginValues } from "./login_values.ts";
import { LostHelp } from "./lost_help.tsx";
import { useLogin } from "./use_login.ts";
import { lazyPart } from "../../ui/feedback/lazy.tsx";

const PasskeyLogin = lazyPart(() => import("./passkey_login.tsx"), { texts: "start" });

/** Classes of each step of the login. */
export const stepClass = "flex flex-col gap-4";

interface LoginFormProps {
  /** Whose page is open, when there is one; somebody else's is loaded anew. */
  known?: string | undefined;
  onEntered: (result: LoginResult) => void;
  /** Called when name and password are right and a code is asked for besides. */
  onCodeNeeded: (values: LoginValues) => void;
}

/** User name and password. */
export function LoginForm({ known = "", onEntered, onCodeNeeded }: LoginFormProps) {
  const { t } = useMessages();
  const [values, setValues] = useState<LoginValues>({ username: known, password: "" });
  const [tried, setTried] = useState(false);
  const found = findLoginIssues(values, t);
  const errors: LoginIssues = tried ? found : {};
  const { send, busy, error } = useLogin(onEntered, () => onCodeNeeded(values));
  const set = (change: Partial<LoginValues>) => setValues((before) => ({ ...before, ...change }));
  const submit = () => {
    setTried(true);
    if (Object.keys(found).length === 0) void send(values);
  };
  return (
    <form
      noValidate
      className={stepClass}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {error && <Callout tone="danger">{error.detail}</Callout>}
      <TextField
        label={t("auth.username")}
        value={values.username}
        help={known !== "" && values.username !== known && t("security.otherName")}
        error={errors.username}
        autoComplete="username"
        autoCapitalize="off"
        autoFocus={known === ""}
        onChange={(event) => set({ username: event.target.value })}
      />
      <PasswordField
        label={t("auth.password")}
        value={values.password}
        error={errors.password}
        autoComplete="current-password"
        data-focus-first={known !== "" || undefined}
        onChange={(event) => set({ password: event.target.value })}
      />
      <Button type="submit" variant="primary" loading={busy} className="mt-1">{t("auth.submit")}</Button>
      {passkeyObstacle() === null && (
        <Suspense fallback={<div className="control-height" />}>
          <PasskeyLogin onEntered={onEntered} />
        </Suspense>
      )}
      <LostHelp lost="password" />
    </form>
  );
}
