import { pendingStates } from "../../engine/states.ts";
import type { Database, RunRow } from "../../engine/store.ts";
import type { WindowRow } from "../../migrations/window_tables.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";

/** A period in ms since the epoch, both ends included. */
export interface Moment {
  start: number;
  end: number;
}

export async function findTask(db: Database, id: number): Promise<TaskRow | undefined> {
  return await db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns the run of a task's first due time in a period, also before a calendar moved it, or the missed period around it. */
export async function findDecided(
  db: Database,
  taskId: number,
  { start, end }: Moment,
): Promise<RunRow | undefined> {
  const ofTask = db.selectFrom("run").selectAll().where("task_id", "=", taskId);
  const moved = await ofTask.where("nominal_at", ">=", start).where("nominal_at", "<=", end)
    .orderBy("nominal_at").orderBy("id").limit(1).executeTakeFirst();
  if (moved) return moved;
  const within = await ofTask.where("due_at", ">=", start).where("due_at", "<=", end)
    .where("merged_into", "is", null).orderBy("due_at").limit(1).executeTakeFirst();
  if (within) return within;
  const before = await ofTask.where("due_at", "<", start).orderBy("due_at", "desc").limit(1)
    .executeTakeFirst();
  return before && (before.due_through ?? 0) >= start ? before : undefined;
}

/** Returns the run of a task's latest finished due time that never started. */
export async function findLastNotStarted(db: Database, taskId: number): Promise<RunRow | undefined> {
  return await db.selectFrom("run").selectAll().where("task_id", "=", taskId)
    .where("started_at", "is", null).where("finished_at", "is not", null).where("due_at", "is not", null)
    .where("merged_into", "is", null)
    .orderBy("due_at", "desc").limit(1).executeTakeFirst();
}

/** Returns the entry of a task's latest trigger that did not start it, of those in a period. */
export async function findSkippedTrigger(
  db: Database,
  taskId: number,
  { start, end }: Moment,
): Promise<RunRow | undefined> {
  return await db.selectFrom("run").selectAll().where("task_id", "=", taskId)
    .where("cause", "=", "trigger").where("state", "=", "skipped").where("merged_into", "is", null)
    .where("queued_at", ">=", start).where("queued_at", "<=", end)
    .orderBy("id", "desc").limit(1).executeTakeFirst();
}

/** Returns the run of a task's latest due time that has not started. */
export async function findLastQueued(db: Database, taskId: number): Promise<RunRow | undefined> {
  // Sorted here: if the query sorted by due time, the database would walk through the task's whole history.
  const queued = await db.selectFrom("run").selectAll().where("task_id", "=", taskId)
    .where("finished_at", "is", null).where("state", "in", pendingStates).execute();
  return queued.filter(({ due_at }) => due_at !== null).toSorted((a, b) =>
    (b.due_at ?? 0) - (a.due_at ?? 0)
  )[0];
}

/** How many runs may end out of order without being noticed as ended. */
const LAST_FINISHED = 20;

/** Identifies the last finished runs of a task: the result changes whenever another one has finished. */
export async function findLastFinished(db: Database, taskId: number) {
  return await db.selectFrom("run").select(["id", "finished_at"]).where("task_id", "=", taskId)
    .where("finished_at", "is not", null).orderBy("id", "desc").limit(LAST_FINISHED).execute();
}

const MAX_CHANGES = 500;

/**
 * Returns when the command, the schedule or the script of a task changed since an instant (ms), oldest first. The first
 * stored version of a script is where its history begins, not a change.
 */
export async function listChanges(
  db: Database,
  { taskId, scriptPath, from }: { taskId: number; scriptPath: string | null; from: number },
): Promise<{ at: number; what: "command" | "schedule" | "script" }[]> {
  const own = await db.selectFrom("task_change").select(["at", "what"]).where("task_id", "=", taskId)
    .where("at", ">=", from).orderBy("id", "desc").limit(MAX_CHANGES).execute();
  const versions = scriptPath === null ? [] : await db.selectFrom("file_version").select("saved_at as at")
    .where("area", "=", "scripts").where("path", "=", scriptPath).orderBy("id", "desc").execute();
  const saved = versions.slice(0, -1).filter(({ at }) => at >= from).map(({ at }) => ({
    at,
    what: "script" as const,
  }));
  return [...own.toReversed(), ...saved.toReversed()].toSorted((a, b) => a.at - b.at).slice(-MAX_CHANGES);
}

export async function findWindow(db: Database, id: number): Promise<WindowRow | undefined> {
  return await db.selectFrom("maintenance_window").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function findRun(db: Database, id: number): Promise<RunRow | undefined> {
  return await db.selectFrom("run").selectAll().where("id", "=", id).executeTakeFirst();
}
