import { useQuery } from "@tanstack/react-query";
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
import { useRestore } from "./use_restore.ts";
import { VersionList } from "./version_list.tsx";
import { VersionView } from "./version_view.tsx";

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
