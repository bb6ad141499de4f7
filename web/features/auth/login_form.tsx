import { Suspense, useState } from "react";
import type { LoginResult } from "../../../server/contract/auth.ts";
import { passkeyObstacle } from "../../api/use_passkeys.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { PasswordField } from "../../ui/inputs/password_field.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { lazyPart } from "../../ui/feedback/lazy.tsx";
import type { Translate } from "../../messages/create_messages.ts";
import type { ApiProblem } from "../../api/api_problem.ts";
import { useApi } from "../../api/use_api.tsx";
import { useMutation } from "@tanstack/react-query";
import { Disclosure } from "../../ui/data/disclosure.tsx";

const PasskeyLogin = lazyPart(() => import("./passkey_login.tsx"), { texts: "start" });

export const stepClass = "flex flex-col gap-4";

interface LoginFormProps {
  /** The user of the open page, if any; for another user the page reloads. */
  known?: string | undefined;
  onEntered: (result: LoginResult) => void;
  /** Called when name and password are correct and a code is required. */
  onCodeNeeded: (values: LoginValues) => void;
}

/** Renders user name and password. */
export function LoginForm({ known = "", onEntered, onCodeNeeded }: LoginFormProps) {
  const { t } = useMessages();
  const [values, setValues] = useState<LoginValues>({ username: known, password: "" });
  const [tried, setTried] = useState(false);
  const found = findLoginIssues(values, t);
  const errors: LoginIssues = tried ? found : {};
  const { send, busy, error } = useLogin(onEntered, onCodeNeeded);
  const set = (change: Partial<LoginValues>) => setValues((before) => ({ ...before, ...change }));
  const submit = () => {
    setTried(true);
    if (Object.keys(found).length === 0) send(values);
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

export interface LoginValues {
  username: string;
  password: string;
}

type LoginIssues = Partial<Record<keyof LoginValues, string>>;

function findLoginIssues({ username, password }: LoginValues, t: Translate): LoginIssues {
  const errors: LoginIssues = {};
  if (username.trim() === "") errors.username = t("ui.required", { label: t("auth.username") });
  if (password === "") errors.password = t("ui.required", { label: t("auth.password") });
  return errors;
}

/** Returns a function that sends name, password and code. The first request for a code is a step, not an error. */
export function useLogin(
  onEntered: (result: LoginResult) => void,
  onCodeNeeded?: (values: LoginValues) => void,
) {
  const api = useApi();
  const isStep = ({ code }: ApiProblem) => code === "second_factor_required" && onCodeNeeded !== undefined;
  const { mutate, isPending, error } = useMutation<LoginResult, ApiProblem, LoginValues & { code?: string }>({
    mutationFn: (body) => api.post<LoginResult>("/auth/login", body),
    onSuccess: onEntered,
    onError: (problem, values) => isStep(problem) && onCodeNeeded?.(values),
    gcTime: 0, // the cache does not retain passwords
  });
  return { send: mutate, busy: isPending, error: error && !isStep(error) ? error : null };
}

const commands = { password: "sundial reset-password", secondFactor: "sundial reset-2fa" };

/** Explains how to regain access on the host without the password, or without phone and recovery codes. */
export function LostHelp({ lost }: { lost: keyof typeof commands }) {
  const { t } = useMessages();
  return (
    <Disclosure
      className="text-sm text-muted"
      summaryClassName="touch:py-2"
      summary={t(`auth.lost_${lost}`)}
    >
      <p className="mt-2">{t("auth.lostHelp")}</p>
      <code className="mt-1 block rounded-md bg-sunken px-3 py-2 font-mono text-xs">{commands[lost]}</code>
    </Disclosure>
  );
}
