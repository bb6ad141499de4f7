import { ApiProblem } from "../../api/api_problem.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useChange } from "../../shared/actions/use_action.ts";
import { Card } from "../../ui/data/card.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { PasswordField } from "../../ui/form/fields.tsx";
import { Form } from "../../ui/form/form_dialog.tsx";
import { type Submission, useServerForm } from "../../ui/form/use_server_form.ts";
import { Button } from "../../ui/buttons/button.tsx";
import type { Translate } from "../../messages/create_messages.ts";

/** Renders the change of the password; without one, whoever has just logged in sets the first. */
export function PasswordCard({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useMessages();
  const form = useServerForm({
    values: noPasswords,
    save: useSavePassword().mutateAsync,
    onSaved: () => form.methods.reset(),
    check: (values) => findPasswordIssues(values, t, hasPassword),
    onError: () => {}, // the card displays the error
  });
  return (
    <Card id="password" title={t("security.passwordCard")} help={t("security.passwordHelp")}>
      <Form form={form} className="flex max-w-sm flex-col gap-4">
        <Rejection error={form.error} />
        {hasPassword
          ? <PasswordField name="current" label={t("security.current")} autoComplete="current-password" />
          : <p className="text-sm text-muted">{t("sso.noPassword")}</p>}
        <PasswordField
          name="next"
          label={t("security.next")}
          help={t("security.nextHelp")}
          autoComplete="new-password"
        />
        <PasswordField name="again" label={t("security.nextAgain")} autoComplete="new-password" />
        <Button type="submit" variant="primary" loading={form.isSubmitting} className="self-start">
          {t("security.change")}
        </Button>
      </Form>
    </Card>
  );
}

function useSavePassword() {
  return useChange({
    send: (api, { values: { current, next } }: Submission<PasswordValues>) =>
      api.post<void>("/account/password", { ...(current !== "" && { current }), next }),
    invalidates: [queryKeys.session()],
    done: "security.passwordSaved",
  });
}

function Rejection({ error }: { error: unknown }) {
  if (!(error instanceof ApiProblem) || error.issues.length > 0) return null;
  return <Callout tone="danger">{error.detail}</Callout>;
}

interface PasswordValues {
  current: string;
  next: string;
  again: string;
}

type PasswordIssues = Partial<Record<keyof PasswordValues, string>>;

const noPasswords: PasswordValues = { current: "", next: "", again: "" };
const shortest = 8;

/** Returns messages for values that the server would reject. */
export function findPasswordIssues(
  { current, next, again }: PasswordValues,
  t: Translate,
  hasPassword = true,
): PasswordIssues {
  const errors: PasswordIssues = {};
  const label = t("security.next");
  if (hasPassword && current === "") errors.current = t("ui.required", { label: t("security.current") });
  if (next === "") errors.next = t("ui.required", { label });
  else if (next.trim().toLowerCase() === "admin") errors.next = t("security.passwordIsAdmin");
  else if ([...next].length < shortest) errors.next = t("ui.tooShort", { label, min: shortest });
  if (again !== next) errors.again = t("security.passwordsDiffer");
  return errors;
}
