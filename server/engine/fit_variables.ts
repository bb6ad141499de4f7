import { rmSync } from "node:fs";
import { environmentRoom, fitEnvironment, type Fitted } from "../platform/process/fit_environment.ts";
import { LARGE_VARIABLES, writeLargeVariables } from "../platform/process/large_variables.ts";
import type { RunSpec } from "./run_type.ts";

/**
 * Removes the variables from a spec's environment that would prevent its process from starting, and writes them to a file that
 * the library for scripts reads. Throws file system errors.
 */
export function fitVariables(
  { environment, command, args, around }: RunSpec,
  values: Readonly<Record<string, string>>,
  file: string,
): Fitted {
  const names = Object.keys(values);
  if (names.length === 0) return { environment, leftOut: [] };
  const { firstFile, beforeFile, before, afterFile, after, last, words } = around;
  const lines = [firstFile, beforeFile, before, afterFile, after].map((text) => text ?? "");
  const tokens = [...command, ...args, ...last, ...words, ...lines];
  const fitted = fitEnvironment(environment, { args: tokens, expendable: names, room: environmentRoom() });
  if (fitted.leftOut.length === 0) return fitted;
  // A start that failed may have left one.
  rmSync(file, { force: true, recursive: true });
  writeLargeVariables(file, Object.fromEntries(fitted.leftOut.map((name) => [name, values[name] ?? ""])));
  return { ...fitted, environment: { ...fitted.environment, [LARGE_VARIABLES]: file } };
}
