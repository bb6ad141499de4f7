import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { ApiProblem } from "../../../../api/api_problem.ts";
import { sendFile } from "../../../../api/send_file.ts";
import { useApi } from "../../../../api/use_api.tsx";
import { useLeaveGuard } from "../../../../shared/leave/leave_guard.tsx";
import { useSettings } from "../../../../shared/settings/use_settings.ts";
import { type DroppedFile, listFiles } from "../../../../ui/data/tree/read_drop.ts";
import { useToast } from "../../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../../messages/use_messages.tsx";
import { joinPath } from "../file_paths.ts";
import { useScriptWays } from "../script_ways.ts";
import { isEnded, type Upload, UploadQueue, type UploadWays } from "./upload_queue.ts";

interface Uploads {
  queue: UploadQueue;
  list: readonly Upload[];
  add(files: readonly DroppedFile[], folder: string): void;
  /** Opens the browser's window to pick files, or a folder. */
  pick(folder: string, what: "files" | "folder"): void;
}

const UploadsContext = createContext<Uploads | null>(null);

/** Gives the files on their way and the ways to add more. */
export function useUploads(): Uploads {
  const uploads = useContext(UploadsContext);
  if (!uploads) throw new Error("useUploads outside of UploadsProvider");
  return uploads;
}

/** Keeps the files on their way while the page is shown; leaving meanwhile is asked about. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const ways = useUploadWays();
  const current = useRef(ways);
  current.current = ways;
  const [queue] = useState(() => {
    const queue: UploadQueue = new UploadQueue({
      send: (upload, options) => current.current.send(upload, options),
      onIdle(uploads) {
        current.current.onIdle(uploads);
        // Where all went well the message says enough.
        if (uploads.every(({ state }) => state === "done")) queue.clear();
      },
    });
    return queue;
  });
  const list = useSyncExternalStore(queue.onChange, queue.list);
  useLeaveGuard(list.some((one) => !isEnded(one)));
  useEffect(() => () => queue.cancelAll(), [queue]);
  const add = useCallback((files: readonly DroppedFile[], folder: string) => queue.add(files, folder), [
    queue,
  ]);
  const pick = useCallback((folder: string, what: "files" | "folder") => {
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = true;
    input.webkitdirectory = what === "folder";
    input.onchange = () => queue.add(listFiles(input.files ?? []), folder);
    input.click();
  }, [queue]);
  const value = useMemo(() => ({ queue, list, add, pick }), [queue, list, add, pick]);
  return <UploadsContext value={value}>{children}</UploadsContext>;
}

function useUploadWays(): UploadWays {
  const api = useApi();
  const toast = useToast();
  const { t, format } = useMessages();
  const { data: settings } = useSettings();
  const { refresh, makeFolder } = useScriptWays();
  const refusalText = ({ code, title }: Pick<ApiProblem, "code" | "title">) =>
    code === "payload_too_large" && settings
      ? t("files.uploadTooLarge", { size: format.bytes(settings.uploadMaxBytes) })
      : title || t("ui.uploadError");
  return {
    async send({ folder, path }, { file, existing, onProgress, signal }) {
      try {
        if (!file) {
          await makeFolder(joinPath(folder, path));
          return null;
        }
        const url = api.url("/files/scripts/upload", { path: folder, existing });
        const { ok, error } = await api.admitted(() =>
          sendFile({ url, file, name: path, onProgress, signal })
        );
        return ok ? null : { code: error?.code ?? "", text: error?.title ?? t("ui.uploadError") };
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        // A folder that is there already is as good as one that was made.
        if (!file && error.code === "already_exists") return null;
        return { code: error.code, text: refusalText(error) };
      }
    },
    onIdle(uploads) {
      void refresh();
      const done = uploads.filter(({ state }) => state === "done").length;
      if (done > 0) toast.message("success", t("files.uploaded", { count: done }));
    },
  };
}
