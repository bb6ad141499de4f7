import { useRef, useState } from "react";
import { ApiProblem, issueAt } from "../../api/api_problem.ts";
import { useLeaveGuard } from "../../shared/leave/leave_guard.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Card } from "../../ui/data/card.tsx";
import { focusIssue } from "../../ui/inputs/focus_issue.ts";
import { PasswordField } from "../../ui/inputs/password_field.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import {
  findPasswordIssues,
  noPasswords,
  type PasswordIssues,
  type PasswordValues,
} from "./password_values.ts";
import { useAccountAction } from "./use_account.ts";

/** The way to another password. */
export function PasswordCard() {
  const { t } = useMessages();
  const toast = useToast();
  const [values, setValues] = useState(noPasswords);
  const [tried, setTried] = useState(false);
  const { mutate, isPending, error, reset } = useAccountAction((api, { current, next }: PasswordValues) =>
    api.post<void>("/account/password", { current, next })
  );
  const found = findPasswordIssues(values, t);
  const visible: PasswordIssues = tried ? found : {};
  const set = (change: Partial<PasswordValues>) => {
    setValues((before) => ({ ...before, ...change }));
    reset(); // what the panel said was about other values
  };
  const saved = () => {
    toast.message("success", t("security.passwordSaved"));
    setValues(noPasswords);
    setTried(false);
  };
  const form = useRef<HTMLFormElement>(null);
  const submit = () => {
    setTried(true);
    if (Object.keys(found).length > 0) return focusIssue(form);
    mutate(values, { onSuccess: saved, onError: () => focusIssue(form) });
  };
  useLeaveGuard(Object.values(values).some((value) => value !== ""));
  const field = (name: keyof PasswordValues) => ({
    value: values[name],
    error: visible[name] ?? issueAt(error, name),
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  return (
    <Card title={t("security.passwordCard")} help={t("security.passwordHelp")}>
      <form
        ref={form}
        noValidate
        className="flex max-w-sm flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Refusal error={error} />
        <PasswordField {...field("current")} label={t("security.current")} autoComplete="current-password" />
        <PasswordField
          {...field("next")}
          label={t("security.next")}
          help={t("security.nextHelp")}
          autoComplete="new-password"
        />
        <PasswordField {...field("again")} label={t("security.nextAgain")} autoComplete="new-password" />
        <Button type="submit" variant="primary" loading={isPending} className="self-start">
          {t("security.change")}
        </Button>
      </form>
    </Card>
  );
}

function Refusal({ error }: { error: unknown }) {
  if (!(error instanceof ApiProblem) || error.issues.length > 0) return null;
  return <Callout tone="danger">{error.detail}</Callout>;
}
