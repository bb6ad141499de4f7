// The retention of the history of tasks: by age, and by number for each task. Independent of that of runs and logs.
import { HISTORY_DAYS, taskLimits } from "../../../contract/limits/tasks.ts";
import type { Database } from "../../../engine/store.ts";

const BATCH = 500;
const DAY_MS = 86_400_000;

export interface HistoryRetentionOptions {
  db: Database;
  now: number;
  /** Maximum number of entries of each task. */
  max?: number;
  /** Yields between two batches, so that requests wait for the database no longer than one batch. */
  pause(): Promise<void>;
}

/** Housekeeping job: deletes entries that are too old, and the oldest of tasks that have too many. */
export async function removeOldHistory(options: HistoryRetentionOptions): Promise<void> {
  await removeExpired(options);
  await removeSurplus(options);
}

// Ids follow the time, so there is nothing to delete behind a batch that is not all old.
async function removeExpired({ db, now, pause }: HistoryRetentionOptions): Promise<void> {
  const before = now - HISTORY_DAYS * DAY_MS;
  for (;;) {
    const rows = await db.selectFrom("task_history").select(["id", "at"]).orderBy("id").limit(BATCH)
      .execute();
    const old = rows.filter(({ at }) => at < before).map(({ id }) => id);
    if (old.length > 0) await db.deleteFrom("task_history").where("id", "in", old).execute();
    if (old.length < BATCH) return;
    await pause();
  }
}

async function removeSurplus(
  { db, pause, max = taskLimits.history }: HistoryRetentionOptions,
): Promise<void> {
  for (let taskId = await nextTask(db, 0); taskId !== undefined; taskId = await nextTask(db, taskId)) {
    const ofTask = db.selectFrom("task_history").select("id").where("task_id", "=", taskId);
    const surplus = await ofTask.orderBy("id", "desc").offset(max).limit(1).executeTakeFirst();
    if (surplus) {
      await db.deleteFrom("task_history").where("task_id", "=", taskId).where("id", "<=", surplus.id)
        .execute();
    }
    await pause();
  }
}

// One index step per task instead of a count over all entries at once; includes deleted tasks.
async function nextTask(db: Database, after: number): Promise<number | undefined> {
  const row = await db.selectFrom("task_history").select("task_id").where("task_id", ">", after)
    .orderBy("task_id").orderBy("id").limit(1).executeTakeFirst();
  return row?.task_id;
}
