import { ApiProblem } from "./api_problem.ts";
import { languageHeaders } from "./request.ts";

interface FileToSend {
  url: string;
  file: Blob;
  language: string;
  /** Share of the bytes sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a file as the body of a POST request, with progress, which `fetch` lacks. Throws ApiProblem, or an AbortError
 * when cancelled.
 */
export function sendFile<T>({ url, file, language, onProgress, signal }: FileToSend): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(new ApiProblem({ code: "unreachable", status: 0, title: "", detail: "" }));
    request.onabort = () => reject(new DOMException("called off", "AbortError"));
    request.onload = () => settle(request, resolve, reject);
    signal.addEventListener("abort", () => request.abort());
    request.open("POST", url);
    request.setRequestHeader("accept", "application/json");
    for (const [name, value] of Object.entries(languageHeaders(language))) {
      request.setRequestHeader(name, value);
    }
    request.setRequestHeader("content-type", "application/octet-stream");
    request.send(file);
  });
}

function settle<T>(
  { status, responseText }: XMLHttpRequest,
  resolve: (result: T) => void,
  reject: (problem: unknown) => void,
): void {
  try {
    const result = JSON.parse(responseText);
    if (status < 400) return resolve(result as T); // the contract describes what the server sends
    return reject(new ApiProblem({ ...result, status }));
  } catch {
    reject(new ApiProblem({ code: "unexpected_answer", status, title: String(status), detail: "" }));
  }
}
