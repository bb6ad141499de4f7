import { resolve } from "node:path";
import { type CommandContext, pathBelow, scriptPathOf } from "../tasks/command/script_path.ts";

/** Returns whether a command runs a script or names it anywhere; `path` is below the scripts directory. */
export function namesScript(context: CommandContext, path: string): boolean {
  if (scriptPathOf(context) === path) return true;
  const { command, workingDirectory, scripts } = context;
  const folder = resolve(scripts, workingDirectory ?? "");
  return command.split(/[\s'"`()|&;<>=]+/).some((token) =>
    token !== "" && [scripts, folder].some((base) => pathBelow(scripts, resolve(base, token)) === path)
  );
}
