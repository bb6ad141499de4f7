import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { FileVersion, VersionCause } from "../../../../server/contract/files.ts";
import { type FileLocation, fileRequests, isStale } from "../../../api/file_requests.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import type { EditorSettings } from "../../../ui/editor/editor_settings.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { FileDocument } from "../../../api/file_document.ts";
import { FileLoading } from "./file_loading.tsx";
import type { OpenState } from "./file_state.tsx";
import { VersionView } from "./version_view.tsx";
import { useAction } from "../../../shared/actions/use_action.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { Badge } from "../../../ui/feedback/badge.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import type { MessageKey } from "../../../messages/messages.ts";

interface VersionsDialogProps {
  file: FileLocation;
  document: FileDocument;
  state: OpenState;
  dirty: boolean;
  settings: EditorSettings;
  current: () => string;
  onClose: () => void;
}

/** Lists the earlier versions of a file, with author, time and reason; they can be read, compared and restored. */
export default function VersionsDialog(props: VersionsDialogProps) {
  const { file, document, state, dirty, settings, current, onClose } = props;
  const { t } = useMessages();
  const api = useApi();
  const versions = useQuery({
    queryKey: queryKeys.files(file.area, "versions", file.path),
    queryFn: () => fileRequests(api, file).versions(),
  });
  const [chosen, choose] = useState<FileVersion | null>(null);
  const restore = useRestore({
    file,
    document,
    etag: state.open.details.etag,
    onRestored: onClose,
  });
  useReload({ document, changed: state.onDisk === "changed" && !dirty });
  const now = useMemo(() => dirty ? current() : state.open.text, [dirty, state.open.text]);
  const opened = chosen ?? versions.data?.find((one) => !one.current);
  return (
    <Dialog
      flush
      size="full"
      title={t("editor.versionsOf", {
        name: file.path.slice(file.path.lastIndexOf("/") + 1),
      })}
      onClose={onClose}
    >
      {versions.isPending && <FileLoading />}
      {versions.isError && <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />}
      {versions.data && !opened && <EmptyState title={t("editor.noVersions")} />}
      {versions.data && opened && (
        <div className="flex h-full min-h-0 flex-col border-t border-line md:flex-row">
          <VersionList versions={versions.data} opened={opened} onChoose={choose} />
          <VersionView
            key={opened.id}
            file={file}
            settings={settings}
            current={{ text: now, dirty, revision: state.open.revision }}
            version={opened}
            restoring={restore.isPending}
            refusal={dirty ? t("editor.restoreDirty") : null}
            onRestore={() => restore.mutate({ version: opened, known: versions.data })}
          />
        </div>
      )}
    </Dialog>
  );
}

/**
 * Reloads an unmodified file that has changed on disk. Otherwise the comparison would be outdated and every restore
 * rejected.
 */
function useReload({ document, changed }: { document: FileDocument; changed: boolean }): void {
  const toast = useToast();
  useEffect(() => {
    if (changed) document.reload().catch(toast.problem);
  }, [document, changed]);
}

interface RestoreParts {
  file: FileLocation;
  document: FileDocument;
  /** The content to replace. */
  etag: string;
  onRestored: () => void;
}

/** Returns a function that restores a version. It can be undone, because the replaced content becomes a version. */
function useRestore({ file, document, etag, onRestored }: RestoreParts) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t, format } = useMessages();
  const requests = fileRequests(api, file);
  const versionsNow = async () => {
    const items = await requests.versions();
    queries.setQueryData(queryKeys.files(file.area, "versions", file.path), items);
    return items;
  };
  const undo = useAction({
    async send(_api, { replaced, over }: { replaced: FileVersion; over: string }) {
      await requests.restore(replaced.id, { etag: over });
      await document.reload();
      toast.message("success", t("editor.restoreUndone"));
      await versionsNow();
    },
    invalidates: [],
  });
  return useMutation({
    async mutationFn({ version, known }: { version: FileVersion; known: readonly FileVersion[] }) {
      const { etag: over } = await requests.restore(version.id, { etag });
      await document.reload();
      const replaced = findReplaced(known, await versionsNow());
      const action = replaced && {
        label: t("ui.undo"),
        onSelect: () => undo.mutate({ replaced, over }),
      };
      const text = t("editor.restored", { time: format.dateTime(version.savedAt) });
      toast.notify("success", text, undefined, action);
      onRestored();
    },
    onError(error) {
      if (isStale(error)) toast.notify("warning", t("editor.restoreStale"));
      else toast.problem(error);
      void document.check();
    },
  });
}

/** Returns the version that holds the replaced content: an existing one, or the one created by the restore. */
function findReplaced(
  before: readonly FileVersion[],
  after: readonly FileVersion[],
): FileVersion | undefined {
  const known = new Set(before.map(({ id }) => id));
  return before.find(({ current }) => current) ?? after.find(({ id, current }) => !current && !known.has(id));
}

const causes: Record<VersionCause, MessageKey> = {
  saved: "editor.versionSaved",
  uploaded: "editor.versionUploaded",
  restored: "editor.versionRestored",
  found: "editor.versionFound",
  ran: "editor.versionRan",
};

/** Lists all versions, newest first; the arrow keys move between them. */
function VersionList(
  { versions, opened, onChoose }: {
    versions: readonly FileVersion[];
    opened: FileVersion;
    onChoose: (version: FileVersion) => void;
  },
) {
  const { t } = useMessages();
  const step = (by: number) => {
    const next = versions[versions.findIndex(({ id }) => id === opened.id) + by];
    if (next) onChoose(next);
  };
  return (
    <div
      role="listbox"
      aria-label={t("editor.openVersions")}
      className="max-h-48 shrink-0 overflow-y-auto border-line p-1.5 max-md:border-b md:max-h-none md:w-72 md:border-e"
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        step(event.key === "ArrowDown" ? 1 : -1);
      }}
    >
      {versions.map((version) => (
        <VersionLine
          key={version.id}
          version={version}
          chosen={version.id === opened.id}
          onChoose={() => onChoose(version)}
        />
      ))}
    </div>
  );
}

function VersionLine(
  { version, chosen, onChoose }: { version: FileVersion; chosen: boolean; onChoose: () => void },
) {
  const { t, format } = useMessages();
  const line = useRef<HTMLDivElement>(null);
  const { savedAt, savedBy, cause, size, current } = version;
  useEffect(() => {
    const held = line.current?.parentElement?.contains(document.activeElement);
    if (chosen && held) line.current?.focus();
  }, [chosen]);
  return (
    <div
      ref={line}
      role="option"
      aria-selected={chosen}
      tabIndex={chosen ? 0 : -1}
      onClick={onChoose}
      className={classNames(
        "flex cursor-default flex-col gap-0.5 rounded-md px-2.5 py-2 text-sm",
        chosen ? "bg-selected" : "hover:bg-hover",
      )}
    >
      <span className="flex items-center gap-2">
        <span className="font-medium">
          <RelativeTime at={savedAt} />
        </span>
        {current && <Badge tone="accent">{t("editor.versionCurrent")}</Badge>}
        <span className="ms-auto text-xs text-muted tabular-nums">{format.bytes(size)}</span>
      </span>
      <span className="truncate text-xs text-muted">
        {t(causes[cause])} ·{" "}
        {savedBy === null ? t("editor.versionByOutside") : t("editor.versionBy", { name: savedBy })}
      </span>
    </div>
  );
}
