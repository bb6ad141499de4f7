import { resolve } from "node:path";
import { type CommandContext, pathBelow, scriptPathOf } from "../tasks/command/script_path.ts";

/** Returns the script that a command clearly runs first, even if only a shell can interpret what follows it; null without one. */
export function firstScriptOf(context: CommandContext): string | null {
  const path = scriptPathOf(context);
  if (path !== null) return path;
  let end = context.command.search(/[$`;&|<>()*?#]/);
  // Without a part of a word that goes on after the cut.
  while (end > 0 && !/\s/.test(context.command[end - 1] ?? "")) end--;
  return end < 0 ? null : scriptPathOf({ ...context, command: context.command.slice(0, end) });
}

/** Returns whether a command runs a script or names it anywhere; `path` is below the scripts directory. */
export function namesScript(context: CommandContext, path: string): boolean {
  if (scriptPathOf(context) === path) return true;
  const { command, workingDirectory, scripts } = context;
  const folder = resolve(scripts, workingDirectory ?? "");
  return command.split(/[\s'"`()|&;<>=]+/).some((token) =>
    token !== "" && [scripts, folder].some((base) => pathBelow(scripts, resolve(base, token)) === path)
  );
}
