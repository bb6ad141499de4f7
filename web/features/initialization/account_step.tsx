import { useRef, useState } from "react";
import type { Session } from "../../../server/contract/auth.ts";
import { ApiProblem, issueAt } from "../../api/api_problem.ts";
import { useApi } from "../../api/use_api.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { focusIssue } from "../../ui/inputs/focus_issue.ts";
import { PasswordField } from "../../ui/inputs/password_field.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { browserTimeZone, TimeZoneField } from "../../ui/inputs/time_zone_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import {
  accountBody,
  type AccountIssues,
  type AccountValues,
  findAccountIssues,
  ratePassword,
  type Strength,
  type StrengthHint,
} from "./account_values.ts";
import { classNames } from "../../ui/class_names.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { accountLimits } from "../../../server/contract/limits/account.ts";

interface AccountStepProps {
  codeRequired: boolean;
  /** The setup code from the console link, or empty. */
  givenCode: string;
  onBack: () => void;
  onCreated: (session: Session) => void;
}

/** Renders the form of the first account. */
export function AccountStep({ codeRequired, givenCode, onBack, onCreated }: AccountStepProps) {
  const { t } = useMessages();
  const [values, setValues] = useState<AccountValues>(() => ({
    username: "",
    password: "",
    passwordAgain: "",
    timeZone: browserTimeZone(),
    code: givenCode,
  }));
  const [tried, setTried] = useState(false);
  const found = findAccountIssues(values, codeRequired, t);
  const errors: AccountIssues = tried ? found : {};
  const { create, busy, problem, forget } = useCreateAccount(onCreated);
  const set = (change: Partial<AccountValues>) => {
    setValues((before) => ({ ...before, ...change }));
    forget(); // the server's errors were about other values
  };
  const form = useRef<HTMLFormElement>(null);
  const submit = () => {
    setTried(true);
    if (Object.keys(found).length === 0) void create(values);
    focusIssue(form);
  };
  const errorOf = (name: keyof AccountValues) => errors[name] ?? issueAt(problem, name);
  const wrongCode = problem?.code === "initialization_code_wrong" ? problem.detail : undefined;
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="text-sm text-muted">{t("initialization.accountLead")}</p>
      {problem && problem.issues.length === 0 && !wrongCode && (
        <Callout tone="danger">{problem.detail}</Callout>
      )}
      {codeRequired && (
        <TextField
          label={t("initialization.code")}
          help={t("initialization.codeHelp")}
          value={values.code}
          error={errorOf("code") ?? wrongCode}
          mono
          autoComplete="off"
          autoFocus={givenCode === ""}
          onChange={(event) => set({ code: event.target.value })}
        />
      )}
      <AccountFields
        values={values}
        set={set}
        errorOf={errorOf}
        focusFirst={!codeRequired || givenCode !== ""}
      />
      <div className="mt-1 flex gap-2">
        <Button onClick={onBack} disabled={busy}>{t("initialization.back")}</Button>
        <Button type="submit" variant="primary" loading={busy} className="flex-1">
          {t("initialization.create")}
        </Button>
      </div>
    </form>
  );
}

function AccountFields(
  { values, set, errorOf, focusFirst }: {
    values: AccountValues;
    set: (change: Partial<AccountValues>) => void;
    errorOf: (name: keyof AccountValues) => string | undefined;
    focusFirst: boolean;
  },
) {
  const { t } = useMessages();
  return (
    <>
      <TextField
        label={t("initialization.username")}
        value={values.username}
        error={errorOf("username")}
        autoComplete="username"
        autoCapitalize="off"
        maxLength={accountLimits.username}
        autoFocus={focusFirst}
        onChange={(event) => set({ username: event.target.value })}
      />
      <PasswordField
        label={t("initialization.password")}
        help={<StrengthMeter password={values.password} username={values.username} />}
        value={values.password}
        error={errorOf("password")}
        autoComplete="new-password"
        onChange={(event) => set({ password: event.target.value })}
      />
      <PasswordField
        label={t("initialization.passwordAgain")}
        value={values.passwordAgain}
        error={errorOf("passwordAgain")}
        autoComplete="new-password"
        onChange={(event) => set({ passwordAgain: event.target.value })}
      />
      <TimeZoneField
        label={t("initialization.timeZone")}
        help={t("initialization.timeZoneHelp")}
        searchLabel={t("initialization.timeZoneSearch")}
        value={values.timeZone}
        error={errorOf("timeZone")}
        onValue={(timeZone) => set({ timeZone })}
      />
    </>
  );
}

function useCreateAccount(onCreated: (session: Session) => void) {
  const api = useApi();
  const { language } = useMessages();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const create = async (values: AccountValues) => {
    setBusy(true);
    setProblem(null);
    try {
      onCreated(await api.post<Session>("/initialization", accountBody(values, language)));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return { create, busy, problem, forget: () => setProblem(null) };
}

const styles: Record<Strength, { bars: number; colour: string; label: MessageKey }> = {
  weak: { bars: 1, colour: "bg-danger", label: "initialization.strengthWeak" },
  fair: { bars: 2, colour: "bg-warning", label: "initialization.strengthFair" },
  good: { bars: 3, colour: "bg-success", label: "initialization.strengthGood" },
  strong: { bars: 4, colour: "bg-success", label: "initialization.strengthStrong" },
};

const hints: Record<StrengthHint, MessageKey> = {
  longer: "initialization.hintLonger",
  varied: "initialization.hintVaried",
  username: "initialization.hintUsername",
};

/** Renders the strength of a password as four bars, a word and a suggestion. */
function StrengthMeter({ password, username }: { password: string; username: string }) {
  const { t } = useMessages();
  if (password === "") return <>{t("initialization.passwordHelp")}</>;
  const { strength, hint } = ratePassword(password, username);
  const { bars, colour, label } = styles[strength];
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span aria-hidden className="flex gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            className={classNames("h-1 w-7 rounded-full", bar <= bars ? colour : "bg-neutral-soft")}
          />
        ))}
      </span>
      <span>
        <span aria-label={t("initialization.strength")}>{t(label)}</span>
        {hint && ` · ${t(hints[hint])}`}
      </span>
    </span>
  );
}
