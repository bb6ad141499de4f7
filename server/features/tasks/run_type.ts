import { dirname } from "node:path";
import type { Ending } from "../../engine/ledger.ts";
import { maxParallel } from "../../engine/overlap.ts";
import {
  type Environment,
  type PreparedRun,
  type RetryRule,
  type RunSpec,
  RunSpecError,
  type RunType,
  type VariablesOfRun,
} from "../../engine/run_type.ts";
import type { Database, RunRow, Tx } from "../../engine/store.ts";
import type { TaskRow } from "../../migrations/tables.ts";
import { commandShell } from "../../platform/process/spawn_session.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { findShellHooks } from "./command/hooks.ts";
import { logFolderOf, parseCommand } from "./command/parse_command.ts";
import { pathBelow, scriptPathOf } from "./command/script_path.ts";
import {
  environmentOf,
  findDirectory,
  findScript,
  scriptCommand,
  type ScriptContext,
} from "./command/script_spec.ts";
import { readRequest, type RunRequest } from "./run_request.ts";
import { readOverlap, readRetry, taskSource } from "./task_source.ts";
import { commandError } from "./command/refusal_messages.ts";

/** The variables that users define for their tasks. */
export interface TaskVariables {
  /** Reads the enabled variables: all of them, or with `labels` those that have any of the labels. */
  of(labels: readonly string[] | null): Promise<VariablesOfRun>;
}

export interface TaskRunContext {
  scripts: ScriptContext;
  variables: TaskVariables;
}

/** Returns the run type of tasks: built from the task as it is when a run starts, and retried if the task asks for it. */
export function taskRuns(context: TaskRunContext): RunType {
  return {
    source: {
      column: "task_id",
      limitsOf,
      events: (taskId) => ({ ofRun: { taskId }, ofSource: { topic: "tasks", type: "task:state_changed" } }),
    },
    prepare: (db, runs) => prepare(db, runs, context),
    listAtStart,
    retryRule,
    ended: storeLastRun,
  };
}

async function listAtStart(tx: Tx, cause: "startup" | "boot") {
  const tasks = await tx.selectFrom("task").selectAll()
    .where("enabled", "=", 1).where("schedules_json", "=", JSON.stringify(cause)).execute();
  return tasks.map(taskSource);
}

/** Returns how the task of a failed run wants it to be retried; null when it is disabled or gone. */
export async function retryRule(tx: Tx, { task_id }: RunRow): Promise<RetryRule | null> {
  if (task_id === null) return null;
  const task = await tx.selectFrom("task").selectAll().where("id", "=", task_id).executeTakeFirst();
  return task?.enabled ? { source: taskSource(task), retry: readRetry(task) } : null;
}

/** Stores the result of a task's newest run in its row; a success also unmutes the task. */
export async function storeLastRun(tx: Tx, run: RunRow, ending: Ending): Promise<void> {
  if (run.task_id === null) return;
  await tx.updateTable("task").set({
    last_run_id: run.id,
    last_started_at: run.started_at,
    last_duration_ms: ending.durationMs,
    last_outcome: ending.state,
    last_exit_code: ending.exitCode,
    ...(ending.state === "succeeded" && { muted: 0 }),
  }).where("id", "=", run.task_id)
    .where((where) => where.or([where("last_run_id", "is", null), where("last_run_id", "<", run.id)]))
    .execute();
}

async function prepare(
  db: Database,
  runs: readonly RunRow[],
  context: TaskRunContext,
): Promise<Map<number, PreparedRun>> {
  const ids = [...new Set(runs.flatMap(({ task_id }) => task_id ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("task").selectAll().where("id", "in", ids).execute();
  const tasks = new Map(rows.map((row) => [row.id, row]));
  return new Map(runs.flatMap((run) => {
    const task = run.task_id === null ? undefined : tasks.get(run.task_id);
    return task ? [[run.id, preparedOf(task, context)] as const] : [];
  }));
}

async function limitsOf(db: Database, taskIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.selectFrom("task").select(["id", "overlap_json"]).where("id", "in", [...taskIds])
    .execute();
  return new Map(rows.map((row) => [row.id, maxParallel(readOverlap(row))]));
}

function preparedOf(task: TaskRow, { scripts, variables }: TaskRunContext): PreparedRun {
  // Labels that cannot be parsed select no variables: all variables would be more than the task should get.
  const labels = task.variable_labels_json === null
    ? null
    : storedJson<string[]>(task.variable_labels_json, []);
  return {
    logFolder: task.log_folder ?? logFolderOf(task.command, task.id),
    maxAtOnce: maxParallel(readOverlap(task)),
    timeLimitMs: limitOf(task),
    variables: () => variables.of(labels),
    spec: (run, values) => specOfTask(task, run, { context: scripts, variables: values }),
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
  { context, variables }: { context: ScriptContext; variables: Environment },
): RunSpec {
  const request = readRequest(run.request_json, context.sealer);
  const { last, folder, ...started } = startOf(task, request, context);
  return {
    ...started,
    around: {
      ...findShellHooks(context.config),
      before: task.before_command,
      after: task.after_command,
      last,
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

function startOf(task: TaskRow, request: RunRequest, context: ScriptContext): Start {
  const command = parseCommand(task.command);
  if (command.kind === "wrong") throw commandError({ code: command.reason });
  if (command.kind === "shell") return shellStart(command.line, task, request, context);
  const file = findScript(command.script, context.scripts);
  const { command: tokens, last } = scriptCommand(file, context);
  const args = [...command.args, ...request.arguments];
  const path = pathBelow(context.scripts, file);
  return {
    command: tokens,
    args,
    folder: dirname(file),
    last: last.length === 0 ? last : [...last, ...args],
    script: path === null ? null : { path, file },
  };
}

// The line receives the arguments of the run as `$1` and so on; `$0` comes before them.
function shellStart(
  line: string,
  task: TaskRow,
  { arguments: args }: RunRequest,
  context: ScriptContext,
): Start {
  const { scripts } = context;
  const path = scriptPathOf({ command: line, workingDirectory: task.working_directory, scripts });
  return {
    command: [commandShell(), "-c", line, ...(args.length > 0 ? ["sundial"] : [])],
    args,
    last: [],
    folder: scripts,
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
