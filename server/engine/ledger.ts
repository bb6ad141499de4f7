// The ledger: one row for every due time and for every other run. Each function is one step in the life of a run; none of
// them changes a run whose state does not allow it.
import { type Insertable, sql, type SqlBool } from "kysely";
import type { RunCause, RunState, SkipReason } from "../contract/runs.ts";
import type { RunTable } from "../migrations/run_tables.ts";
import { type EachUpdate, updateEach, type ValueType } from "../platform/update_each.ts";
import { approvalUntil } from "./approvals.ts";
import { currentAuthor } from "./change_scope.ts";
import type { Held } from "./decision.ts";
import { flowColumns, type FlowMember } from "./flow_member.ts";
import { gathered } from "./gathered.ts";
import type { ActiveRun } from "./overlap.ts";
import type { Item, OtherRun, Source } from "./source.ts";
import { activeStates, type FinalState, type RunAction, runActions } from "./states.ts";
import type { Database, RunRow, SourceColumn, SourceKey, Tx } from "./store.ts";

type NewRun = Insertable<RunTable>;

export interface QueuedRun {
  source: Source | OtherRun;
  cause: RunCause;
  now: number;
  dueAt?: number | null;
  /** What the rule says, where a calendar moved it. */
  nominalAt?: number | null;
  /** The window that holds it, and until when. */
  held?: Pick<Held, "windowId" | "until"> | undefined;
  startAfter?: number;
  /** Until when it waits for the tasks before its own (ms). */
  awaitsUntil?: number | null;
  queueOrder?: number | null;
  attempt?: number;
  retryOf?: number;
  /** What the run type needs to build the spec, besides the source as it is. */
  subjectJson?: string | null;
  requestJson?: string | null;
  /** Path of the script, relative to the scripts directory. */
  scriptPath?: string | null;
  /** The only node that may run it; null for any of its pool. */
  targetNode?: number | null;
  flow?: FlowMember | null;
  triggerJson?: string | null;
  item?: Item | null;
  /** Name of who ordered it, where another run follows the same order; who starts it now by default. */
  requestedBy?: string | null;
}

/** Enqueues a run, or lets it wait for approval. Returns its ID, or null when the due time already has a row. */
export async function insertQueued(tx: Tx, run: QueuedRun): Promise<number | null> {
  const { source, cause, now, dueAt = null } = run;
  const untilApproval = approvalUntil(run);
  return await insert(tx, {
    ...newRow(source, cause, now),
    ...run.requestedBy !== undefined && { requested_by: run.requestedBy },
    state: untilApproval === null ? "queued" : "waiting_for_approval",
    approval_until: untilApproval,
    due_at: dueAt,
    nominal_at: run.nominalAt ?? null,
    window_id: run.held?.windowId ?? null,
    held_until: run.held?.until ?? null,
    start_after: run.startAfter ?? now,
    // Catch-up runs never overtake runs that are due now.
    queue_rank: cause === "missed" ? 1 : 0,
    queue_order: run.queueOrder ?? dueAt ?? now,
    attempt: run.attempt ?? 1,
    retry_of: run.retryOf ?? null,
    subject_json: run.subjectJson ?? null,
    request_json: run.requestJson ?? null,
    script_path: run.scriptPath ?? null,
    target_node: run.targetNode ?? null,
    pool: source.placement?.pool ?? null,
    awaits_until: run.awaitsUntil ?? null,
    trigger_json: run.triggerJson ?? null,
    item: run.item?.index ?? null,
    item_value: run.item?.value ?? null,
    ...flowColumns(run.flow),
  });
}

export interface SkippedRun {
  source: Source;
  cause: RunCause;
  reason: SkipReason;
  now: number;
  /** Null for what is not due at a time. */
  dueAt: number | null;
  dueThrough?: number;
  dueCount?: number;
  /** What the rule says, where a calendar moved it. */
  nominalAt?: number | null;
  windowId?: number | null;
  /** The run that it has instead. */
  mergedInto?: number | null;
  blockedBy?: number;
  detail?: string | null;
  /** The only node that might have run it; null for any of its pool. */
  targetNode?: number | null;
  flow?: FlowMember | null;
  /** What it would have been given: continuing its flow run gives that. */
  requestJson?: string | null;
  triggerJson?: string | null;
}

/** Records a due time, or a range of them, as skipped. Returns null when it already has a row. */
export async function insertSkipped(tx: Tx, run: SkippedRun): Promise<number | null> {
  return await insert(tx, {
    ...newRow(run.source, run.cause, run.now),
    state: "skipped",
    due_at: run.dueAt,
    due_through: run.dueThrough ?? null,
    nominal_at: run.nominalAt ?? null,
    window_id: run.windowId ?? null,
    merged_into: run.mergedInto ?? null,
    due_count: run.dueCount ?? 1,
    finished_at: run.now,
    skip_reason: run.reason,
    blocked_by: run.blockedBy ?? null,
    detail: run.detail ?? null,
    target_node: run.targetNode ?? null,
    request_json: run.requestJson ?? null,
    trigger_json: run.triggerJson ?? null,
    ...flowColumns(run.flow),
  });
}

