import { hasFailed } from "../../contract/failed_states.ts";
import { taskLimits } from "../../contract/limits/tasks.ts";
import type { Database } from "../../engine/store.ts";

/** Returns how many runs of a task failed in a row up to now, at most 100. Skipped and unfinished runs do not count. */
export async function failureStreak(db: Database, taskId: number): Promise<number> {
  const runs = await db.selectFrom("run").select("state").where("task_id", "=", taskId)
    .where("finished_at", "is not", null).where("state", "<>", "skipped").orderBy("id", "desc")
    .limit(taskLimits.failureStreak).execute();
  const end = runs.findIndex(({ state }) => !hasFailed(state));
  return end === -1 ? runs.length : end;
}
