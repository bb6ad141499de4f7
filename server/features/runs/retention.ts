// Removes old runs and their logs. Logs go first: on a full disk, removing a file still works while a
// database write does not, and a row without its log is found again later.
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import { dirname } from "node:path";
import { type RunKind, runKinds } from "../../contract/runs.ts";
import type { Database } from "../../engine/store.ts";
import type { Tables } from "../../migrations/tables.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import type { Logger } from "../../platform/logger.ts";
import { removeEmptyFolders, removeLog } from "./remove_log.ts";

const BATCH = 500;
const DAY_MS = 86_400_000;

export interface RetentionOptions {
  db: Database;
  logger: Logger;
  /** Directory of all logs. */
  logs: string;
  /** Yields between two batches, so that requests wait for the database no longer than one batch. */
  pause?(): Promise<void>;
}

interface OldRun {
  id: number;
  log_path: string | null;
}

/**
 * Removes runs that ended, and due times that were skipped, before an instant (ms). Skips tasks that have
 * their own retention in days. Returns the number of removed rows.
 */
export async function removeOldRuns(options: RetentionOptions & { before: number }): Promise<number> {
  const { db, before } = options;
  const others = ownDays(db, "task").select("id").union(ownDays(db, "trashed_task").select("id"));
  const old = db.selectFrom("run").select(["id", "log_path"]).where("finished_at", "is not", null)
    .where("finished_at", "<", before).where(isNotOfOpenFlow)
    .where((where) => where.or([where("task_id", "is", null), where("task_id", "not in", others)]))
    .orderBy("finished_at").orderBy("id");
  return await removeAll(options, (stuck) => old.limit(BATCH).offset(stuck).execute());
}

/** Removes old runs of the tasks that have their own retention in days. Returns the number of removed rows. */
export async function removeOldRunsOfTasks(options: RetentionOptions & { now: number }): Promise<number> {
  const { db, now } = options;
  const columns = ["id", "log_keep_days"] as const;
  const tasks = await ownDays(db, "task").select(columns)
    .union(ownDays(db, "trashed_task").select(columns)).$narrowType<{ log_keep_days: number }>().execute();
  let removed = 0;
  for (const { id, log_keep_days } of tasks) {
    const old = overRuns(db, { taskId: id }).select(["id", "log_path"])
      .where("finished_at", "<", now - log_keep_days * DAY_MS).where(isNotOfOpenFlow).orderBy("id");
    removed += await removeAll(options, (stuck) => old.limit(BATCH).offset(stuck).execute());
  }
  return removed;
}

// A task in the trash keeps its retention, because it may be restored.
function ownDays(db: Database, table: "task" | "trashed_task") {
  return db.selectFrom(table).where("log_keep_days", "is not", null);
}

export async function removeRunsOfTask(options: RetentionOptions & { taskId: number }): Promise<void> {
  const runs = overRuns(options.db, options).select(["id", "log_path"]).orderBy("id");
  await removeAll(options, (stuck) => runs.limit(BATCH).offset(stuck).execute());
}

/**
 * Keeps the newest runs of each task, as many as the task's own limit or else `keepRuns` (null: all), and the
 * skipped due times since the oldest of them. Runs without a task are counted by type. Runs that have not
 * ended do not count and are never removed. Returns the number of removed rows.
 */
export async function removeSurplusRuns(
  options: RetentionOptions & { keepRuns: number | null },
): Promise<number> {
  const { db, keepRuns, pause } = options;
  let removed = 0;
  for (let task = await nextTask(db, 0); task; task = await nextTask(db, task.id)) {
    removed += await removeSurplus(options, { taskId: task.id }, task.keep ?? keepRuns);
    await pause?.();
  }
  for (const kind of runKinds) {
    if (kind !== "task") removed += await removeSurplus(options, { kind }, keepRuns);
  }
  return removed;
}

/** Removes the flow runs that have ended and none of whose runs are left. */
export async function removeFlowRuns(db: Database): Promise<void> {
  await db.deleteFrom("flow_run").where("ended_at", "is not", null).where(({ not, exists, selectFrom }) =>
    not(exists(selectFrom("run").select("run.id").whereRef("run.flow_run_id", "=", "flow_run.id")))
  ).execute();
}

/** Runs that are counted together: those of one task, or those of one type without a task. */
type Lot = { taskId: number } | { kind: RunKind };

