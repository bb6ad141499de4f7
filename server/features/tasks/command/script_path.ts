import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { parseCommand } from "./parse_command.ts";
import { localPath } from "./old_paths.ts";
import { splitTokens } from "./split_tokens.ts";
import { isScriptName } from "./task_kind.ts";

/** Programs that run a script: their first argument that looks like one. */
const RUNNERS =
  /^(python[\d.]*|node|nodejs|deno|bun|tsx|ts-node|bash|sh|dash|zsh|php|ruby|perl|lua|source|\.)$/;
/** After these, the next argument is source text or a module name, not a file. */
const NO_FILE = /^(-c|-e|-m|-p|--eval|--print)$/;
const SHELL = /^(bash|sh|dash|zsh)$/;
const SHELL_NO_FILE = /^-\w*c$/;

export interface CommandContext {
  command: string;
  /** The task's own, as entered. */
  workingDirectory: string | null;
  /** Directory of the scripts. */
  scripts: string;
  /** What stands for the old panel's folder; by default beside the scripts. */
  oldPanel?: string;
}

/**
 * Returns the script a command clearly names, as a path below the scripts directory; null when it names none there. Does
 * not check whether it exists.
 */
export function scriptPathOf(
  { command: line, workingDirectory, scripts, oldPanel = join(dirname(scripts), "ql") }: CommandContext,
): string | null {
  const command = parseCommand(line);
  if (command.kind === "wrong") return null;
  // The other folders contain no scripts.
  const local = (path: string) =>
    localPath(path, { scripts, config: "/ql/config", logs: "/ql/log", oldPanel });
  if (command.kind === "script") return pathBelow(scripts, resolve(scripts, local(command.script)));
  const token = scriptToken(splitTokens(command.line.trim()) ?? []);
  if (token === undefined) return null;
  return pathBelow(scripts, resolve(scripts, local(workingDirectory ?? ""), local(token)));
}

/** Returns a file's path below a folder, with `/` between names; null when it is elsewhere. */
export function pathBelow(folder: string, file: string): string | null {
  const path = relative(folder, file);
  const isOutside = path === "" || path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path);
  return isOutside ? null : path.split(sep).join("/");
}

function scriptToken([program = "", ...tokens]: readonly string[]): string | undefined {
  if (program.includes("/") && isScriptName(program)) return program;
  const runner = program.split("/").at(-1) ?? "";
  if (!RUNNERS.test(runner)) return undefined;
  const noFile = SHELL.test(runner) ? SHELL_NO_FILE : NO_FILE;
  const end = tokens.findIndex((token) => noFile.test(token));
  return tokens.slice(0, end < 0 ? undefined : end).find((token) =>
    !token.startsWith("-") && isScriptName(token)
  );
}
