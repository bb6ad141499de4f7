// Commands that run once, without a task. The line means what it would mean in a task.
import type { PreparedRun } from "../../engine/run_type.ts";
import type { RunRow } from "../../engine/store.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { startCommand } from "../tasks/command/command_start.ts";
import { findShellHooks } from "../tasks/command/hooks.ts";
import { parseCommand } from "../tasks/command/parse_command.ts";
import { environmentOf } from "../tasks/command/script_spec.ts";
import { isScriptName } from "../tasks/command/task_kind.ts";
import { type TaskRunContext, withAccounts } from "../tasks/run_type.ts";

const LOG_FOLDER = "command";

/** Returns the subject of a run that runs a command. */
export function writeCommand(command: string): string {
  return JSON.stringify({ command });
}

/** Reads the command of a run; null when it runs a script. */
export function readCommand({ subject_json }: Pick<RunRow, "subject_json">): string | null {
  const { command } = storedJson<{ command?: unknown }>(subject_json, {});
  return typeof command === "string" ? command : null;
}

/**
 * Returns the line of a command that may lack the `task` before it. A line that only a shell can interpret needs it where
 * it begins with a script.
 */
export function commandLine(command: string): string {
  const given = command.trim();
  const [first = ""] = given.split(/\s+/);
  if (first === "task") return given;
  const line = `task ${given}`;
  const parsed = parseCommand(line);
  return parsed.kind === "shell" && parsed.program === null && !isScriptName(first) ? given : line;
}

/** Prepares a run of a command: with the hooks, variables and time limit that a task without settings of its own has. */
export function prepareCommand(
  given: string,
  { scripts, variables, timeLimitMs }: TaskRunContext,
): PreparedRun {
  const line = commandLine(given);
  const command = parseCommand(line);
  const limit = command.kind === "wrong" ? null : command.timeLimitMs;
  return {
    logFolder: LOG_FOLDER,
    maxAtOnce: Infinity,
    timeLimitMs: limit ?? scripts.configFile.switches().timeLimitMs ?? timeLimitMs(),
    variables: async () => withAccounts(await variables.of(null), line),
    spec: (run, values) => {
      const { last, words, isSourced, ...started } = startCommand(
        command,
        { workingDirectory: null, args: [] },
        scripts,
      );
      return {
        ...started,
        around: { ...findShellHooks(scripts.config), before: null, after: null, last, words, isSourced },
        environment: environmentOf(run, { variables: values, given: {} }, scripts),
        // A debug run with a script is one of its editor, which lists and stops it.
        script: null,
      };
    },
  };
}
