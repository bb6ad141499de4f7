// Starts programs whose variables may be too long for an environment. Loads nothing but what the runtime includes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentRoom, fitEnvironment } from "../platform/process/fit_environment.ts";
import {
  LARGE_VARIABLES,
  readLargeVariables,
  writeLargeVariables,
} from "../platform/process/large_variables.ts";

export interface RoomOptions {
  args: readonly string[];
  /** Names of the variables that a file may contain instead. */
  expendable: readonly string[];
  /** Called with each variable that the environment has no room for. */
  onLarge(name: string): void;
}

/** Calls an action with an environment that has room for a process; what has none is in a file until the action is over. */
export async function withRoom<T>(
  environment: Record<string, string>,
  { args, expendable, onLarge }: RoomOptions,
  action: (environment: Record<string, string>) => Promise<T>,
): Promise<T> {
  const fitted = fitEnvironment(environment, { args, expendable, room: environmentRoom() });
  if (fitted.leftOut.length === 0) return await action(environment);
  fitted.leftOut.forEach(onLarge);
  const large = Object.fromEntries(fitted.leftOut.map((name) => [name, environment[name] ?? ""]));
  const folder = mkdtempSync(join(tmpdir(), "sundial-variables-"));
  try {
    const file = join(folder, "variables");
    writeLargeVariables(file, { ...readLargeVariables(environment), ...large });
    return await action({ ...fitted.environment, [LARGE_VARIABLES]: file });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
