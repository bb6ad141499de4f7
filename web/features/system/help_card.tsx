import { BookOpen, Download, Power, ScrollText } from "../../ui/icons/icons.ts";
import { type ComponentType, type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { SystemDetails } from "../../../server/contract/system.ts";
import { useApi } from "../../api/use_api.tsx";
import { paths } from "../../paths.ts";
import { Button, buttonClass } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useAction, useChange } from "../../shared/actions/use_action.ts";
import { TitledRow } from "../../shared/settings/setting_row.tsx";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";
import { useShutdownNotice } from "./progress/use_shutdown_notice.ts";

const ChangelogDialog = lazyDialog(() => import("./changelog_dialog.tsx"));
const LicencesDialog = lazyDialog(() => import("./licences_dialog.tsx"));

/** Renders links to changelog, API document, system log, diagnostics and licences, and the restart button. */
export function HelpCard({ details }: { details: SystemDetails }) {
  const { t } = useMessages();
  return (
    <Card title={t("about.help")} help={t("about.helpHelp")} flush>
      <HelpRow id="changelog" title={t("about.changelog")} help={t("about.changelogHelp")}>
        <ShowButton dialog={ChangelogDialog} />
      </HelpRow>
      <HelpRow title={t("about.apiDocs")} help={t("about.apiDocsHelp")}>
        <DocsLink />
      </HelpRow>
      <HelpRow title={t("systemLog.tab")} help={t("about.systemLogHelp")}>
        <Link href={paths.systemLog()} className={buttonClass({})}>
          <ScrollText />
          {t("systemLog.tab")}
        </Link>
      </HelpRow>
      <HelpRow id="diagnostics" title={t("about.diagnostics")} help={t("about.diagnosticsHelp")}>
        <DiagnosticsButton />
      </HelpRow>
      <HelpRow id="licences" title={t("about.licences")} help={t("about.licencesHelp")}>
        <ShowButton dialog={LicencesDialog} />
      </HelpRow>
      <HelpRow
        id="restart"
        title={t("about.restart")}
        help={t(details.restartable ? "about.restartHelp" : "about.restartImpossible")}
      >
        <RestartButton details={details} />
      </HelpRow>
    </Card>
  );
}

function HelpRow(
  { id, title, help, children }: { id?: string; title: string; help: string; children: ReactNode },
) {
  return (
    <TitledRow id={id} title={title} help={help}>
      <div role="group" aria-label={title} className="flex sm:justify-end">{children}</div>
    </TitledRow>
  );
}

function DocsLink() {
  const { t } = useMessages();
  const api = useApi();
  return (
    <a href={api.url("/docs")} target="_blank" rel="noreferrer" className={buttonClass({})}>
      <BookOpen />
      {t("about.apiDocs")}
    </a>
  );
}

function DiagnosticsButton() {
  const { t } = useMessages();
  const { mutate: download, isPending } = useAction({
    async send(api, _: void) {
      const response = await api.raw("GET", "/system/diagnostics", { timeoutMs: 120_000 });
      saveFile(await response.blob(), "sundial-diagnostics.tar.gz");
    },
    invalidates: [],
  });
  return (
    <Button icon={<Download />} loading={isPending} onClick={() => download()}>{t("about.download")}</Button>
  );
}

function ShowButton({ dialog: Dialog }: { dialog: ComponentType<{ onClose: () => void }> }) {
  const { t } = useMessages();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("about.show")}</Button>
      {open && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
}

function RestartButton({ details }: { details: SystemDetails }) {
  const { t } = useMessages();
  const { ask, question } = useRestart();
  return (
    <>
      <Button icon={<Power />} disabled={!details.restartable} onClick={ask}>{t("about.restart")}</Button>
      {question}
    </>
  );
}

function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  // The browser has read the blob by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Returns a function that restarts the panel after a confirmation and opens the progress page, and its dialog. */
function useRestart() {
  const { t } = useMessages();
  const shutdownNotice = useShutdownNotice("restart");
  const restart = useChange({
    send: (api) => shutdownNotice(() => api.post("/system/restart")),
    invalidates: [],
  });
  const { ask, question } = useConfirm();
  const askRestart = () =>
    ask({
      title: t("about.restartTitle"),
      text: t("about.restartText"),
      confirmLabel: t("about.restart"),
      onConfirm: () => restart.mutateAsync(undefined),
    });
  return { ask: askRestart, question };
}