const onDemand: readonly RunCause[] = ["person", "application"];

function newRow(source: Source | OtherRun, cause: RunCause, now: number) {
  const key = "column" in source ? { [source.column]: source.id } : {};
  return {
    kind: source.kind,
    // Every run has a name of its own: it outlives its source.
    task_name: source.name,
    task_id: null,
    subscription_id: null,
    ...key,
    serial_group: source.serialGroup ?? null,
    cause,
    due_count: 1,
    queued_at: now,
    start_after: now,
    queue_rank: 0,
    queue_order: now,
    attempt: 1,
    // What the panel does later follows the calls of a request, too, but is not done by a person.
    ...(onDemand.includes(cause) && { requested_by: currentAuthor().name }),
  };
}

const insert = gathered(async (tx: Tx, rows: readonly NewRun[]) => {
  const inserted = await tx.insertInto("run").values(rows).onConflict((conflict) => conflict.doNothing())
    .returning(["id", ...identity]).execute();
  if (inserted.length === 0) return rows.map(() => null);
  await tx.insertInto("run_task_name").values(
    [...new Set(rows.map((row) => row.task_name))].map((name) => ({ name })),
  )
    .onConflict((conflict) => conflict.doNothing()).execute();
  // The order in which a database returns new rows is its own. Those that are equal here got their ids in the order given.
  const ids = Map.groupBy(inserted.toSorted((a, b) => a.id - b.id), identify);
  return rows.map((row) => ids.get(identify(row))?.shift()?.id ?? null);
});

/** What tells new rows apart. No free text: a database may replace characters of it. */
const identity = [
  "kind",
  "task_id",
  "subscription_id",
  "cause",
  "due_at",
  "nominal_at",
  "target_node",
  "retry_of",
  "flow_run_id",
  "item",
] as const;

function identify(row: { readonly [column in (typeof identity)[number]]?: unknown }): string {
  return JSON.stringify(identity.map((column) => row[column] ?? null));
}

const activeColumns = [
  "id",
  "state",
  "cause",
  "queue_rank",
  "queue_order",
  "start_after",
  "target_node",
  "stop_requested_at",
  "held_until",
  "flow_run_id",
  "item",
] as const;

/** Lists the runs of a source that have not ended, oldest first. */
export const listActive = gathered(
  async (db: Database | Tx, sources: readonly SourceKey[]): Promise<ActiveRun[][]> => {
    const found = new Map<SourceColumn, Map<number | null, ActiveRun[]>>();
    for (const [column, ofColumn] of Map.groupBy(sources, (source) => source.column)) {
      const rows = await db.selectFrom("run").select([...activeColumns, column])
        .where(column, "in", [...new Set(ofColumn.map(({ id }) => id))])
        .where("finished_at", "is", null).where("state", "in", activeStates).orderBy("id").execute();
      found.set(column, Map.groupBy(rows, (row) => row[column]));
    }
    return sources.map(({ column, id }) => found.get(column)?.get(id) ?? []);
  },
);

/** Removes runs that have not started without running them. Returns those that were still there. */
export async function skipQueued(
  tx: Tx,
  ids: readonly number[],
  skip: { reason: SkipReason; now: number; blockedBy?: number | null; mergedInto?: number },
): Promise<number[]> {
  return await move(tx, ids, "skip", {
    ...skip.mergedInto !== undefined && { merged_into: skip.mergedInto },
    state: "skipped",
    skip_reason: skip.reason,
    finished_at: skip.now,
    blocked_by: skip.blockedBy ?? null,
  });
}

/** Marks runs that have not started as stopped by a user. Returns those that were still there. */
export async function cancelQueued(
  tx: Tx,
  ids: readonly number[],
  { now, by }: { now: number; by: string | null },
): Promise<number[]> {
  const stopped = { finished_at: now, stop_requested_at: now, stopped_by: by };
  return await move(tx, ids, "cancel", { state: "stopped", ...stopped });
}

/** Assigns slots to queued runs; `bootId` is null until its node has taken a run. Returns those that were still queued. */
export async function claim(
  tx: Tx,
  runs: readonly Pick<RunRow, "id" | "log_path" | "node_id">[],
  bootId: string | null,
): Promise<number[]> {
  const claimed = await moveEach(tx, "claim", {
    key: { id: "bigint" },
    values: { state: "text", boot_id: "text", log_path: "text", node_id: "bigint" },
    rows: runs.map(({ id, log_path, node_id }) => ({
      id,
      log_path,
      node_id,
      boot_id: bootId,
      state: "starting",
    })),
  });
  return [...claimed];
}

/**
 * Returns a claimed run that was never started to the queue, if it is still claimed as `run` says. Its node can no longer start
 * it.
 */
