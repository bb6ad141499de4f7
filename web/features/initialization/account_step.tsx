import { useMutation } from "@tanstack/react-query";
import type { InitializationBody, Session } from "../../../server/contract/auth.ts";
import { accountLimits } from "../../../server/contract/limits/account.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { useApi } from "../../api/use_api.tsx";
import { languageChoice } from "../../messages/language.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { browserTimeZone } from "../../messages/zone_clocks.ts";
import { findNewPasswordIssues } from "../../shared/account/new_password.ts";
import { StrengthMeter } from "../../shared/account/strength_meter.tsx";
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

export interface AccountValues {
  username: string;
  password: string;
  passwordAgain: string;
  timeZone: string;
  code: string;
}

type AccountIssues = Partial<Record<keyof AccountValues, string>>;

/** Returns messages for values that the server would reject. */
export function findAccountIssues(values: AccountValues, codeRequired: boolean, t: Translate): AccountIssues {
  const errors: AccountIssues = {};
  if (values.username.trim() === "") errors.username = required(t, "initialization.username");
  Object.assign(errors, findNewPasswordIssues(values, t));
  if (codeRequired && values.code.trim() === "") errors.code = required(t, "initialization.code");
  return errors;
}

function required(t: Translate, label: "initialization.username" | "initialization.code"): string {
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
