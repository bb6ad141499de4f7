// File requests of the page: one file of an area, its content and its versions.

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

export interface FileLocation {
  area: FileArea;
  /** Relative to the area, with `/` between names. */
  path: string;
}

/** The precondition of a save: that content, no file, or none. */
export type SaveOver = { etag: string } | "nothing" | "anything";

/** The requests for one file. Each throws ApiProblem. */
export interface FileRequests {
  stat(): Promise<FileDetails>;
  read(options?: { force?: boolean; signal?: AbortSignal }): Promise<FileContent>;
  save(content: string, over: SaveOver): Promise<FileDetails>;
  versions(): Promise<readonly FileVersion[]>;
  version(id: number): Promise<FileVersionContent>;
  restore(versionId: number, over: SaveOver): Promise<FileDetails>;
  check(content: string): Promise<CheckResult["problems"]>;
}

// Long enough for a file of 32 MB over a slow connection.
const longMs = 180_000;

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

export function downloadUrl(api: Api, { area, path }: FileLocation): string {
  return api.url(`/files/${area}/download`, { path });
}

/** Returns whether a save was rejected because the file is no longer the version it was to replace. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 412 || error.code === "already_exists");
}

export function isMissing(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 404;
}

function overHeaders(over: SaveOver): Record<string, string> {
  if (over === "nothing") return { "if-none-match": "*" };
  return { "if-match": over === "anything" ? "*" : `"${over.etag}"` };
}
