// Sends an archive with its progress told, which `fetch` cannot do.
import type { Inspection } from "../../../server/contract/backups.ts";
import { ApiProblem } from "../../api/api_problem.ts";

export interface ArchiveToSend {
  url: string;
  file: Blob;
  language: string;
  /** Share of the bytes that have left, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Sends an archive to be looked at; throws ApiProblem, or an AbortError when it was called off. */
export function sendArchive({ url, file, language, onProgress, signal }: ArchiveToSend): Promise<Inspection> {
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
