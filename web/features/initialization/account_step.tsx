import { useMutation } from "@tanstack/react-query";
import type { InitializationBody, Session } from "../../../server/contract/auth.ts";
import { accountLimits } from "../../../server/contract/limits/account.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { useApi } from "../../api/use_api.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import { languageChoice } from "../../messages/language.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { browserTimeZone } from "../../messages/zone_clocks.ts";
import { classNames } from "../../ui/class_names.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { PasswordField, TextField, useFormField, useFormValues } from "../../ui/form/fields.tsx";
import { Form } from "../../ui/form/form_dialog.tsx";
import { type Submission, useServerForm } from "../../ui/form/use_server_form.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { TimeZoneField } from "../../ui/inputs/time_zone_field.tsx";
import type { Language } from "../../../server/contract/settings.ts";
import type { Translate } from "../../messages/create_messages.ts";

interface AccountStepProps {
  codeRequired: boolean;
  /** The setup code from the console link, or empty. */
  givenCode: string;
  onBack: () => void;
  onCreated: (session: Session) => void;
}

export function AccountStep({ codeRequired, givenCode, onBack, onCreated }: AccountStepProps) {
  const { t } = useMessages();
  const form = useServerForm({
    values: {
      username: "",
      password: "",
      passwordAgain: "",
      timeZone: browserTimeZone(),
      code: givenCode,
    },
    save: useCreateAccount().mutateAsync,
    onSaved: onCreated,
    check: (values) => findAccountIssues(values, codeRequired, t),
    onError(error) {
      if (!(error instanceof ApiProblem) || !isWrongCode(error)) return; // the form displays the error
      form.methods.setError("code", { type: "server", message: error.detail });
    },
    guarded: false,
  });
  return (
    <Form form={form} className="flex flex-col gap-4">
      <p className="text-sm text-muted">{t("initialization.accountLead")}</p>
      <Rejection error={form.error} />
      {codeRequired && (
        <TextField
          name="code"
          label={t("initialization.code")}
          help={t("initialization.codeHelp")}
          mono
          autoComplete="off"
          autoFocus={givenCode === ""}
        />
      )}
      <AccountFields focusFirst={!codeRequired || givenCode !== ""} />
      <div className="mt-1 flex gap-2">
        <Button onClick={onBack} disabled={form.isSubmitting}>{t("initialization.back")}</Button>
        <Button type="submit" variant="primary" loading={form.isSubmitting} className="flex-1">
          {t("initialization.create")}
        </Button>
      </div>
    </Form>
  );
}

function AccountFields({ focusFirst }: { focusFirst: boolean }) {
  const { t } = useMessages();
  const { value, onValue, error } = useFormField<string>("timeZone", {
    label: t("initialization.timeZone"),
  });
  return (
    <>
      <TextField
        name="username"
        label={t("initialization.username")}
        autoComplete="username"
        autoCapitalize="off"
        maxLength={accountLimits.username}
        autoFocus={focusFirst}
      />
      <PasswordField
        name="password"
        label={t("initialization.password")}
        help={<StrengthMeter {...useFormValues<AccountValues>()} />}
        autoComplete="new-password"
      />
      <PasswordField
        name="passwordAgain"
        label={t("initialization.passwordAgain")}
        autoComplete="new-password"
      />
      <TimeZoneField
        label={t("initialization.timeZone")}
        help={t("initialization.timeZoneHelp")}
        searchLabel={t("initialization.timeZoneSearch")}
        beforeLogin
        value={value}
        error={error}
        onValue={onValue}
      />
    </>
  );
}

function useCreateAccount() {
  const api = useApi();
  const { language } = useMessages();
  return useMutation({
    mutationFn: ({ values }: Submission<AccountValues>) =>
      api.post<Session>(
        "/initialization",
        accountBody(values, language, languageChoice(language) === "system"),
      ),
    gcTime: 0, // the cache does not retain passwords
  });
}

function isWrongCode({ code }: ApiProblem): boolean {
  return code === "initialization_code_wrong";
}

function Rejection({ error }: { error: unknown }) {
  if (!(error instanceof ApiProblem) || error.issues.length > 0 || isWrongCode(error)) return null;
  return <Callout tone="danger">{error.detail}</Callout>;
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
function StrengthMeter({ password, username }: Pick<AccountValues, "password" | "username">) {
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

export interface AccountValues {
  username: string;
  password: string;
  passwordAgain: string;
  timeZone: string;
  code: string;
}

type AccountIssues = Partial<Record<keyof AccountValues, string>>;

const shortestPassword = 8;

/** Returns messages for values that the server would reject. */
export function findAccountIssues(values: AccountValues, codeRequired: boolean, t: Translate): AccountIssues {
  const errors: AccountIssues = {};
  const label = t("initialization.password");
  if (values.username.trim() === "") errors.username = required(t, "initialization.username");
  if (values.password === "") errors.password = required(t, "initialization.password");
  else if (values.password.trim().toLowerCase() === "admin") {
    errors.password = t("initialization.passwordIsAdmin");
  } else if ([...values.password].length < shortestPassword) {
    errors.password = t("ui.tooShort", { label, min: shortestPassword });
  }
  if (values.passwordAgain === "") errors.passwordAgain = required(t, "initialization.passwordAgain");
  else if (values.passwordAgain !== values.password) {
    errors.passwordAgain = t("initialization.passwordsDiffer");
  }
  if (codeRequired && values.code.trim() === "") errors.code = required(t, "initialization.code");
  return errors;
}

function required(
  t: Translate,
  label:
    | "initialization.username"
    | "initialization.password"
    | "initialization.passwordAgain"
    | "initialization.code",
): string {
  return t("ui.required", { label: t(label) });
}

export function accountBody(
  values: AccountValues,
  language: Language,
  followSystemLanguage: boolean,
): InitializationBody {
  const { username, password, timeZone } = values;
  const code = values.code.trim();
  return {
    username: username.trim(),
    password,
    language,
    followSystemLanguage,
    timeZone,
    ...(code && { code }),
  };
}

type Strength = "weak" | "fair" | "good" | "strong";
type StrengthHint = "longer" | "varied" | "username";

interface Rating {
  strength: Strength;
  /** The most useful suggestion; null when none is needed. */
  hint: StrengthHint | null;
}

const levels: readonly [number, Strength][] = [[70, "strong"], [50, "good"], [36, "fair"]];

/** Rates a password by estimated bits of entropy, discounting repetition. */
export function ratePassword(password: string, username: string): Rating {
  const name = username.trim().toLowerCase();
  if (name.length > 2 && password.toLowerCase().includes(name)) return { strength: "weak", hint: "username" };
  const bits = new Set(password).size * Math.log2(alphabetOf(password)) * lengthBonus(password);
  const strength = levels.find(([min]) => bits >= min)?.[1] ?? "weak";
  if (strength === "strong") return { strength, hint: null };
  return { strength, hint: password.length < 12 ? "longer" : "varied" };
}

function alphabetOf(password: string): number {
  const kinds: [RegExp, number][] = [[/[a-z]/, 26], [/[A-Z]/, 26], [/[0-9]/, 10], [/[^a-zA-Z0-9]/, 33]];
  return kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 1);
}

/** Repeated characters count a little, so that long passphrases do not rate as short ones. */
function lengthBonus(password: string): number {
  return password === "" ? 0 : 1 + (password.length / new Set(password).size - 1) * 0.3;
}
