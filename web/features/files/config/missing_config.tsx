import { FilePlus2, FileQuestion } from "lucide-react";
import { useState } from "react";
import type { SampleFile } from "../../../../server/contract/files.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/inputs/button.tsx";
import { CodeEditor } from "../../../ui/editor/code_editor.tsx";
import { useEditorSettings } from "../../../ui/editor/editor_settings.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { ConfigActs } from "./use_config_actions.ts";

/** A file that is not there: its sample to be read and made the file, or where to go instead. */
export function MissingConfig(
  { path, sample, actions, onCreated }: {
    path: string;
    sample: SampleFile | undefined;
    actions: ConfigActs;
    onCreated: () => void;
  },
) {
  const { t } = useMessages();
  const toast = useToast();
  const [settings] = useEditorSettings();
  const [busy, setBusy] = useState(false);
  if (!sample) {
    return (
      <EmptyState
        icon={<FileQuestion size={22} aria-hidden />}
        title={t("editor.missing")}
        text={t("editor.missingHelp", { path })}
        action={<ButtonLink href={paths.config()}>{t("files.configToList")}</ButtonLink>}
      />
    );
  }
  const create = async () => {
    setBusy(true);
    try {
      await actions.create(path, sample.content);
      onCreated();
    } catch (error) {
      toast.problem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <div className="flex flex-wrap items-center gap-3 border-b border-line bg-accent-soft px-4 py-3 text-sm text-accent-text">
        <p className="min-w-0 flex-1 basis-60">{t("files.configMissingHelp", { name: path })}</p>
        <Button
          variant="primary"
          icon={<FilePlus2 size={14} aria-hidden />}
          loading={busy}
          onClick={() => void create()}
        >
          {t("files.configCreateFromSample")}
        </Button>
      </div>
      <div className="min-h-0 flex-1">
        <CodeEditor
          docKey={`sample ${path}`}
          text={sample.content}
          fileName={path}
          label={t("files.configSample", { name: path })}
          readOnly
          settings={settings}
        />
      </div>
    </div>
  );
}
