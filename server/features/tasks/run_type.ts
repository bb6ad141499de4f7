import { dirname } from "node:path";
import { commandShell } from "../../platform/process/spawn_session.ts";
import { logFolderOf, parseCommand } from "../../engine/command/parse_command.ts";
import { pathBelow, scriptPathOf } from "../../engine/command/script_path.ts";
import { findShellHooks } from "../../engine/hooks.ts";
import { maxParallel, readOverlap } from "../../engine/overlap.ts";
import { enqueueRetry } from "../../engine/retry.ts";
import { readRequest, type RunRequest } from "../../engine/run_request.ts";
import { type RunSpec, RunSpecError } from "../../engine/run_spec.ts";
import {
  type Environment,
  environmentOf,
  findDirectory,
  findScript,
  scriptCommand,
  type SpecContext,
} from "../../engine/spec_parts.ts";
import type { Database, RunRow, TaskRow } from "../../engine/store.ts";
import type { RunSource, RunType } from "../../engine/run_type.ts";
import { storedJson } from "../../platform/stored_json.ts";

/** Runs of tasks: built from the task as it is when they start, and retried if the task asks for it. */
export const taskRuns: RunType = { find, limitsOf, followUp: enqueueRetry };

async function find(db: Database, runs: readonly RunRow[]): Promise<Map<number, RunSource>> {
  const ids = [...new Set(runs.flatMap(({ task_id }) => task_id ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("task").selectAll().where("id", "in", ids).execute();
  const tasks = new Map(rows.map((row) => [row.id, row]));
  return new Map(runs.flatMap((run) => {
    const task = run.task_id === null ? undefined : tasks.get(run.task_id);
    return task ? [[run.id, subjectOf(task)] as const] : [];
  }));
}

async function limitsOf(db: Database, taskIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.selectFrom("task").select(["id", "overlap_json"]).where("id", "in", [...taskIds])
    .execute();
  return new Map(rows.map((row) => [row.id, maxParallel(readOverlap(row))]));
}

function subjectOf(task: TaskRow): RunSource {
  return {
    logFolder: task.log_folder ?? logFolderOf(task.command, task.id),
    maxAtOnce: maxParallel(readOverlap(task)),
    timeLimitMs: limitOf(task),
    // Labels that cannot be parsed select no variables: all variables would be more than the task should get.
    variableLabels: task.variable_labels_json === null
      ? null
      : storedJson<string[]>(task.variable_labels_json, []),
    spec: (run, context, variables) => specOfTask(task, run, { context, variables }),
  };
}

// A limit in the command overrides the task's own.
function limitOf(task: TaskRow): number | null {
  const command = parseCommand(task.command);
  return (command.kind === "wrong" ? null : command.timeLimitMs) ?? task.time_limit_ms;
}

function specOfTask(
  task: TaskRow,
  run: RunRow,
  { context, variables }: { context: SpecContext; variables: Environment },
): RunSpec {
  const request = readRequest(run.request_json, context.sealer);
  const { last, folder, ...started } = startOf(task, request, context);
  return {
    ...started,
    around: {
      ...findShellHooks(context.config),
      ...{ before: task.before_command, after: task.after_command, last },
    },
    directory: task.working_directory === null
      ? folder
      : findDirectory(task.working_directory, context.scripts),
    environment: environmentOf(run, { variables, given: request.variables }, context, {
      SUNDIAL_TASK_ID: String(task.id),
      SUNDIAL_TASK_NAME: task.name,
    }),
  };
}

type Start = Pick<RunSpec, "command" | "args" | "script"> & { last: readonly string[]; folder: string };

function startOf(task: TaskRow, request: RunRequest, context: SpecContext): Start {
  const command = parseCommand(task.command);
  if (command.kind === "wrong") throw new RunSpecError({ code: command.reason });
  if (command.kind === "shell") return shellStart(command.line, task, request, context);
  const file = findScript(command.script, context.scripts);
  const { command: tokens, last } = scriptCommand(file, context);
  const args = [...command.args, ...request.arguments];
  const path = pathBelow(context.scripts, file);
  return {
    ...{ command: tokens, args, folder: dirname(file) },
    last: last.length === 0 ? last : [...last, ...args],
    script: path === null ? null : { path, file },
  };
}

// The line receives the arguments of the run as `$1` and so on; `$0` comes before them.
function shellStart(
  line: string,
  task: TaskRow,
  { arguments: args }: RunRequest,
  context: SpecContext,
): Start {
  const { scripts } = context;
  const path = scriptPathOf({ command: line, workingDirectory: task.working_directory, scripts });
  return {
    command: [commandShell(), "-c", line, ...(args.length > 0 ? ["sundial"] : [])],
    ...{ args, last: [], folder: scripts },
    script: path === null ? null : existing(path, scripts),
  };
}

function existing(path: string, scripts: string): RunSpec["script"] {
  try {
    return { path, file: findScript(path, scripts) };
  } catch (error) {
    if (error instanceof RunSpecError) return null;
    throw error;
  }
}
