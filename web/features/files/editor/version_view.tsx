import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "../../../ui/icons/icons.ts";
import { useState } from "react";
import type { FileVersion } from "../../../../server/contract/files.ts";
import { type FileLocation, fileRequests } from "../../../api/file_requests.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { DiffView } from "../../../ui/diff/diff_view.tsx";
import { CodeEditor } from "../../../ui/editor/code_editor.tsx";
import type { EditorSettings } from "../../../ui/editor/editor_settings.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { FileLoading } from "./file_loading.tsx";
import { useMay } from "../../../api/use_permissions.ts";

interface VersionViewProps {
  file: FileLocation;
  version: FileVersion;
  settings: EditorSettings;
  /** The text in the editor; its revision increases when the file is reloaded. */
  current: { text: string; dirty: boolean; revision: number };
  restoring: boolean;
  /** Why the version cannot be restored now. */
  refusal: string | null;
  onRestore: () => void;
}

/** Renders one version, alone or compared with the text in the editor. */
export function VersionView(
  { file, version, settings, current, restoring, refusal, onRestore }: VersionViewProps,
) {
  const { t, format } = useMessages();
  const api = useApi();
  const mayRestore = useMay(`${file.area}:write`);
  const [how, setHow] = useState<"compare" | "show">("compare");
  const content = useQuery({
    queryKey: queryKeys.files(file.area, "version", version.id),
    queryFn: () => fileRequests(api, file).version(version.id),
    staleTime: Infinity,
  });
  const label = t("editor.versionLabel", { time: format.dateTime(version.savedAt) });
  const text = content.data?.content ?? null;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <SegmentedControl
          hideLabel
          label={label}
          value={how}
          onValue={setHow}
          options={[
            { value: "compare", label: t("editor.versionCompare") },
            { value: "show", label: t("editor.versionShow") },
          ]}
        />
        {refusal && mayRestore && !version.current && <span className="text-xs text-muted">{refusal}</span>}
        {mayRestore && !version.current && (
          <Button
            className="ms-auto"
            icon={<RotateCcw size={14} />}
            loading={restoring}
            disabled={refusal !== null}
            onClick={onRestore}
          >
            {t("editor.restore")}
          </Button>
        )}
      </div>
      <div className="min-h-0 flex-1">
        {content.isPending && <FileLoading />}
        {content.isError && <ErrorState error={content.error} onRetry={() => void content.refetch()} />}
        {content.data && text === null && <EmptyState title={t("editor.versionBinary")} />}
        {text !== null && how === "show" && (
          <CodeEditor
            docKey={`version ${version.id}`}
            text={text}
            fileName={file.path}
            label={label}
            readOnly
            settings={settings}
          />
        )}
        {text !== null && how === "compare" && (
          <DiffView
            docKey={`version ${version.id}, ${current.revision}`}
            left={{ text, label }}
            right={{
              text: current.text,
              label: t(current.dirty ? "editor.versionCurrentUnsaved" : "diff.current"),
            }}
            fileName={file.path}
            editable={false}
            settings={settings}
          />
        )}
      </div>
    </div>
  );
}
