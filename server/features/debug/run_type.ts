import { dirname, join } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import { isReservedName } from "../../platform/files/path_names.ts";
import { type Environment, type PreparedRun, type RunSpec, type RunType } from "../../engine/run_type.ts";
import type { RunRow } from "../../engine/store.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { findShellHooks } from "../tasks/command/hooks.ts";
import { debugLogFolderOf } from "../tasks/command/parse_command.ts";
import { environmentOf, scriptCommand, type ScriptContext } from "../tasks/command/script_spec.ts";
import { readRequest } from "../tasks/run_request.ts";
import type { TaskRunContext } from "../tasks/run_type.ts";
import { commandError } from "../tasks/command/refusal_messages.ts";
import { prepareCommand, readCommand } from "./command.ts";

/** The source of a debug run; both paths are relative to the scripts directory. */
export interface DebugSource {
  /** The script being edited, which may not exist yet. */
  script: string;
  /** The text from the editor, stored beside the script so that relative imports work. */
  copy: string;
}

/**
 * Returns the run type of scripts as they are in the editor, saved or not, and of commands without a task. They run like
 * a task would.
 */
export function scriptDebug(context: TaskRunContext): RunType {
  return {
    prepare: (_, runs) =>
      Promise.resolve(
        new Map(runs.flatMap((run) => {
          const prepared = prepareOne(run, context);
          return prepared ? [[run.id, prepared] as const] : [];
        })),
      ),
  };
}

function prepareOne(run: RunRow, context: TaskRunContext): PreparedRun | null {
  const source = readDebugSource(run);
  if (source) return preparedOf(source, context);
  const command = readCommand(run);
  return command === null ? null : prepareCommand(command, context);
}

/** Reads the source of a debug run; null when it has none, as that of a command, or when it cannot be parsed. */
export function readDebugSource({ subject_json }: Pick<RunRow, "subject_json">): DebugSource | null {
  const { script, copy } = storedJson<Partial<DebugSource>>(subject_json, {});
  return typeof script === "string" && typeof copy === "string" ? { script, copy } : null;
}

function preparedOf({ script, copy }: DebugSource, { scripts, variables }: TaskRunContext): PreparedRun {
  return {
    logFolder: debugLogFolderOf(script),
    maxAtOnce: Infinity,
    timeLimitMs: null,
    variables: () => variables.of(null),
    spec: (run, values) => specOf({ script, copy }, run, { context: scripts, variables: values }),
  };
}

function specOf(
  { script, copy }: DebugSource,
  run: RunRow,
  { context, variables }: { context: ScriptContext; variables: Environment },
): RunSpec {
  const { arguments: args, variables: given } = readRequest(run.request_json, context.sealer);
  const file = findCopy(copy, context.scripts);
  const { command, last, isSourced } = scriptCommand(file, context);
  return {
    command,
    args,
    directory: dirname(file),
    around: {
      ...findShellHooks(context.config),
      before: null,
      after: null,
      last: last.length === 0 ? last : [...last, ...args],
      words: [script, ...args],
      isSourced,
    },
    environment: environmentOf(run, { variables, given }, context),
    // What runs is the copy; the script it stands for was recorded when it was enqueued.
    script: null,
  };
}

// The panel creates the copy under a name that nobody else can choose; the row that names it may have been edited.
function findCopy(copy: string, scripts: string): string {
  const names = copy.split("/");
  const name = names.pop() ?? "";
  try {
    using folder = new FilesRoot(scripts).folder(names.join("/")).folder;
    if (isReservedName(name) && folder.find(name)?.isFile()) return join(scripts, copy);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  throw commandError({ code: "script_missing", script: copy, directories: [scripts] });
}
