// What is not as usual with one task: it is overdue, or its last run was slow.
import type { TaskDetail } from "../../contract/tasks.ts";
import type { Database } from "../../engine/store.ts";
import { directReads } from "../../platform/heavy_reads.ts";
import { storedInstant } from "../../platform/stored_json.ts";
import { findOverdueTasks } from "../runs/overdue_tasks.ts";
import { slowerTasks } from "../runs/slower_tasks.ts";

/** Reads the warnings of a task at `now` (ms). */
export async function readWarnings(
  db: Database,
  { taskId, now }: { taskId: number; now: number },
): Promise<Pick<TaskDetail, "overdue" | "slower">> {
  const only = { limit: 1, taskId };
  const [overdue] = await findOverdueTasks({ db, reads: directReads(db) }, { now, ...only });
  const [slower] = (await db.executeQuery(slowerTasks(db, only))).rows;
  return {
    overdue: overdue ? { dueAt: storedInstant(overdue.dueAt), reason: overdue.reason } : null,
    slower: slower
      ? {
        since: storedInstant(slower.since ?? now),
        lastMs: slower.last_duration_ms,
        usualMs: slower.usual_ms,
      }
      : null,
  };
}
