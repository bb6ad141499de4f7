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
import { ApiProblem } from "../../../api/api_problem.ts";
import { languageHeaders } from "../../../api/request.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useLeaveGuard } from "../../../ui/leave/leave_guard.tsx";
import { type DroppedFile, listFiles } from "../../../ui/data/tree/read_drop.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { isArchive, joinPath } from "../../../shared/files/file_paths.ts";
import { useScriptActions } from "../actions/script_actions.ts";
import { isEnded, type Upload, UploadQueue, type UploadRequests } from "./upload_queue.ts";
import type { PathResults } from "../../../../server/contract/files.ts";
import { useSession } from "../../../api/use_session.ts";

interface Uploads {
  queue: UploadQueue;
  list: readonly Upload[];
  add(files: readonly DroppedFile[], folder: string): void;
  /** Opens the browser's file picker. */
  pick(folder: string, what: "files" | "folder"): void;
}

const UploadsContext = createContext<Uploads | null>(null);

export function useUploads(): Uploads {
  const uploads = useContext(UploadsContext);
  if (!uploads) throw new Error("useUploads outside of UploadsProvider");
  return uploads;
}

/** Manages uploads while the page is open; leaving the page meanwhile asks first. An uploaded archive can be unpacked at once. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const requests = useUploadWays();
  const current = useRef(requests);
  current.current = requests;
  const [queue] = useState(() => {
    const queue: UploadQueue = new UploadQueue({
      send: (upload, options) => current.current.send(upload, options),
      onIdle(uploads) {
        current.current.onIdle(uploads);
        // When all succeeded, the message is enough.
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

function useUploadWays(): UploadRequests {
  const api = useApi();
  const toast = useToast();
  const { t, format, language } = useMessages();
  const { settings } = useSession();
  const { requests: { refresh, makeFolder }, unpack } = useScriptActions();
  const refusalText = ({ code, title }: Pick<ApiProblem, "code" | "title">) =>
    code === "payload_too_large"
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
          sendFile({ url, file, name: path, language, onProgress, signal })
        );
        return ok ? null : { code: error?.code ?? "", text: error?.title ?? t("ui.uploadError") };
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        // An existing folder is fine.
        if (!file && error.code === "already_exists") return null;
        return { code: error.code, text: refusalText(error) };
      }
    },
    onIdle(uploads) {
      void refresh();
      const done = uploads.filter(({ state }) => state === "done");
      const [archive, ...others] = done.filter(({ path }) => isArchive(path));
      if (archive && others.length === 0) {
        // Longer than a message: it asks for a decision.
        toast.notify("success", t("files.uploaded", { count: done.length }), archive.path, {
          label: t("files.unpack"),
          onSelect: () => void unpack(joinPath(archive.folder, archive.path)),
        });
      } else if (done.length > 0) toast.message("success", t("files.uploaded", { count: done.length }));
    },
  };
}

interface FileToSend {
  url: string;
  file: Blob;
  /** The target path below the folder in the URL; may contain slashes. */
  name: string;
  language: string;
  /** Number of bytes sent so far; at most the size of the file. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

type SentFile = PathResults["results"][number];

/**
 * Uploads a file and returns its result. Uses XMLHttpRequest, because `fetch` does not report upload progress. Throws ApiProblem, or an
 * AbortError when it was cancelled.
 */
function sendFile({ url, file, name, language, onProgress, signal }: FileToSend): Promise<SentFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (code: "unreachable" | "unexpected_answer") =>
      reject(new ApiProblem({ code, status: request.status, title: "", detail: "" }));
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size));
    request.onerror = () => fail("unreachable");
    request.onabort = () => reject(new DOMException("called off", "AbortError"));
    request.onload = () => {
      const response = readResponse(request);
      if (response === null) return fail("unexpected_answer");
      if (response instanceof ApiProblem) return reject(response);
      resolve(response);
    };
    signal.addEventListener("abort", () => request.abort());
    if (signal.aborted) return reject(new DOMException("called off", "AbortError"));
    const form = new FormData();
    form.append("file", file, name);
    request.open("POST", url);
    request.setRequestHeader("accept", "application/json");
    for (const [header, value] of Object.entries(languageHeaders(language))) {
      request.setRequestHeader(header, value);
    }
    request.send(form);
  });
}

function readResponse({ status, responseText }: XMLHttpRequest): SentFile | ApiProblem | null {
  try {
    const response = JSON.parse(responseText);
    if (status >= 400) {
      return typeof response.code === "string" ? new ApiProblem({ ...response, status }) : null;
    }
    return (response as PathResults).results[0] ?? null; // the contract describes what the server sends
  } catch {
    return null;
  }
}
