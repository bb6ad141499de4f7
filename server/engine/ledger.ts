// The ledger: one row for every due time and for every other run. Each function is one step in the life of a run; none of
// them changes a run whose state does not allow it.
import type { Insertable } from "kysely";
import type { RunCause, RunKind, RunState, SkipReason } from "../contract/runs.ts";
import type { RunTable } from "../migrations/tables.ts";
import type { ActiveRun } from "./overlap.ts";
import { activeStates, type FinalState, runActions } from "./states.ts";
import type { Database, RunRow, SubscriptionRow, TaskRow, Tx } from "./store.ts";

type NewRun = Insertable<RunTable>;

export interface QueuedRun {
  task: Pick<TaskRow, "id" | "name" | "serial_group">;
  cause: RunCause;
  now: number;
  dueAt?: number;
  startAfter?: number;
  queueOrder?: number | null;
  attempt?: number;
  retryOf?: number;
  requestJson?: string | null;
}

/** Enqueues a run. Returns its ID, or null when the due time already has a row. */
export async function insertQueued(tx: Tx, run: QueuedRun): Promise<number | null> {
  const { task, cause, now, dueAt = null } = run;
  return await insert(tx, {
    ...blank(task, cause, now),
    kind: "task",
    state: "queued",
    due_at: dueAt,
    start_after: run.startAfter ?? now,
    // Catch-up runs never overtake runs that are due now.
    queue_rank: cause === "missed" ? 1 : 0,
    queue_order: run.queueOrder ?? dueAt ?? now,
    attempt: run.attempt ?? 1,
    retry_of: run.retryOf ?? null,
    serial_group: task.serial_group,
    request_json: run.requestJson ?? null,
  });
}

export interface OtherRun {
  kind: Exclude<RunKind, "task">;
  /** Display name, used where a task's run has the name of its task. */
  name: string;
  cause: RunCause;
  now: number;
  /** Source of the run, from which its run type builds the spec. */
  subjectJson: string;
  requestJson: string | null;
  /** Path of the script, relative to the scripts directory. */
  scriptPath: string | null;
  /** Runs of one group are never live together. */
  serialGroup?: string;
}

/** Enqueues a run that belongs to no task. Returns its ID. */
export async function insertOther(tx: Tx, run: OtherRun): Promise<number> {
  const { kind, name, cause, now } = run;
  const { id } = await tx.insertInto("run").values({
    ...blank({ id: null, name }, cause, now),
    ...{ kind, state: "queued" },
    subject_json: run.subjectJson,
    request_json: run.requestJson,
    script_path: run.scriptPath,
    serial_group: run.serialGroup ?? null,
  }).returning("id").executeTakeFirstOrThrow();
  return id;
}

export interface NewPull {
  subscription: Pick<SubscriptionRow, "id" | "name">;
  cause: RunCause;
  now: number;
  dueAt?: number;
  /** What to do instead of a full pull. */
  subjectJson?: string;
}

/** Enqueues a pull. Returns its ID, or null when the due time already has a row. */
export async function insertPull(
  tx: Tx,
  { subscription, cause, now, dueAt, subjectJson }: NewPull,
): Promise<number | null> {
  return await insert(tx, {
    ...blankPull(subscription, cause, now),
    ...{ state: "queued", subject_json: subjectJson ?? null, due_at: dueAt ?? null },
    queue_rank: cause === "missed" ? 1 : 0,
    queue_order: dueAt ?? now,
  });
}

/** Records a due time of a subscription, or a range of them, as skipped. Returns null when it already has a row. */
export async function insertSkippedPull(
  tx: Tx,
  { subscription, ...skip }: Omit<SkippedRun, "task"> & Pick<NewPull, "subscription">,
): Promise<number | null> {
  return await insert(tx, { ...blankPull(subscription, skip.cause, skip.now), ...skippedColumns(skip) });
}

// Two pulls of one subscription never run together.
function blankPull({ id, name }: NewPull["subscription"], cause: RunCause, now: number) {
  return {
    ...blank({ id: null, name }, cause, now),
    ...{ kind: "subscription" as const, subscription_id: id, serial_group: pullGroup(id) },
  };
}

/** Returns the serial group in which the pulls of a subscription wait for each other. */
export function pullGroup(subscriptionId: number): string {
  return `subscription:${subscriptionId}`;
}

/** Lists the queued and live pulls of a subscription, oldest first. */
export async function listActivePulls(db: Database | Tx, subscriptionId: number): Promise<number[]> {
  const rows = await db.selectFrom("run").select("id").where("subscription_id", "=", subscriptionId)
    .where("finished_at", "is", null).where("state", "in", activeStates).orderBy("id").execute();
  return rows.map(({ id }) => id);
}

export interface SkippedRun {
  task: Pick<TaskRow, "id" | "name">;
  cause: RunCause;
  reason: SkipReason;
  now: number;
  dueAt: number;
  dueThrough?: number;
  dueCount?: number;
  blockedBy?: number;
  detail?: string | null;
}

/** Records a due time, or a range of them, as skipped. Returns null when it already has a row. */
export async function insertSkipped(tx: Tx, run: SkippedRun): Promise<number | null> {
  return await insert(tx, {
    ...blank(run.task, run.cause, run.now),
    ...skippedColumns(run),
  });
}

