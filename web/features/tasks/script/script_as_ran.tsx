import { useQuery } from "@tanstack/react-query";
import { FileDiff, FileX, Pencil } from "../../../ui/icons/icons.ts";
import { useLocation } from "wouter";
import { fileRequests, isMissing } from "../../../api/file_requests.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { writeSide } from "../../../api/text_side.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Spinner } from "../../../ui/buttons/spinner.tsx";
import { CodeEditor } from "../../../ui/editor/code_editor.tsx";
import { useEditorSettings } from "../../../ui/editor/editor_settings.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { useDelayed } from "../../../ui/feedback/use_delayed.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useMay } from "../../../api/use_permissions.ts";

/** Identifies the text that a run executed. */
export interface RanScript {
  runId: number;
  path: string;
  versionId: number;
}

/** Renders exactly the text that a run executed, even if the file has changed since. */
export default function ScriptAsRan({ script, onClose }: { script: RanScript; onClose: () => void }) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const { runId, path, versionId } = script;
  const asked = useScriptVersion(script);
  const mayEdit = useMay("scripts:write");
  const compare = () => {
    const [then, now] = [versionId, null].map((version) =>
      writeSide({ kind: "file", area: "scripts", path, versionId: version })
    );
    navigate(paths.diff(then, now));
  };
  return (
    <Dialog
      flush
      size="full"
      onClose={onClose}
      title={t("task.scriptAsRanOf", { run: runId })}
      description={<span className="font-mono text-xs break-all">{path}</span>}
      footer={
        <>
          <Button icon={<FileDiff />} disabled={!asked.data} onClick={compare}>
            {t("task.scriptCompareNow")}
          </Button>
          {mayEdit && (
            <Button icon={<Pencil />} onClick={() => navigate(paths.scripts(path))}>
              {t("tasks.editScript")}
            </Button>
          )}
          <Button onClick={onClose}>{t("ui.close")}</Button>
        </>
      }
    >
      <div className="h-full min-h-64 border-t border-line">
        <ScriptText {...{ script, asked }} />
      </div>
    </Dialog>
  );
}

function useScriptVersion({ path, versionId }: RanScript) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.files("scripts", "version", versionId),
    queryFn: () => fileRequests(api, { area: "scripts", path }).version(versionId),
    staleTime: Infinity, // a version never changes
    retry: false,
  });
}

/** Renders the text, read-only; fills the available height. */
function ScriptText(
  { script: { runId, path, versionId }, asked }: {
    script: RanScript;
    asked: ReturnType<typeof useScriptVersion>;
  },
) {
  const { t } = useMessages();
  const [settings] = useEditorSettings();
  const { data, error } = asked;
  const loading = useDelayed(!data && !error);
  if (isMissing(error)) return <EmptyState icon={<FileX size={22} />} title={t("task.scriptVersionGone")} />;
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
  return (
    <CodeEditor
      docKey={`${path}@${versionId}`}
      label={t("task.scriptAsRanOf", { run: runId })}
      text={data.content}
      fileName={path}
      settings={settings}
      readOnly
    />
  );
}