async function removeSurplus(options: RetentionOptions, lot: Lot, keep: number | null): Promise<number> {
  const oldest = keep === null ? undefined : await oldestRetained(options.db, lot, keep);
  return oldest === undefined ? 0 : await removeBefore(options, lot, oldest);
}

function overRuns(db: Database, lot: Lot) {
  const over = db.selectFrom("run").where("finished_at", "is not", null);
  return "taskId" in lot
    ? over.where("task_id", "=", lot.taskId)
    : over.where("task_id", "is", null).where("kind", "=", lot.kind);
}

/** The runs of a flow run stay until it has ended: what starts in it depends on how they ended. */
function isNotOfOpenFlow(run: ExpressionBuilder<Tables, "run">): Expression<SqlBool> {
  const open = run.selectFrom("flow_run").select("flow_run.id").where("flow_run.ended_at", "is", null);
  return run.or([run("run.flow_run_id", "is", null), run("run.flow_run_id", "not in", open)]);
}

// One index step per task instead of a count over all runs at once; includes deleted tasks.
async function nextTask(
  db: Database,
  after: number,
): Promise<{ id: number; keep: number | null } | undefined> {
  const row = await db.selectFrom("run").select("task_id").where("task_id", ">", after).orderBy("task_id")
    .limit(1)
    .executeTakeFirst();
  const id = row?.task_id ?? null;
  if (id === null) return undefined;
  const [task] = await db.selectFrom("task").select("log_keep_runs").where("id", "=", id)
    .unionAll(db.selectFrom("trashed_task").select("log_keep_runs").where("id", "=", id)).execute();
  return { id, keep: task?.log_keep_runs ?? null };
}

async function oldestRetained(db: Database, lot: Lot, keep: number): Promise<number | undefined> {
  const row = await overRuns(db, lot).select("id").where("state", "!=", "skipped")
    .orderBy("id", "desc").limit(1).offset(keep - 1).executeTakeFirst();
  return row?.id;
}

async function removeBefore(options: RetentionOptions, lot: Lot, oldest: number): Promise<number> {
  const before = overRuns(options.db, lot).select(["id", "log_path"]).where("id", "<", oldest)
    .where(isNotOfOpenFlow).orderBy("id");
  return await removeAll(options, (stuck) => before.limit(BATCH).offset(stuck).execute());
}

/** `nextBatch` skips the given number of runs whose logs could not be removed; they stay until the next round. */
async function removeAll(
  { db, logger, logs, pause }: RetentionOptions,
  nextBatch: (stuck: number) => Promise<OldRun[]>,
): Promise<number> {
  const files = new FilesRoot(logs);
  let stuck = 0;
  for (let removed = 0;;) {
    const old = await nextBatch(stuck);
    if (old.length === 0) return removed;
    const gone = old.filter((run) => removeLogOf(run, files, logger));
    removeEmptyFolders(files, new Set(gone.flatMap(({ log_path }) => log_path ?? []).map(dirname)));
    if (gone.length > 0) await removeRows(db, gone.map(({ id }) => id));
    removed += gone.length;
    stuck += old.length - gone.length;
    await pause?.();
  }
}

// Including the logs of runs on other nodes, and names that no run has any more.
async function removeRows(db: Database, ids: readonly number[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const names = await tx.selectFrom("run").select("task_name as name").distinct().where("id", "in", [
      ...ids,
    ])
      .execute();
    await tx.deleteFrom("run_log").where("run_id", "in", [...ids]).execute();
    await tx.deleteFrom("run_log_chunk").where("run_id", "in", [...ids]).execute();
    await tx.deleteFrom("run_output").where("run_id", "in", [...ids]).execute();
    await tx.deleteFrom("run").where("id", "in", [...ids]).execute();
    await tx.deleteFrom("run_task_name").where("name", "in", names.map(({ name }) => name))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("run").select("run.id").whereRef("run.task_name", "=", "run_task_name.name")))
      ).execute();
  });
}

function removeLogOf({ id, log_path }: OldRun, files: FilesRoot, logger: Logger): boolean {
  try {
    if (log_path !== null) removeLog(files, log_path);
    return true;
  } catch (error) {
    logger.warn("failed to remove the log of an old run", { error, run: id });
    return false;
  }
}
