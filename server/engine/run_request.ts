import { AppError } from "../contract/app_error.ts";
import { KEY_FILE, type Sealer, SealError } from "../platform/seal.ts";
import { storedJson } from "../platform/stored_json.ts";
import { RunSpecError } from "./run_spec.ts";

/** What a person gave with a run on demand, kept with it so that its retries get the same. */
export interface RunRequest {
  arguments: readonly string[];
  variables: Readonly<Record<string, string>>;
}

/** As it is stored: variables often hold secrets. Runs that an older version queued have them in the clear. */
interface StoredRequest {
  arguments: readonly string[];
  sealed?: string;
  variables?: RunRequest["variables"];
}

/** Writes a request down, its variables sealed; null when there is nothing in it. Throws `secret_key_wrong`. */
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

/** Reads what `writeRequest` wrote. Throws `RunRefused` for variables that cannot be opened. */
export function readRequest(json: string | null, sealer: Sealer): RunRequest {
  const stored = storedJson<StoredRequest>(json, { arguments: [] });
  const { arguments: args, sealed, variables = {} } = stored;
  if (sealed === undefined) return { arguments: args, variables };
  try {
    return { arguments: args, variables: JSON.parse(sealer.open(sealed, "run")) }; // written above
  } catch (error) {
    if (error instanceof SealError) throw new RunSpecError({ code: "secret_locked" });
    throw error;
  }
}
