import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FileVersion } from "../../../../server/contract/files.ts";
import { type FilePlace, fileRequests } from "../../../api/file_requests.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { EditorSettings } from "../../../ui/editor/editor_settings.ts";
import { EmptyState } from "../../../ui/empty_state.tsx";
import { ErrorState } from "../../../ui/error_state.tsx";
import { useWords } from "../../../words/use_words.tsx";
import type { FileDocument } from "../../../api/file_document.ts";
import { FileLoading } from "./file_not_open.tsx";
import type { OpenState } from "./open_state.ts";
import { useRestore } from "./use_restore.ts";
import { VersionList } from "./version_list.tsx";
import { VersionView } from "./version_view.tsx";

interface VersionsDialogProps {
  place: FilePlace;
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
  const { place, document, state, dirty, settings, current, onClose } = props;
  const { t } = useWords();
  const api = useApi();
  const versions = useQuery({
    queryKey: queryKeys.files(place.area, "versions", place.path),
    queryFn: () => fileRequests(api, place).versions(),
  });
  const [chosen, choose] = useState<FileVersion | null>(null);
  const restore = useRestore({ place, document, etag: state.open.facts.etag, onRestored: onClose });
  const shown = chosen ?? versions.data?.find((one) => !one.current) ?? versions.data?.[0];
  return (
    <Dialog
      open
      flush
      size="full"
      title={t("editor.versionsOf", { name: place.path.slice(place.path.lastIndexOf("/") + 1) })}
      onClose={onClose}
    >
      {versions.isPending && <FileLoading />}
      {versions.isError && <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />}
      {versions.data?.length === 0 && <EmptyState title={t("editor.noVersions")} />}
      {versions.data && shown && (
        <div className="flex h-full min-h-0 flex-col border-t border-line md:flex-row">
          <VersionList versions={versions.data} shown={shown} onChoose={choose} />
          <VersionView
            key={shown.id}
            {...{ place, settings, current }}
            version={shown}
            restoring={restore.busy}
            refusal={dirty ? t("editor.restoreDirty") : null}
            onRestore={() => void restore.go(shown, versions.data)}
          />
        </div>
      )}
    </Dialog>
  );
}
