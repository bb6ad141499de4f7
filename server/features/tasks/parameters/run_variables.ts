// The environment variables that a run gets for the parameters of its task.
import { join } from "node:path";
import { AppError } from "../../../contract/app_error.ts";
import { isMasked } from "../../../contract/variables.ts";
import type { VariablesOfRun } from "../../../engine/run_type.ts";
import { RunSpecError } from "../../../engine/run_spec_error.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { FilesRoot } from "../../../platform/files/files_root.ts";
import type { Sealer } from "../../../platform/seal.ts";
import { commandError } from "../command/refusal_messages.ts";
import { readGivenParameters } from "../run_request.ts";
import { missingParameters } from "./parameter_values.ts";
import { readParameters } from "./rule_values.ts";

/**
 * Returns the variables without those that have the name of a parameter: a run without a value gets none from elsewhere. The secrets
 * among the values are masked in its log.
 */
export function withParameters(
  found: VariablesOfRun,
  task: Pick<TaskRow, "parameters_json">,
  { requestJson, sealer }: { requestJson: string | null; sealer: Sealer },
): VariablesOfRun {
  const names = new Set(readParameters(task).map(({ name }) => name));
  if (names.size === 0) return found;
  const values = Object.fromEntries(Object.entries(found.values).filter(([name]) => !names.has(name)));
  const secrets = secretsOf(requestJson, sealer);
  return { ...found, values, secrets: [...new Set([...found.secrets, ...secrets])] };
}

// What cannot be decrypted keeps the run from starting, so that nothing of it needs a mask.
function secretsOf(requestJson: string | null, sealer: Sealer): string[] {
  try {
    return readGivenParameters(requestJson, sealer)
      .flatMap(({ type, value }) => type === "secret" ? [String(value)] : []).filter(isMasked);
  } catch (error) {
    if (error instanceof RunSpecError) return [];
    throw error;
  }
}

/**
 * Returns the variables for the values that a run was given. Throws `RunSpecError` for a missing value that is required, and a file
 * that does not exist.
 */
export function parameterVariables(
  task: Pick<TaskRow, "parameters_json">,
  requestJson: string | null,
  { sealer, scripts }: { sealer: Sealer; scripts: string },
): Record<string, string> {
  const given = readGivenParameters(requestJson, sealer);
  const values = Object.fromEntries(given.map(({ name, value }) => [name, value]));
  const [missing] = missingParameters(readParameters(task), values);
  if (missing) throw commandError({ code: "parameter_missing", parameter: missing.name });
  return Object.fromEntries(
    given.map(({ name, type, value }) => [
      name,
      type === "file" && value !== "" ? requiredFile(String(value), scripts) : String(value),
    ]),
  );
}

function requiredFile(path: string, scripts: string): string {
  const file = findFile(path, scripts);
  if (file === null) throw commandError({ code: "parameter_file_missing", file: path });
  return file;
}

/** Returns where a file of the scripts folder is, behind links; null if there is none. */
export function findFile(path: string, scripts: string): string | null {
  try {
    using location = new FilesRoot(scripts).location(path, { follow: true });
    return location.folder.find(location.name)?.isFile() ? join(scripts, location.path) : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
