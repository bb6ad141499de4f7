import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FileVersion } from "../../../../server/contract/files.ts";
import { type FileLocation, fileRequests } from "../../../api/file_requests.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { FileDocument } from "../../../api/file_document.ts";

interface RestoreParts {
  location: FileLocation;
  document: FileDocument;
  /** The content that is to be replaced. */
  etag: string;
  onRestored: () => void;
}

/** Gives the way to bring a version back, which can be undone: what it replaces is a version by then. */
export function useRestore({ location: fileLocation, document, etag, onRestored }: RestoreParts): {
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
