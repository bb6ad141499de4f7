import { sql } from "kysely";
import { gathered } from "../../engine/gathered.ts";
import type { Ending } from "../../engine/ledger.ts";
import { maxParallel } from "../../engine/overlap.ts";
import {
  type Environment,
  type PreparedFolders,
  type PreparedRun,
  type RetryRule,
  type RunFolders,
  type RunSpec,
  type RunType,
  type VariablesOfRun,
} from "../../engine/run_type.ts";
import { wallTime } from "../../engine/logs/run_log.ts";
import type { Database, RunRow, Tx } from "../../engine/store.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { CONFIG_VARIABLE, SCRIPTS_VARIABLE } from "../../platform/access_folder.ts";
import { oldPanelVariables } from "../../platform/old_panel_folder.ts";
import { runVariables } from "../../platform/run_variables.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { readRunTrigger } from "../runs/run_trigger.ts";
import { updateEach } from "../../platform/update_each.ts";
import { isMasked } from "../../contract/variables.ts";
import { splitAccounts } from "./command/account_ranges.ts";
import { type CommandStart, startCommand } from "./command/command_start.ts";
import { findShellHooks } from "./command/hooks.ts";
import { localPaths } from "./command/old_paths.ts";
import { logFolderOf, parseCommand } from "./command/parse_command.ts";
import { randomlyDelayed } from "./command/refusal_messages.ts";
import { environmentOf, type ScriptContext } from "./command/script_spec.ts";
import { parameterVariables, withParameters } from "./parameters/run_variables.ts";
import { readForEach } from "./for_each/list_items.ts";
import { followRun } from "./flow/follow_run.ts";
import { isStopped, listStopped } from "./flow/stopped_flows.ts";
import { collectOutputs, type OutputContext } from "./outputs/collect_outputs.ts";
import type { OutputFolders } from "./outputs/output_folders.ts";
import { filesElsewhere } from "./outputs/output_messages.ts";
import { readInputs } from "./outputs/read_inputs.ts";
import { readRequest } from "./run_request.ts";
import type { StartLimits } from "./start_limits.ts";
import { readTask } from "./store.ts";
import { withTrigger } from "./webhook/trigger_content.ts";
import { readOverlap, readRetry, taskSource } from "./task_source.ts";

export interface TaskVariables {
  /** Reads the enabled variables: all of them, or with `labels` those that have any of the labels. */
  of(labels: readonly string[] | null): Promise<VariablesOfRun>;
}

export interface TaskRunContext {
  scripts: ScriptContext;
  variables: TaskVariables;
  outputs: OutputContext;
  /** Returns the time limit of tasks without one, in ms; null for none. */
  timeLimitMs(): number | null;
  /** Returns the panel's time zone. */
  zone(): string;
  limits: StartLimits;
}

