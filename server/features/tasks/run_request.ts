// The arguments and variables that a user passes to one run: checked for what a schema cannot know, and stored with the run
// so that its retries get the same.
import { AppError, type FieldIssue, refuseIf } from "../../contract/app_error.ts";
import type { TaskRunBody } from "../../contract/tasks.ts";
import { KEY_FILE, type Sealer, SealError } from "../../platform/seal.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { commandError } from "./command/refusal_messages.ts";

const RESERVED_PREFIX = "SUNDIAL_";
/** The kernel's limit in bytes for one `NAME=value` with its terminator (MAX_ARG_STRLEN of execve(2)). */
const MAX_BYTES = 128 * 1024;
const MAX_BYTES_TOGETHER = 1024 * 1024;

export interface RunRequest {
  arguments: readonly string[];
  variables: Readonly<Record<string, string>>;
}

/** The stored form: variables often hold secrets. Runs queued by an older version have them unencrypted. */
interface StoredRequest {
  arguments: readonly string[];
  sealed?: string;
  variables?: RunRequest["variables"];
}

/** Reads the arguments and variables of a run. Throws `validation_failed` if no process could start with them. */
export function readRunRequest(body: Pick<TaskRunBody, "arguments" | "variables">): RunRequest {
  const request = { arguments: body.arguments ?? [], variables: body.variables ?? {} };
  const variables = Object.entries(request.variables);
  const sizes = variables.map(([name, value]) => bytes(name) + bytes(value) + 2);
  refuseIf([
    ...variables.filter(([name]) => name.startsWith(RESERVED_PREFIX)).map(([name]) => reserved(name)),
    ...variables.filter((_, index) => (sizes[index] ?? 0) > MAX_BYTES).map(([name]) =>
      tooLong(`variables.${name}`, MAX_BYTES)
    ),
    ...(sizes.reduce((sum, size) => sum + size, 0) > MAX_BYTES_TOGETHER
      ? [tooLong("variables", MAX_BYTES_TOGETHER)]
      : []),
  ]);
  return request;
}

/** Serializes a request with its variables sealed; returns null when it is empty. Throws `secret_key_wrong`. */
export function writeRequest({ arguments: args, variables }: RunRequest, sealer: Sealer): string | null {
  const hasVariables = Object.keys(variables).length > 0;
  if (args.length === 0 && !hasVariables) return null;
  try {
    const sealed = hasVariables ? { sealed: sealer.seal(JSON.stringify(variables), "run") } : {};
    return JSON.stringify({ arguments: args, ...sealed } satisfies StoredRequest);
  } catch (error) {
    if (error instanceof SealError) throw new AppError("secret_key_wrong", { file: KEY_FILE });
    throw error;
  }
}

/** Parses the result of `writeRequest`. Throws `RunSpecError` when the variables cannot be decrypted. */
export function readRequest(json: string | null, sealer: Sealer): RunRequest {
  const stored = storedJson<StoredRequest>(json, { arguments: [] });
  const { arguments: args, sealed, variables = {} } = stored;
  if (sealed === undefined) return { arguments: args, variables };
  try {
    return { arguments: args, variables: JSON.parse(sealer.open(sealed, "run")) }; // serialized by writeRequest
  } catch (error) {
    if (error instanceof SealError) throw commandError({ code: "secret_locked" });
    throw error;
  }
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

function reserved(name: string): FieldIssue {
  return { path: `variables.${name}`, code: "reserved_name", params: { prefix: RESERVED_PREFIX } };
}

function tooLong(path: string, max: number): FieldIssue {
  return { path, code: "too_many_bytes", params: { max } };
}