export async function requeue(
  tx: Tx,
  { id, epoch, boot_id }: Pick<RunRow, "id" | "epoch" | "boot_id">,
): Promise<boolean> {
  const rows = await tx.updateTable("run")
    .set({ state: "queued", node_id: null, boot_id: null, epoch: epoch + 1 })
    .where("id", "=", id).where("state", "in", runActions.requeue.from).where("epoch", "=", epoch)
    // Its node may have taken it since it was read.
    .where("boot_id", boot_id === null ? "is" : "=", boot_id).returning("id").execute();
  return rows.length > 0;
}

/** Returns what is known once the process of a run has started. A short run is recorded once, at its end, with all of it. */
export function startOf({ pid, started_at, lag_ms, log_path, script_path, script_version_id }: RunRow) {
  return { pid, started_at, lag_ms, log_path, script_path, script_version_id };
}

const startColumns = {
  pid: "bigint",
  started_at: "bigint",
  lag_ms: "bigint",
  log_path: "text",
  script_path: "text",
  script_version_id: "bigint",
} as const satisfies Record<keyof ReturnType<typeof startOf>, ValueType>;

type StartedProcess = ReturnType<typeof startOf> & Pick<RunRow, "pid_start" | "boot_id">;

const beginAll = gathered(
  async (tx: Tx, begun: readonly (Pick<RunRow, "id" | "epoch"> & StartedProcess)[]) => {
    const moved = await moveEach(tx, "begin", {
      key: { id: "bigint", epoch: "bigint" },
      values: { state: "text", ...startColumns, pid_start: "text", boot_id: "text" },
      rows: begun.map((one) => ({ ...one, state: "running" })),
    });
    return begun.map(({ id }) => moved.has(id));
  },
);

/** Records the process of a run. Returns false when the run was taken away from this node. */
export async function begin(
  tx: Tx,
  { id, epoch }: Pick<RunRow, "id" | "epoch">,
  start: StartedProcess,
): Promise<boolean> {
  return await beginAll(tx, { id, epoch, ...start });
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

const endColumns = {
  state: "text",
  exit_code: "bigint",
  signal: "text",
  finished_at: "bigint",
  duration_ms: "bigint",
  detail: "text",
  peak_memory_bytes: "bigint",
} as const satisfies Partial<Record<keyof RunRow, ValueType>>;

const endAll = gathered(async (tx: Tx, ended: readonly { run: RunRow; ending: Ending }[]) => {
  const moved = await moveEach(tx, "end", {
    key: { id: "bigint", epoch: "bigint" },
    values: { ...endColumns, ...startColumns },
    rows: ended.map(({ run, ending }) => ({
      ...startOf(run),
      id: run.id,
      epoch: run.epoch,
      state: ending.state,
      exit_code: ending.exitCode,
      signal: ending.signal,
      // Never before it began, even when the clock was set back.
      finished_at: Math.max(ending.finishedAt, run.started_at ?? ending.finishedAt),
      duration_ms: ending.durationMs,
      detail: ending.detail,
      peak_memory_bytes: ending.peakMemoryBytes ?? null,
    })),
  });
  return ended.map(({ run }) => moved.has(run.id));
});

/** Records how a run ended. Returns false when the run had already ended. */
export async function end(tx: Tx, run: RunRow, ending: Ending): Promise<boolean> {
  return await endAll(tx, { run, ending });
}

/** Records that the outcome of a run can no longer be known, and takes it away from its node. */
export async function lose(tx: Tx, run: Pick<RunRow, "id" | "epoch">, finishedAt: number): Promise<boolean> {
  const values = { state: "lost" as const, finished_at: finishedAt, epoch: run.epoch + 1 };
  const moved = await move(tx, [run.id], "lose", values, run.epoch);
  if (moved.length > 0) await tx.deleteFrom("run_order").where("run_id", "=", run.id).execute();
  return moved.length > 0;
}

async function move(
  tx: Tx,
  ids: readonly number[],
  action: RunAction,
  values: Partial<RunRow> & { state: RunState },
  epoch?: number,
): Promise<number[]> {
  if (ids.length === 0) return [];
  let query = tx.updateTable("run").set(values)
    .where("id", "in", [...ids]).where("state", "in", runActions[action].from);
  if (epoch !== undefined) query = query.where("epoch", "=", epoch);
  const rows = await query.returning("id").execute();
  return rows.map(({ id }) => id);
}

// Like `move`, with values of its own for each run.
async function moveEach<Key extends Record<string, ValueType>, Values extends Record<string, ValueType>>(
  tx: Tx,
  action: RunAction,
  update: Pick<EachUpdate<Key, Values>, "key" | "values" | "rows">,
): Promise<Set<number>> {
  const where = sql<SqlBool>`run.state in (${sql.join([...runActions[action].from])})`;
  return new Set(await updateEach(tx, { table: "run", ...update, where }));
}
