// Files as the page asks for them: one file of one area, its content, its versions.

import type {
  CheckResult,
  FileArea,
  FileContent,
  FileDetails,
  FileVersion,
  FileVersionContent,
} from "../../server/contract/files.ts";
import { ApiProblem } from "./api_problem.ts";
import type { Api } from "./request.ts";

/** Where a file lies. */
export interface FileLocation {
  area: FileArea;
  /** Relative to the area, with `/` between names. */
  path: string;
}

/** What must be there for a save to happen: that content, nothing, or whatever there is. */
export type SaveOver = { etag: string } | "nothing" | "anything";

/** The requests about one file. Each throws ApiProblem. */
export interface FileRequests {
  stat(): Promise<FileDetails>;
  read(options?: { force?: boolean; signal?: AbortSignal }): Promise<FileContent>;
  save(content: string, over: SaveOver): Promise<FileDetails>;
  versions(): Promise<readonly FileVersion[]>;
  version(id: number): Promise<FileVersionContent>;
  restore(versionId: number, over: SaveOver): Promise<FileDetails>;
  check(content: string): Promise<CheckResult["problems"]>;
}

// A file of 32 MB over a slow line.
const longMs = 180_000;

/** Makes the requests about one file. */
export function fileRequests(api: Api, { area, path }: FileLocation): FileRequests {
  const base = `/files/${area}`;
  const query = { path };
  return {
    stat: () => api.get<FileDetails>(`${base}/stat`, { query }),
    read: ({ force = false, signal } = {}) =>
      api.get<FileContent>(`${base}/content`, {
        query: { path, force: force || undefined },
        timeoutMs: longMs,
        ...(signal && { signal }),
      }),
    save: (content, over) =>
      api.put<FileDetails>(`${base}/content`, { content }, {
        query,
        headers: overHeaders(over),
        timeoutMs: longMs,
      }),
    versions: async () => (await api.get<{ items: FileVersion[] }>(`${base}/versions`, { query })).items,
    version: (id) => api.get<FileVersionContent>(`${base}/versions/${id}`, { timeoutMs: longMs }),
    restore: (versionId, over) =>
      api.post<FileDetails>(`${base}/restore`, { path, versionId }, { headers: overHeaders(over) }),
    check: async (content) => (await api.post<CheckResult>(`${base}/check`, { path, content })).problems,
  };
}

/** The address a browser downloads a file or folder from. */
export function downloadUrl(api: Api, { area, path }: FileLocation): string {
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
