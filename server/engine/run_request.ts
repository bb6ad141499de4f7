import { storedJson } from "../platform/stored_json.ts";

/** What a person gave with a run on demand, kept with it so that its retries get the same. */
export interface RunRequest {
  arguments: readonly string[];
  variables: Readonly<Record<string, string>>;
}

const nothing: RunRequest = { arguments: [], variables: {} };

/** Writes a request down; null when there is nothing in it. */
export function writeRequest(request: RunRequest): string | null {
  const empty = request.arguments.length === 0 && Object.keys(request.variables).length === 0;
  return empty ? null : JSON.stringify(request);
}

/** Reads what `writeRequest` wrote. */
export function readRequest(json: string | null): RunRequest {
  return storedJson(json, nothing);
}
