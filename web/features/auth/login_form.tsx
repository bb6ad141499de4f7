import { useState } from "react";
import type { LoginBody, Session } from "../../../server/contract/auth.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { useApi } from "../../api/use_api.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { PasswordField } from "../../ui/password_field.tsx";
import { TextField } from "../../ui/text_field.tsx";
import { useWords } from "../../words/use_words.tsx";
import { findLoginFaults, type LoginFaults, type LoginValues } from "./login_values.ts";

/** User name and password; the verification code appears once the panel asks for it. */
export function LoginForm({ onEntered }: { onEntered: (session: Session) => void }) {
  const { t } = useWords();
  const [values, setValues] = useState<LoginValues>({ username: "", password: "", code: null });
  const [tried, setTried] = useState(false);
  const found = findLoginFaults(values, t);
  const faults: LoginFaults = tried ? found : {};
  const { send, busy, error } = useLogin(onEntered, () => {
    setTried(false);
    setValues((before) => ({ ...before, code: "" }));
  });
  const set = (change: Partial<LoginValues>) => setValues((before) => ({ ...before, ...change }));
  const submit = () => {
    setTried(true);
    if (Object.keys(found).length === 0) void send(values);
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-6"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {error && <Callout tone="danger">{error.detail}</Callout>}
      <TextField
        label={t("auth.username")}
        value={values.username}
        error={faults.username}
        autoComplete="username"
        autoCapitalize="off"
        autoFocus
        onChange={(event) => set({ username: event.target.value })}
      />
      <PasswordField
        label={t("auth.password")}
        value={values.password}
        error={faults.password}
        autoComplete="current-password"
        onChange={(event) => set({ password: event.target.value })}
      />
      {values.code !== null && (
        <TextField
          label={t("auth.code")}
          help={t("auth.codeHelp")}
          value={values.code}
          error={faults.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={6}
          mono
          autoFocus
          onChange={(event) => set({ code: event.target.value.trim() })}
        />
      )}
      <Button type="submit" variant="primary" loading={busy} className="mt-1">{t("auth.submit")}</Button>
    </form>
  );
}

function useLogin(onEntered: (session: Session) => void, onCodeNeeded: () => void) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiProblem | null>(null);
  const send = async ({ code, ...values }: LoginValues) => {
    setBusy(true);
    setError(null);
    try {
      const body: LoginBody = code ? { ...values, code } : values;
      onEntered(await api.post<Session>("/auth/login", body));
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      // Asked for the first time it is the next step and no fault.
      if (problem.code === "second_factor_required" && code === null) onCodeNeeded();
      else setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return { send, busy, error };
}
