import { AppWindow, BookOpen, Plus } from "../../ui/icons/icons.ts";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { ApplicationWithSecret } from "../../../server/contract/applications.ts";
import { useApi } from "../../api/use_api.tsx";
import { useIsAdministrator, useMay } from "../../api/use_permissions.ts";
import { basePath, paths } from "../../paths.ts";
import { asDialog, closeDialog } from "../../shared/page/dialog_history.ts";
import { id, queryState, text } from "../../shared/page/query_state.ts";
import { useShortcuts } from "../../ui/use_shortcuts.ts";
import { Button, buttonClass } from "../../ui/buttons/button.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { FocusBack } from "../../ui/overlays/focus_back.tsx";
import { NewButton } from "../../ui/buttons/new_button.tsx";
import { SearchField, useSearchText } from "../../ui/inputs/search_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { SettingsSkeleton } from "../../shared/settings/setting_row.tsx";
import { ApplicationTable, useApplicationActions } from "./application_table.tsx";
import { useApplications } from "./api.ts";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { CopyButton } from "../../ui/inputs/copy_button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { LeaveScope } from "../../ui/leave/leave_guard.tsx";
import { useAskBeforeClose } from "../../ui/leave/use_ask_before_close.ts";
import { trimEnd } from "../../../server/contract/trim_end.ts";

const ApplicationDialog = lazyDialog(() => import("./application_form.tsx"));

/** Renders the tab of the programs that may use the API, and the dialog that the URL names. */
export default function ApplicationsTab() {
  const { urlState, ways } = useUrlState();
  const [made, setMade] = useState<ApplicationWithSecret | null>(null);
  const actions = useApplicationActions(setMade);
  return (
    <div className="flex flex-col gap-3">
      <Applications q={urlState.q} actions={actions} ways={ways} />
      {(actions.question || urlState.dialog || made) && (
        <FocusBack>
          {actions.question}
          {urlState.dialog && (
            <ApplicationDialog
              key={urlState.id}
              id={urlState.id}
              onClose={ways.close}
              onCreated={setMade}
            />
          )}
          {made && (
            <LeaveScope staysAt={isThisTab}>
              <SecretDialog made={made} onClose={() => setMade(null)} />
            </LeaveScope>
          )}
        </FocusBack>
      )}
    </div>
  );
}

/** The way back from the form is not over yet when the secret is displayed. */
function isThisTab(address: string): boolean {
  const path = trimEnd(new URL(address, location.href).pathname, "/");
  return [paths.applications(), paths.applicationForm()].some((page) => path === basePath + page);
}

const query = queryState({ q: text(), id: id() });

function useUrlState() {
  const [address, navigate] = useLocation();
  const urlState = { ...query.read(useSearch()), dialog: trimEnd(address, "/").endsWith("/appModal") };
  const list = { q: urlState.q };
  const over = (id?: number) => navigate(paths.applicationForm(id, list), asDialog);
  const ways = {
    create: () => over(),
    edit: (id: number) => over(id),
    search: (text: string) => navigate(paths.applications({ q: text }), { replace: true }),
    close: () => closeDialog(navigate, paths.applications(list)),
  };
  return { urlState, ways };
}

type Ways = ReturnType<typeof useUrlState>["ways"];

function Applications(
  { q, actions, ways }: { q: string; actions: ReturnType<typeof useApplicationActions>; ways: Ways },
) {
  const { t } = useMessages();
  const { data, error, refetch } = useApplications(q);
  const isAdministrator = useIsAdministrator();
  useShortcuts({ n: ways.create });
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton />;
  }
  if (data.total === 0 && q === "") return <FirstApplication onCreate={ways.create} />;
  return (
    <>
      <Toolbar q={q} ways={ways} />
      <p className="text-sm text-muted">
        {t(isAdministrator ? "applications.intro" : "applications.introOwn")}
      </p>
      <ApplicationTable
        applications={data.items}
        actions={actions}
        onEdit={ways.edit}
        empty={
          <div className="rounded-md border border-line bg-surface">
            <EmptyState title={t("applications.noMatch")} />
          </div>
        }
      />
    </>
  );
}

function Toolbar({ q, ways }: { q: string; ways: Ways }) {
  const { t } = useMessages();
  const [text, setText] = useSearchText(q, ways.search);
  return (
    <div className="flex min-h-8 items-center gap-2">
      <SearchField
        label={t("applications.search")}
        value={text}
        onValue={setText}
        className="min-w-0 flex-1 md:max-w-80"
      />
      <DocsLink short className="ms-auto" />
      <NewButton label={t("applications.new")} onClick={ways.create} />
    </div>
  );
}

/** Renders the link to the API documentation; `short` hides its text on a phone. */
function DocsLink({ short = false, className = "" }: { short?: boolean; className?: string }) {
  const { t } = useMessages();
  const api = useApi();
  if (!useMay("system:read")) return null;
  return (
    <a
      href={api.url("/docs")}
      target="_blank"
      rel="noreferrer"
      title={t("applications.docs")}
      className={`${buttonClass({ variant: "secondary" })} ${className}`}
    >
      <BookOpen />
      <span className={short ? "max-sm:sr-only" : ""}>{t("applications.docs")}</span>
    </a>
  );
}

function FirstApplication({ onCreate }: { onCreate: () => void }) {
  const { t } = useMessages();
  return (
    <EmptyState
      frame="dashed"
      icon={<AppWindow size={22} />}
      title={t("applications.empty")}
      text={t("applications.emptyHelp")}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" icon={<Plus />} onClick={onCreate}>{t("applications.new")}</Button>
          <DocsLink />
        </div>
      }
    />
  );
}

/** Renders a new secret, which is displayed only once. */
function SecretDialog({ made, onClose }: { made: ApplicationWithSecret; onClose: () => void }) {
  const { t } = useMessages();
  const { ask, close, question } = useAskBeforeClose({
    title: t("applications.secretCloseTitle"),
    text: t("applications.secretCloseText"),
    onClose,
  });
  return (
    <Dialog
      onClose={ask}
      title={t("applications.secretTitle", { name: made.name })}
      footer={<Button variant="primary" onClick={close}>{t("applications.secretDone")}</Button>}
    >
      <div className="flex flex-col gap-5">
        <Callout tone="warning">{t("applications.secretWarning")}</Callout>
        <Credential label={t("applications.clientId")} text={made.clientId} />
        <Credential label={t("applications.clientSecret")} text={made.clientSecret} />
        <section className="flex flex-col gap-1.5">
          <h3 className="text-sm font-medium">{t("applications.secretNext")}</h3>
          <Example made={made} />
        </section>
      </div>
      {question}
    </Dialog>
  );
}

function Credential({ label, text }: { label: string; text: string }) {
  return (
    <TextField
      mono
      readOnly
      label={label}
      value={text}
      onFocus={(event) => event.target.select()}
      end={<CopyButton text={text} />}
    />
  );
}

// The secret is left out, because copied commands end up in scripts and shell histories.
function Example({ made: { clientId } }: { made: ApplicationWithSecret }) {
  const address = useApi().url("/auth/token");
  const text = `curl -X POST ${location.origin}${address} \\
  -H 'Content-Type: application/json' \\
  -d '{"clientId": "${clientId}", "clientSecret": "…"}'`;
  return (
    <pre
      className="overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs"
      tabIndex={0}
    >{text}</pre>
  );
}
