// Turns a parsed command into what to start: the interpreter and its script, or a line for the shell.
import { accessSync, constants } from "node:fs";
import { dirname, resolve } from "node:path";
import { RunSpecError } from "../../../engine/run_spec_error.ts";
import type { RunSpec } from "../../../engine/run_type.ts";
import { commandShell } from "../../../platform/process/spawn_session.ts";
import { accountsHost } from "../../../platform/script_host.ts";
import { extraShell } from "./extra_shell.ts";
import { localPath, localPaths } from "./old_paths.ts";
import { type Command, parseTask } from "./parse_command.ts";
import { commandError, missingDirectory } from "./refusal_messages.ts";
import { pathBelow, scriptPathOf } from "./script_path.ts";
import { findDirectory, findScript, scriptCommand, type StartContext } from "./script_spec.ts";
import { splitTokens } from "./split_tokens.ts";
import { isScriptName } from "./task_kind.ts";

/** What to start for a command, and what its hooks receive. */
export interface CommandStart extends Pick<RunSpec, "command" | "args" | "script" | "directory"> {
  last: readonly string[];
  words: readonly string[];
  isSourced: boolean;
  notes: NonNullable<RunSpec["notes"]>;
}

export interface CommandOptions {
  /** The task's own, as entered. */
  workingDirectory: string | null;
  /** Arguments of this run, after those of the command. */
  args: readonly string[];
}

/** Returns what to start for a command. Throws `RunSpecError`. */
export function startCommand(
  given: Command,
  options: CommandOptions,
  context: StartContext,
): CommandStart {
  const command = withTask(given, options, context);
  if (command.kind === "wrong") throw commandError({ code: command.reason });
  const start = command.kind === "script"
    ? scriptStart(command, options.args, context)
    : shellStart(command, options, context);
  const wanted = options.workingDirectory;
  const found = wanted === null ? null : findDirectory(wanted, context);
  // A line of the shell may rely on the directory, and must not act on the files of another one.
  if (wanted !== null && found === null && command.kind === "shell" && command.program === null) {
    throw commandError({ code: "folder_missing", folder: wanted });
  }
  return {
    ...start,
    directory: found ?? start.directory,
    notes: wanted !== null && found === null ? [missingDirectory(wanted)] : [],
  };
}

/** A line that begins with a script runs as with `task` before it, as in other panels, unless a shell can start that itself. */
function withTask(command: Command, { workingDirectory }: CommandOptions, context: StartContext): Command {
  if (command.kind !== "shell" || command.program !== null) return command;
  const parsed = parseTask(splitTokens(command.line.trim()) ?? [], command.line);
  if (parsed.kind !== "script" || scriptFile(parsed.script, context) === null) return command;
  const directory = workingDirectory === null ? null : findDirectory(workingDirectory, context);
  const isProgram = parsed.script.includes("/") &&
    isExecutable(resolve(directory ?? context.scripts, localPath(parsed.script, context)));
  return isProgram ? command : parsed;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

type Start = Omit<CommandStart, "notes">;

function scriptStart(
  { script, accounts, ...command }: Command & { kind: "script" },
  given: readonly string[],
  context: StartContext,
): Start {
  const file = findScript(script, context);
  const { command: tokens, last, isSourced } = scriptCommand(file, context);
  const args = [...command.args, ...given];
  const path = pathBelow(context.scripts, file);
  const start = {
    args,
    words: [...command.words, ...given],
    last: last.length === 0 ? last : [...last, ...args],
    directory: dirname(file),
    script: path === null ? null : { path, file },
  };
  if (accounts === null) return { ...start, command: tokens, isSourced };
  // Each account gets a shell of its own, in which the script may still `return`.
  const [shell = ""] = tokens;
  const once = isSourced ? [shell, "-c", '. "$0"', file] : tokens;
  const request = JSON.stringify({ ...accounts, language: context.language() });
  return { ...start, command: [...accountsHost(), request, ...once], isSourced: false };
}

// The line receives the arguments of the run as `$1` and so on; `$0` comes before them.
function shellStart(
  { line, program }: Command & { kind: "shell" },
  { workingDirectory, args }: CommandOptions,
  context: StartContext,
): Start {
  const extra = line.trim() === "ql extra" ? extraStart(args, context) : null;
  if (extra !== null) return extra;
  const { scripts, oldPanel } = context;
  const path = scriptPathOf({ command: line, workingDirectory, scripts, oldPanel });
  const words = program ?? splitTokens(line) ?? [];
  const common = {
    args,
    words: [...words, ...args],
    last: [],
    isSourced: false,
    script: path === null ? null : existing(path, context),
  };
  const mayBeBeside = workingDirectory === null && (program !== null || path !== null);
  const beside = mayBeBeside ? besideScript(words, context) : null;
  if (beside !== null) {
    return {
      ...common,
      command: [commandShell(), "-c", '"$@"', "sundial", ...beside.tokens],
      args: [],
      directory: beside.directory,
    };
  }
  const text = localPaths(line, context);
  return {
    ...common,
    command: [commandShell(), "-c", text, ...(args.length > 0 ? ["sundial"] : [])],
    directory: scripts,
  };
}

/** In the shell of the run, which has evaluated config.sh: the program `ql` would have to do so again. */
function extraStart(args: readonly string[], { config, scripts }: StartContext): Start | null {
  const extra = extraShell(config);
  if (extra === null) return null;
  const { command, around: { words } } = extra;
  return { command, args, words, last: [], isSourced: true, script: null, directory: scripts };
}

/** A program with a script among its arguments runs in the folder of that script: any after `task`, else an interpreter. */
function besideScript(
  [program = "", ...rest]: readonly string[],
  context: StartContext,
): { tokens: string[]; directory: string } | null {
  const at = rest.findIndex((token) => isScriptName(token) && scriptFile(token, context) !== null);
  const file = at < 0 ? null : scriptFile(rest[at] ?? "", context);
  if (file === null) return null;
  const tokens = [program, ...rest].map((token) => localPath(token, context));
  tokens[at + 1] = `./${file.slice(dirname(file).length + 1)}`;
  return { tokens, directory: dirname(file) };
}

function existing(path: string, context: StartContext): RunSpec["script"] {
  const file = scriptFile(path, context);
  return file === null ? null : { path, file };
}

function scriptFile(path: string, context: StartContext): string | null {
  try {
    return findScript(path, context);
  } catch (error) {
    if (error instanceof RunSpecError) return null;
    throw error;
  }
}