function skippedColumns(run: Omit<SkippedRun, "task">) {
  return {
    state: "skipped" as const,
    due_at: run.dueAt,
    due_through: run.dueThrough ?? null,
    due_count: run.dueCount ?? 1,
    finished_at: run.now,
    skip_reason: run.reason,
    blocked_by: run.blockedBy ?? null,
    detail: run.detail ?? null,
  };
}

function blank(task: { id: number | null; name: string }, cause: RunCause, now: number) {
  return {
    task_id: task.id,
    task_name: task.name,
    cause,
    due_count: 1,
    queued_at: now,
    start_after: now,
    queue_rank: 0,
    queue_order: now,
    attempt: 1,
  };
}

async function insert(tx: Tx, row: NewRun): Promise<number | null> {
  const inserted = await tx.insertInto("run").values(row).onConflict((conflict) => conflict.doNothing())
    .returning("id").executeTakeFirst();
  return inserted?.id ?? null;
}

/** Lists the queued and live runs of a task, oldest first. */
export async function listActive(db: Database | Tx, taskId: number): Promise<ActiveRun[]> {
  return await db.selectFrom("run")
    .select(["id", "state", "cause", "queue_rank", "queue_order", "start_after"])
    .where("task_id", "=", taskId).where("finished_at", "is", null).where("state", "in", activeStates)
    .orderBy("id").execute();
}

/** Removes runs from the queue without running them. Returns those that were still queued. */
export async function skipQueued(
  tx: Tx,
  ids: readonly number[],
  skip: { reason: SkipReason; now: number; blockedBy?: number | null },
): Promise<number[]> {
  return await move(tx, ids, "skip", {
    state: "skipped",
    skip_reason: skip.reason,
    finished_at: skip.now,
    blocked_by: skip.blockedBy ?? null,
  });
}

/** Marks queued runs as stopped by a user. Returns those that were still queued. */
export async function cancelQueued(tx: Tx, ids: readonly number[], now: number): Promise<number[]> {
  return await move(tx, ids, "cancel", { state: "stopped", finished_at: now, stop_requested_at: now });
}

/** Assigns slots to queued runs. Returns those that were still queued. */
export async function claim(
  tx: Tx,
  runs: readonly Pick<RunRow, "id" | "log_path">[],
  bootId: string,
): Promise<number[]> {
  const claimed: number[] = [];
  for (const { id, log_path } of runs) {
    claimed.push(...await move(tx, [id], "claim", { state: "starting", boot_id: bootId, log_path }));
  }
  return claimed;
}

/** Returns a claimed run that was never started to the queue. */
export async function requeue(tx: Tx, id: number): Promise<void> {
  await move(tx, [id], "requeue", { state: "queued" });
}

export type Begun = Pick<
  RunRow,
  | "pid"
  | "pid_start"
  | "boot_id"
  | "started_at"
  | "lag_ms"
  | "log_path"
  | "script_path"
  | "script_version_id"
>;

/** Records the process of a run. */
export async function begin(tx: Tx, id: number, begun: Begun): Promise<boolean> {
  return (await move(tx, [id], "begin", { state: "running", ...begun })).length > 0;
}

/** Records that a live run is to be stopped. The first reason wins. */
export async function noteStop(
  tx: Tx,
  ids: readonly number[],
  stop: { now: number; outcome: "stopped" | "timed_out" },
): Promise<number[]> {
  const rows = await tx.updateTable("run")
    .set({ stop_requested_at: stop.now, stop_outcome: stop.outcome })
    .where("id", "in", [...ids]).where("state", "in", runActions.end.from)
    .where("stop_requested_at", "is", null).returning("id").execute();
  return rows.map(({ id }) => id);
}

export interface Ending {
  state: FinalState;
  exitCode: number | null;
  signal: string | null;
  finishedAt: number;
  durationMs: number | null;
  detail: string | null;
  /** Missing or null when it was not measured. */
  peakMemoryBytes?: number | null;
}

/** Records how a run ended and updates the last run of its task. Returns false when the run had already ended. */
export async function end(tx: Tx, run: RunRow, ending: Ending): Promise<boolean> {
  const values = {
    exit_code: ending.exitCode,
    signal: ending.signal,
    // Never before it began, even when the clock was set back.
    finished_at: Math.max(ending.finishedAt, run.started_at ?? ending.finishedAt),
    duration_ms: ending.durationMs,
    detail: ending.detail,
    peak_memory_bytes: ending.peakMemoryBytes ?? null,
    log_path: run.log_path,
    started_at: run.started_at,
    script_path: run.script_path,
    script_version_id: run.script_version_id,
  };
  const moved = await move(tx, [run.id], "end", { state: ending.state, ...values });
  if (moved.length === 0 || run.task_id === null) return moved.length > 0;
  await tx.updateTable("task").set({
    last_run_id: run.id,
    last_started_at: run.started_at,
    last_duration_ms: ending.durationMs,
    last_outcome: ending.state,
    last_exit_code: ending.exitCode,
  }).where("id", "=", run.task_id)
    .where((where) => where.or([where("last_run_id", "is", null), where("last_run_id", "<", run.id)]))
    .execute();
  return true;
}

async function move(
  tx: Tx,
  ids: readonly number[],
  action: keyof typeof runActions,
  values: Partial<RunRow> & { state: RunState },
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await tx.updateTable("run").set(values)
    .where("id", "in", [...ids]).where("state", "in", runActions[action].from)
    .returning("id").execute();
  return rows.map(({ id }) => id);
}
