import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import type { CheckedInvitation } from "../../../server/contract/accounts.ts";
import type { Session } from "../../../server/contract/auth.ts";
import { accountLimits } from "../../../server/contract/limits/account.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { sessionQuery } from "../../api/use_session.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths, sentSession } from "../../paths.ts";
import { findNewPasswordIssues } from "../../shared/account/new_password.ts";
import { StrengthMeter } from "../../shared/account/strength_meter.tsx";
import { Logo } from "../../shared/page/logo.tsx";
import { Waiting } from "../../shared/page/page_frame.tsx";
import { Button, ButtonLink } from "../../ui/buttons/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { PasswordField, TextField, useFormValues } from "../../ui/form/fields.tsx";
import { Form } from "../../ui/form/form_dialog.tsx";
import { type Submission, useServerForm } from "../../ui/form/use_server_form.ts";
import { invitationToken } from "./invitation_token.ts";

/** Renders the page on which an invited person creates an account, with the secret in the fragment of the link. */
export default function InvitationPage() {
  const { t } = useMessages();
  const [token] = useState(invitationToken.take);
  const { data, error, refetch } = useChecked(token);
  if (token === "") {
    return <NoInvitation title={t("invitation.missing")} text={t("invitation.missingHelp")} />;
  }
  if (isInvalid(error)) {
    return <NoInvitation title={t("invitation.invalid")} text={t("invitation.invalidHelp")} />;
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Frame title={t("invitation.welcome", { title: t("app.name") })}>
      <JoinForm token={token} invitation={data} />
    </Frame>
  );
}

function isInvalid(error: unknown): boolean {
  return error instanceof ApiProblem &&
    (error.code === "invitation_invalid" || error.code === "validation_failed");
}

/** Queries what an invitation is for; not again, because each check counts as an attempt. */
function useChecked(token: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) => api.post<CheckedInvitation>("/auth/invitation/check", { token }, { signal }),
    enabled: token !== "",
    staleTime: Infinity,
    gcTime: 0,
  });
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex w-full max-w-[400px] flex-col gap-6">
      <header className="flex flex-col items-center gap-3 text-center">
        <Logo size={44} />
        <h1 className="text-xl font-semibold">{title}</h1>
      </header>
      <div className="rounded-lg border border-line bg-surface p-6">{children}</div>
    </div>
  );
}

function NoInvitation({ title, text }: { title: string; text: string }) {
  const { t } = useMessages();
  return (
    <Frame title={title}>
      <div className="flex flex-col items-center gap-4 text-center">
        <p className="text-sm text-balance text-muted">{text}</p>
        <ButtonLink href={paths.login()}>{t("invitation.toLogin")}</ButtonLink>
      </div>
    </Frame>
  );
}

interface JoinValues {
  username: string;
  password: string;
  passwordAgain: string;
}

function JoinForm({ token, invitation }: { token: string; invitation: CheckedInvitation }) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const isNamed = invitation.username !== null;
  const form = useServerForm({
    values: { username: invitation.username ?? "", password: "", passwordAgain: "" },
    save: useJoin(token).mutateAsync,
    onSaved: (session) => {
      // What another account has seen in this tab.
      queries.clear();
      queries.setQueryData(queryKeys.session(), session);
      navigate(paths.home(), { replace: true });
    },
    check: (values) => ({
      username: values.username.trim() === "" &&
        t("ui.required", { label: t("initialization.username") }),
      ...findNewPasswordIssues(values, t),
    }),
    onError: () => {}, // the form displays the error
    guarded: false,
  });
  return (
    <Form form={form} className="flex flex-col gap-4">
      <Offer invitation={invitation} />
      <LoggedIn />
      <Rejection error={form.error} />
      <TextField
        name="username"
        label={t("initialization.username")}
        help={isNamed && t("invitation.fixedName")}
        readOnly={isNamed}
        autoComplete="username"
        autoCapitalize="off"
        maxLength={accountLimits.username}
        autoFocus={!isNamed}
      />
      <NewPasswordFields focusFirst={isNamed} />
      <Button type="submit" variant="primary" loading={form.isSubmitting} className="mt-1">
        {t("invitation.join")}
      </Button>
    </Form>
  );
}

function useJoin(token: string) {
  const api = useApi();
  return useMutation({
    mutationFn: ({ values: { username, password } }: Submission<JoinValues>) =>
      api.post<Session>("/auth/invitation", { token, username: username.trim(), password }),
    onSuccess: invitationToken.forget,
    gcTime: 0, // the cache does not retain passwords
  });
}

function NewPasswordFields({ focusFirst }: { focusFirst: boolean }) {
  const { t } = useMessages();
  return (
    <>
      <PasswordField
        name="password"
        label={t("initialization.password")}
        help={<StrengthMeter {...useFormValues<JoinValues>()} />}
        autoComplete="new-password"
        autoFocus={focusFirst}
      />
      <PasswordField
        name="passwordAgain"
        label={t("initialization.passwordAgain")}
        autoComplete="new-password"
      />
    </>
  );
}

/** Renders who invites, and what the person may do then. */
function Offer({ invitation: { role, labels, createdBy } }: { invitation: CheckedInvitation }) {
  const { t, format } = useMessages();
  return (
    <div className="flex flex-col gap-1 text-sm break-words">
      <p>{t("invitation.lead", { name: createdBy })}</p>
      <p className="font-medium">{t("invitation.roleLine", { role: t(`app.${role}`) })}</p>
      <p className="text-xs text-muted">{t(`accounts.${role}Text`)}</p>
      {labels && (
        <p className="text-xs text-muted">{t("invitation.labelsLine", { labels: format.list(labels) })}</p>
      )}
    </div>
  );
}

/** Tells somebody who has an account in this browser that they leave it. */
function LoggedIn() {
  const { t } = useMessages();
  const { data } = useQuery({ ...sessionQuery(useApi()), enabled: sentSession });
  if (!data) return null;
  return <Callout tone="warning">{t("invitation.loggedIn", { name: data.account.username })}</Callout>;
}

function Rejection({ error }: { error: unknown }) {
  if (!(error instanceof ApiProblem) || error.issues.length > 0) return null;
  return <Callout tone="danger">{error.detail}</Callout>;
}
