// Uploads one file with progress, which `fetch` does not support.

import type { PathResults } from "../../server/contract/files.ts";
import { ApiProblem } from "./api_problem.ts";

export interface FileToSend {
  url: string;
  file: Blob;
  /** The target path below the folder in the URL; may contain slashes. */
  name: string;
  /** Number of bytes sent so far; at most the size of the file. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

export type SentFile = PathResults["results"][number];

/** Uploads a file and returns its result; throws ApiProblem, or an AbortError when it was cancelled. */
export function sendFile({ url, file, name, onProgress, signal }: FileToSend): Promise<SentFile> {
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
