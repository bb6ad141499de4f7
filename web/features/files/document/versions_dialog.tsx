import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FileVersion } from "../../../../server/contract/files.ts";
import { type FileLocation, fileRequests } from "../../../api/file_requests.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import type { EditorSettings } from "../../../ui/editor/editor_settings.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { FileDocument } from "../../../api/file_document.ts";
import { FileLoading } from "./file_not_open.tsx";
import type { OpenState } from "./open_state.ts";
import { VersionList } from "./version_list.tsx";
import { VersionView } from "./version_view.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";

interface VersionsDialogProps {
  location: FileLocation;
  document: FileDocument;
  state: OpenState;
  dirty: boolean;
  settings: EditorSettings;
  /** Gives what is in the editor. */
  current: () => string;
  onClose: () => void;
}

/** The earlier contents of a file: who, when, why; to be read, compared with now, brought back. */
export default function VersionsDialog(props: VersionsDialogProps) {
  const { location: fileLocation, document, state, dirty, settings, current, onClose } = props;
  const { t } = useMessages();
  const api = useApi();
  const versions = useQuery({
    queryKey: queryKeys.files(fileLocation.area, "versions", fileLocation.path),
    queryFn: () => fileRequests(api, fileLocation).versions(),
  });
  const [chosen, choose] = useState<FileVersion | null>(null);
  const restore = useRestore({
    location: fileLocation,
    document,
    etag: state.open.details.etag,
    onRestored: onClose,
  });
  const visible = chosen ?? versions.data?.find((one) => !one.current) ?? versions.data?.[0];
  return (
    <Dialog
      open
      flush
      size="full"
      title={t("editor.versionsOf", {
        name: fileLocation.path.slice(fileLocation.path.lastIndexOf("/") + 1),
      })}
      onClose={onClose}
    >
      {versions.isPending && <FileLoading />}
      {versions.isError && <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />}
      {versions.data?.length === 0 && <EmptyState title={t("editor.noVersions")} />}
      {versions.data && visible && (
        <div className="flex h-full min-h-0 flex-col border-t border-line md:flex-row">
          <VersionList versions={versions.data} visible={visible} onChoose={choose} />
          <VersionView
            key={visible.id}
            {...{ location: fileLocation, settings, current }}
            version={visible}
            restoring={restore.busy}
            refusal={dirty ? t("editor.restoreDirty") : null}
            onRestore={() => void restore.go(visible, versions.data)}
          />
        </div>
      )}
    </Dialog>
  );
}

interface RestoreParts {
  location: FileLocation;
  document: FileDocument;
  /** The content that is to be replaced. */
  etag: string;
  onRestored: () => void;
}

/** Gives the way to bring a version back, which can be undone: what it replaces is a version by then. */
function useRestore({ location: fileLocation, document, etag, onRestored }: RestoreParts): {
  busy: boolean;
  go(version: FileVersion, known: readonly FileVersion[]): Promise<void>;
} {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t, format } = useMessages();
  const [busy, setBusy] = useState(false);
  const requests = fileRequests(api, fileLocation);
  const versionsNow = async () => {
    const items = await requests.versions();
    queries.setQueryData(queryKeys.files(fileLocation.area, "versions", fileLocation.path), items);
    return items;
  };
  const undo = async (replaced: FileVersion, over: string) => {
    try {
      await requests.restore(replaced.id, { etag: over });
      await document.reload();
      toast.message("success", t("editor.restoreUndone"));
      await versionsNow();
    } catch (error) {
      toast.problem(error);
    }
  };
  const go = async (version: FileVersion, known: readonly FileVersion[]) => {
    setBusy(true);
    try {
      const details = await requests.restore(version.id, { etag });
      await document.reload();
      const replaced = findReplaced(known, await versionsNow());
      const action = replaced && { label: t("ui.undo"), onSelect: () => void undo(replaced, details.etag) };
      const text = t("editor.restored", { time: format.dateTime(version.savedAt) });
      toast.notify("success", text, undefined, action);
      onRestored();
    } catch (error) {
      toast.problem(error);
      void document.check();
    } finally {
      setBusy(false);
    }
  };
  return { busy, go };
}

/** What the file was before: the version it had then, or the one that was made of it now. */
function findReplaced(
  before: readonly FileVersion[],
  after: readonly FileVersion[],
): FileVersion | undefined {
  const known = new Set(before.map(({ id }) => id));
  return before.find(({ current }) => current) ?? after.find(({ id, current }) => !current && !known.has(id));
}
