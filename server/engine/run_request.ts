import { AppError } from "../contract/app_error.ts";
import { KEY_FILE, type Sealer, SealError } from "../platform/seal.ts";
import { storedJson } from "../platform/stored_json.ts";
import { RunSpecError } from "./run_spec.ts";

/** What a user passed to a run on demand, stored with it so that its retries get the same. */
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
    if (error instanceof SealError) throw new RunSpecError({ code: "secret_locked" });
    throw error;
  }
}
