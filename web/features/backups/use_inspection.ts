import { useEffect, useRef, useState } from "react";
import type { Backup, Inspection } from "../../../server/contract/backups.ts";
import { useApi } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { ApiProblem } from "../../api/api_problem.ts";

export type Style =
  | { phase: "choosing" }
  | { phase: "sending"; share: number }
  | { phase: "looking" }
  | { phase: "seen"; inspection: Inspection }
  | { phase: "refused"; error: unknown };

/** Looks into a backup of the panel, or into a file that is sent. */
export function useInspection(backup: Backup | null) {
  const api = useApi();
  const { language } = useMessages();
  const [style, setPreview] = useState<Style>(backup ? { phase: "looking" } : { phase: "choosing" });
  const given = useRef(new AbortController());
  const show = async (asked: Promise<Inspection>) => {
    try {
      setPreview({ phase: "seen", inspection: await asked });
    } catch (error) {
      if (!given.current.signal.aborted) setPreview({ phase: "refused", error });
    }
  };
  useEffect(() => {
    const leaving = given.current = new AbortController();
    const options = { signal: leaving.signal, timeoutMs: 600_000 };
    if (backup) void show(api.post<Inspection>(`/backups/${backup.id}/inspect`, {}, options));
    return () => leaving.abort();
  }, [backup?.id]);
  const send = (file: File) => {
    setPreview({ phase: "sending", share: 0 });
    const { signal } = given.current;
    const onProgress = (share: number) =>
      setPreview(share < 1 ? { phase: "sending", share } : { phase: "looking" });
    const url = api.url("/backups/inspect");
    // Asked first: an upload that is refused while it is sent looks like a broken connection.
    const ready = () => api.get<void>("/backups/inspect/ready", { signal });
    void show(
      ready().then(() => api.admitted(() => sendArchive({ url, file, language, onProgress, signal }))),
    );
  };
  /** Throws what the panel refuses. */
  const open = async (passphrase: string) => {
    const location = backup ? `/backups/${backup.id}/inspect` : `/backups/inspections/${idOf(style)}`;
    const inspection = await api.post<Inspection>(location, { passphrase }, { timeoutMs: 600_000 });
    setPreview({ phase: "seen", inspection });
  };
  return { check: style, send, open, again: () => setPreview({ phase: "choosing" }) };
}

function idOf(style: Style): number {
  return style.phase === "seen" ? style.inspection.inspectionId : 0;
}

// Sends an archive with its progress told, which `fetch` cannot do.

interface ArchiveToSend {
  url: string;
  file: Blob;
  language: string;
  /** Share of the bytes that have left, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Sends an archive to be looked at; throws ApiProblem, or an AbortError when it was called off. */
function sendArchive({ url, file, language, onProgress, signal }: ArchiveToSend): Promise<Inspection> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(new ApiProblem({ code: "unreachable", status: 0, title: "", detail: "" }));
    request.onabort = () => reject(new DOMException("called off", "AbortError"));
    request.onload = () => settle(request, resolve, reject);
    signal.addEventListener("abort", () => request.abort());
    request.open("POST", url);
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("accept-language", language);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.send(file);
  });
}

function settle(
  { status, responseText }: XMLHttpRequest,
  resolve: (inspection: Inspection) => void,
  reject: (problem: unknown) => void,
): void {
  try {
    const result = JSON.parse(responseText);
    if (status < 400) return resolve(result as Inspection); // the contract says what the panel sends
    return reject(new ApiProblem({ ...result, status }));
  } catch {
    reject(new ApiProblem({ code: "unexpected_answer", status, title: String(status), detail: "" }));
  }
}