/** A variable whose accounts a command runs for, anywhere in a line. */
const ACCOUNTS = /\b(?:conc|desi)\s+["']?(\w+)/g;
/** The log folder of a task whose output is not stored. */
const DISCARD = "/dev/null";
/** Random delays shorter than this are not worth a line in the log. */
const SECOND = 1_000;

/** Returns the run type of tasks: built from the task as it is when a run starts, and retried if the task asks for it. */
export function taskRuns(context: TaskRunContext): RunType {
  return {
    source: {
      column: "task_id",
      limitsOf,
      events: (taskId) => ({ ofRun: { taskId }, ofSource: { topic: "tasks", type: "task:state_changed" } }),
    },
    prepare: (db, runs) => prepare(db, runs, context),
    listAtStart: (tx, cause, now) => listAtStart(tx, { cause, now, context }),
    listStopped,
    retryRule: (tx, run) => retryRule(tx, run, context),
    collect: (db, run, secrets) => collect(db, run, { secrets, context }),
    ended: storeLastRun,
    follow: (tx, run, to) =>
      followRun(tx, { run, options: { ...to, panelZone: context.zone(), limits: context.limits } }),
  };
}

async function listAtStart(
  tx: Tx,
  { cause, now, context }: {
    cause: "startup" | "boot";
    now: number;
    context: Pick<TaskRunContext, "limits">;
  },
) {
  const tasks = await tx.selectFrom("task").selectAll()
    .where("enabled", "=", 1).where("schedules_json", "=", JSON.stringify(cause)).execute();
  return tasks.map((task) => ({ source: taskSource(task), held: context.limits.heldAt(task, now) }));
}

/**
 * Returns how the task of a failed run wants it to be retried; null when it is disabled or gone, or the run belongs to a flow run that
 * is stopped.
 */
export async function retryRule(
  tx: Tx,
  { task_id, flow_run_id }: Pick<RunRow, "task_id" | "flow_run_id">,
  { limits }: Pick<TaskRunContext, "limits">,
): Promise<RetryRule | null> {
  if (task_id === null) return null;
  const task = await readTask(tx, task_id);
  if (!task?.enabled || await isStopped(tx, flow_run_id)) return null;
  return { source: taskSource(task), retry: readRetry(task), heldAt: (at) => limits.heldAt(task, at) };
}

/** Stores the result of a task's newest run in its row; a success also unmutes the task. */
export async function storeLastRun(tx: Tx, run: RunRow, ending: Ending): Promise<void> {
  if (run.task_id !== null) await storeLastRuns(tx, { taskId: run.task_id, run, ending });
}

const storeLastRuns = gathered(
  async (tx: Tx, ended: readonly { taskId: number; run: RunRow; ending: Ending }[]) => {
    const last = [...Map.groupBy(ended, ({ taskId }) => taskId)].map(([id, ofTask]) => {
      const newest = ofTask.reduce((one, other) => other.run.id > one.run.id ? other : one);
      return {
        id,
        last_run_id: newest.run.id,
        last_started_at: newest.run.started_at,
        last_duration_ms: newest.ending.durationMs,
        last_outcome: newest.ending.state,
        last_exit_code: newest.ending.exitCode,
        isUnmuted: ofTask.some(({ ending }) => ending.state === "succeeded"),
      };
    });
    for (const [isUnmuted, rows] of Map.groupBy(last, (one) => one.isUnmuted)) {
      await updateEach(tx, {
        table: "task",
        key: { id: "bigint" },
        values: {
          last_run_id: "bigint",
          last_started_at: "bigint",
          last_duration_ms: "bigint",
          last_outcome: "text",
          last_exit_code: "bigint",
          ...(isUnmuted && { muted: "bigint" }),
        },
        rows: rows.map(({ isUnmuted: _, ...row }) => ({ ...row, muted: 0 })),
        where: sql`(task.last_run_id is null or task.last_run_id < given.last_run_id)`,
      });
    }
    return ended.map(() => undefined);
  },
);

async function prepare(
  db: Database,
  runs: readonly RunRow[],
  context: TaskRunContext,
): Promise<Map<number, PreparedRun>> {
  const ids = [...new Set(runs.flatMap(({ task_id }) => task_id ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("task").selectAll().where("id", "in", ids).execute();
  const tasks = new Map(rows.map((row) => [row.id, row]));
  const apart = await readOwnPython(db, rows);
  return new Map(runs.flatMap((run) => {
    const task = run.task_id === null ? undefined : tasks.get(run.task_id);
    return task ? [[run.id, preparedOf(db, task, run, contextOf(task, apart, context))] as const] : [];
  }));
}

/** Returns the subscriptions of tasks that have Python packages of their own. */
async function readOwnPython(db: Database, tasks: readonly TaskRow[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(tasks.flatMap(({ subscription_id }) => subscription_id ?? []))];
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom("subscription").select("id").where("id", "in", ids)
    .where("own_python", "=", 1).execute();
  return new Set(rows.map(({ id }) => id));
}

function contextOf(
  { subscription_id }: TaskRow,
  apart: ReadonlySet<number>,
  context: TaskRunContext,
): TaskRunContext {
  if (subscription_id === null || !apart.has(subscription_id)) return context;
  const { scripts } = context;
  return { ...context, scripts: { ...scripts, packages: scripts.packages.ofSubscription(subscription_id) } };
}

async function limitsOf(db: Database, taskIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.selectFrom("task").select(["id", "overlap_json", "for_each_json"]).where("id", "in", [
    ...taskIds,
  ])
    .execute();
  return new Map(rows.map((row) => [row.id, maxAtOnce(row)]));
}

function maxAtOnce(task: Pick<TaskRow, "overlap_json" | "for_each_json">): number {
  return readForEach(task)?.limit ?? maxParallel(readOverlap(task));
}

// Those that an earlier panel knew are what they are now; a task that was deleted since knows none.
async function collect(
  db: Database,
  run: RunRow,
  { secrets, context }: { secrets: readonly string[] | null; context: TaskRunContext },
) {
  const readAgain = async () => {
    const prepared = (await prepare(db, [run], context)).get(run.id);
    return (await prepared?.variables?.().catch(() => null))?.secrets ?? null;
  };
  const { outputs, scripts: { sealer } } = context;
  return await collectOutputs(run, secrets ?? readAgain, { ...outputs, sealer });
}

function preparedOf(
  db: Database,
  task: TaskRow,
  run: RunRow,
  { scripts, variables, timeLimitMs, outputs, zone }: TaskRunContext,
): PreparedRun {
  // Labels that cannot be parsed select no variables: all variables would be more than the task should get.
  const labels = task.variable_labels_json === null
    ? null
    : storedJson<string[]>(task.variable_labels_json, []);
  return {
    logFolder: task.log_folder === DISCARD ? null : task.log_folder ?? logFolderOf(task.command, task.id),
    maxAtOnce: maxAtOnce(task),
    timeLimitMs: limitOf(task) ?? scripts.configFile.switches().timeLimitMs ?? timeLimitMs(),
    variables: async () => {
      const { sealer } = scripts;
      const own = withAccounts(await variables.of(labels), linesOf(task));
      const given = withParameters(own, task, { requestJson: run.request_json, sealer });
      const found = await withTrigger(given, run.request_json, { db, sealer });
      const inputs = await readInputs(db, task, run, { sealer, panelZone: zone() });
      return inputs ? withInputs(found, inputs) : found;
    },
    prepareFolders: (run, variables) => makeFolders(run, variables, outputs.folders),
    spec: (run, values, folders) =>
      specOfTask(task, run, {
        context: folders ? withFolders(scripts, folders) : scripts,
        variables: values,
      }),
  };
}

function withInputs(
  found: VariablesOfRun,
  { values, secrets, inputs, notes }: NonNullable<Awaited<ReturnType<typeof readInputs>>>,
): VariablesOfRun {
  return {
    ...found,
    values: { ...found.values, ...values },
    secrets: [...new Set([...found.secrets, ...secrets])],
    ...{ inputs, notes },
  };
}

async function makeFolders(
  { id }: RunRow,
  { inputs, notes = [] }: VariablesOfRun,
  folders: OutputFolders,
): Promise<PreparedFolders> {
  const environment = folders.make(id);
  if (!inputs) return { environment, notes: [] };
  const provided = await folders.provide(id, inputs);
  return {
    environment: { ...environment, ...provided.environment },
    notes: [...notes, ...provided.missing.map(({ name }) => filesElsewhere(name))],
  };
}

function withFolders(context: ScriptContext, folders: RunFolders): ScriptContext {
  const variables = { [SCRIPTS_VARIABLE]: folders.scripts, [CONFIG_VARIABLE]: folders.config };
  const inherited = { ...context.inherited, ...oldPanelVariables({ ...context, ...folders }) };
  return { ...context, ...folders, inherited, access: () => ({ ...context.access(), ...variables }) };
}

// The delay of `RandomDelay`, which the task itself does not show.
function randomDelayNote(task: TaskRow, run: RunRow, { zone }: ScriptContext): CommandStart["notes"] {
  const { due_at: dueAt, start_after: startAfter } = run;
  if (run.cause !== "schedule" || task.random_delay_ms > 0 || dueAt === null) return [];
  const seconds = Math.round((startAfter - dueAt) / SECOND);
  const wall = (at: number) => wallTime(at, task.time_zone ?? zone(), "line");
  return seconds <= 0 ? [] : [randomlyDelayed(seconds, wall(dueAt), wall(startAfter))];
}

function triggerVariables(run: RunRow): Record<string, string> {
  const trigger = readRunTrigger(run);
  if (trigger === null) return {};
  const { trigger: name, triggerPath } = runVariables;
  return { [name]: trigger.type, ...trigger.path !== null && { [triggerPath]: trigger.path } };
}

function linesOf(task: TaskRow): string {
  return [task.before_command, task.command, task.after_command].join("\n");
}

/**
 * Returns variables with the accounts that `conc` and `desi` in these lines name as secrets of their own: a script prints
 * them one by one.
 */
export function withAccounts(found: VariablesOfRun, lines: string): VariablesOfRun {
  const accounts = [...lines.matchAll(ACCOUNTS)].flatMap(([, name = ""]) => {
    const value = Object.hasOwn(found.values, name) ? found.values[name] : undefined;
    const isSecret = value !== undefined && found.secrets.some((secret) => value.includes(secret));
    return isSecret ? splitAccounts(value).filter(isMasked) : [];
  });
  if (accounts.length === 0) return found;
  return { ...found, secrets: [...new Set([...found.secrets, ...accounts])] };
}

// A limit in the command overrides the task's own, and that the ones for all tasks.
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
  const parameters = parameterVariables(task, run.request_json, context);
  const { last, words, isSourced, ...started } = startCommand(
    parseCommand(task.command),
    { workingDirectory: task.working_directory, args: request.arguments },
    context,
  );
  const delay = randomDelayNote(task, run, context);
  const local = (line: string | null) => line === null ? null : localPaths(line, context);
  return {
    ...started,
    notes: [...delay, ...started.notes],
    around: {
      ...findShellHooks(context.config),
      before: local(task.before_command),
      after: local(task.after_command),
      last,
      words,
      isSourced,
    },
    environment: environmentOf(run, { variables, given: { ...request.variables, ...parameters } }, context, {
      SUNDIAL_TASK_ID: String(task.id),
      SUNDIAL_TASK_NAME: task.name,
      ...triggerVariables(run),
    }),
  };
}
