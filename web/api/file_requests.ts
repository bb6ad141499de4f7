// Files as the page asks for them: one file of one area, its content, its versions.

import type {
  CheckAnswer,
  FileArea,
  FileContent,
  FileFacts,
  FileVersion,
  FileVersionContent,
} from "../../server/contract/files.ts";
import { ApiProblem } from "./api_problem.ts";
import type { Api } from "./request.ts";

/** Where a file lies. */
export interface FilePlace {
  area: FileArea;
  /** Relative to the area, with `/` between names. */
  path: string;
}

/** What must be there for a save to happen: that content, nothing, or whatever there is. */
export type SaveOver = { etag: string } | "nothing" | "anything";

/** The requests about one file. Each throws ApiProblem. */
export interface FileRequests {
  stat(): Promise<FileFacts>;
  read(options?: { force?: boolean; signal?: AbortSignal }): Promise<FileContent>;
  save(content: string, over: SaveOver): Promise<FileFacts>;
  versions(): Promise<readonly FileVersion[]>;
  version(id: number): Promise<FileVersionContent>;
  restore(versionId: number, over: SaveOver): Promise<FileFacts>;
  check(content: string): Promise<CheckAnswer["problems"]>;
}

// A file of 32 MB over a slow line.
const longMs = 180_000;

/** Makes the requests about one file. */
export function fileRequests(api: Api, { area, path }: FilePlace): FileRequests {
  const base = `/files/${area}`;
  const query = { path };
  return {
    stat: () => api.get<FileFacts>(`${base}/stat`, { query }),
    read: ({ force = false, signal } = {}) =>
      api.get<FileContent>(`${base}/content`, {
        query: { path, force: force || undefined },
        timeoutMs: longMs,
        ...(signal && { signal }),
      }),
    save: (content, over) =>
      api.put<FileFacts>(`${base}/content`, { content }, {
        query,
        headers: overHeaders(over),
        timeoutMs: longMs,
      }),
    versions: async () => (await api.get<{ items: FileVersion[] }>(`${base}/versions`, { query })).items,
    version: (id) => api.get<FileVersionContent>(`${base}/versions/${id}`, { timeoutMs: longMs }),
    restore: (versionId, over) =>
      api.post<FileFacts>(`${base}/restore`, { path, versionId }, { headers: overHeaders(over) }),
    check: async (content) => (await api.post<CheckAnswer>(`${base}/check`, { path, content })).problems,
  };
}

/** The address a browser downloads a file or folder from. */
export function downloadUrl(api: Api, { area, path }: FilePlace): string {
  return api.url(`/files/${area}/download`, { path });
}

/** Tells whether a save was refused because there is something else now than what it was to replace. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 412 || error.code === "already_exists");
}

/** Tells whether there is no such file. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 404;
}

function overHeaders(over: SaveOver): Record<string, string> {
  if (over === "nothing") return { "if-none-match": "*" };
  return { "if-match": over === "anything" ? "*" : `"${over.etag}"` };
}
