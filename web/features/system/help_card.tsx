import { BookOpen, Download, Power, ScrollText } from "lucide-react";
import { type ComponentType, type ReactNode, Suspense, useState } from "react";
import { Link } from "wouter";
import type { SystemDetails } from "../../../server/contract/system.ts";
import { useApi } from "../../api/use_api.tsx";
import { paths } from "../../paths.ts";
import { Button, buttonClass } from "../../ui/inputs/button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { SettingRow } from "../../shared/settings/setting_row.tsx";
import { saveFile } from "./save_file.ts";
import { useRestart } from "./use_restart.tsx";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";

const ChangelogDialog = lazyDialog(() => import("./changelog_dialog.tsx"));
const LicencesDialog = lazyDialog(() => import("./licences_dialog.tsx"));

/** What changed, the API document, system log, diagnostics, licences, and a restart. */
export function HelpCard({ details }: { details: SystemDetails }) {
  const { t } = useMessages();
  return (
    <Card title={t("about.help")} help={t("about.helpHelp")} flush>
      <HelpRow title={t("about.changelog")} help={t("about.changelogHelp")}>
        <ShowButton what={ChangelogDialog} />
      </HelpRow>
      <HelpRow title={t("about.apiDocs")} help={t("about.apiDocsHelp")}>
        <DocsLink />
      </HelpRow>
      <HelpRow title={t("systemLog.tab")} help={t("about.systemLogHelp")}>
        <Link href={paths.systemLog()} className={buttonClass({})}>
          <ScrollText size={16} aria-hidden />
          {t("systemLog.tab")}
        </Link>
      </HelpRow>
      <HelpRow title={t("about.diagnostics")} help={t("about.diagnosticsHelp")}>
        <DiagnosticsButton />
      </HelpRow>
      <HelpRow title={t("about.licences")} help={t("about.licencesHelp")}>
        <ShowButton what={LicencesDialog} />
      </HelpRow>
      <HelpRow
        title={t("about.restart")}
        help={t(details.restartable ? "about.restartHelp" : "about.restartImpossible")}
      >
        <RestartButton details={details} />
      </HelpRow>
    </Card>
  );
}

function HelpRow({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <SettingRow title={title} help={help}>
      <div role="group" aria-label={title} className="flex sm:justify-end">{children}</div>
    </SettingRow>
  );
}

function DocsLink() {
  const { t } = useMessages();
  const api = useApi();
  return (
    <a href={api.url("/docs")} target="_blank" rel="noreferrer" className={buttonClass({})}>
      <BookOpen size={16} aria-hidden />
      {t("about.apiDocs")}
    </a>
  );
}

function DiagnosticsButton() {
  const { t } = useMessages();
  const api = useApi();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const response = await api.raw("GET", "/system/diagnostics", { timeoutMs: 120_000 });
      saveFile(await response.blob(), "sundial-diagnostics.tar.gz");
    } catch (error) {
      toast.problem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<Download size={16} aria-hidden />} loading={busy} onClick={() => void download()}>
      {t("about.download")}
    </Button>
  );
}

function ShowButton({ what: Visible }: { what: ComponentType<{ onClose: () => void }> }) {
  const { t } = useMessages();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("about.show")}</Button>
      {open && (
        <Suspense>
          <Visible onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function RestartButton({ details }: { details: SystemDetails }) {
  const { t } = useMessages();
  const { ask, question } = useRestart();
  return (
    <>
      <Button icon={<Power size={16} aria-hidden />} disabled={!details.restartable} onClick={ask}>
        {t("about.restart")}
      </Button>
      {question}
    </>
  );
}
