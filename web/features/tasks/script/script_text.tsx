import { FileX } from "../../../ui/icons/icons.ts";
import { isMissing } from "../../../api/file_requests.ts";
import { CodeEditor } from "../../../ui/editor/code_editor.tsx";
import { useEditorSettings } from "../../../ui/editor/editor_settings.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Spinner } from "../../../ui/buttons/spinner.tsx";
import { useDelayed } from "../../../ui/feedback/use_delayed.ts";
import { useMessages } from "../../../messages/use_messages.tsx";

interface ScriptTextProps {
  path: string;
  /** Identifies the text; another key replaces it. */
  docKey: string;
  label: string;
  /** The query that loads the text. */
  asked: {
    data: { content: string | null } | undefined;
    error: unknown;
    refetch(): unknown;
  };
  /** Rendered when the text does not exist. */
  goneText: string;
}

/** Renders the text of a script, read-only; fills the available height. */
export default function ScriptText({ path, docKey, label, asked, goneText }: ScriptTextProps) {
  const { t } = useMessages();
  const [settings] = useEditorSettings();
  const { data, error } = asked;
  const loading = useDelayed(!data && !error);
  if (isMissing(error)) return <EmptyState icon={<FileX size={22} />} title={goneText} />;
  if (error) return <ErrorState error={error} onRetry={() => void asked.refetch()} />;
  if (!data) {
    return loading
      ? (
        <div className="p-6">
          <Spinner label={t("ui.loading")} />
        </div>
      )
      : null;
  }
  if (data.content === null) return <EmptyState icon={<FileX size={22} />} title={t("task.scriptBinary")} />;
  return <CodeEditor {...{ docKey, label, settings }} text={data.content} fileName={path} readOnly />;
}
