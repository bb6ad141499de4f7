import type { RunState } from "../../contract/runs.ts";
import type { Database, RunRow } from "../../engine/store.ts";

export interface RunFilter {
  taskId?: number | undefined;
  states?: readonly RunState[] | undefined;
  page: number;
  pageSize: number;
}

/** Reads one page of runs, newest first, and how many there are in all. */
export async function listRuns(db: Database, filter: RunFilter): Promise<{ rows: RunRow[]; total: number }> {
  let query = db.selectFrom("run");
  if (filter.taskId !== undefined) query = query.where("task_id", "=", filter.taskId);
  if (filter.states) query = query.where("state", "in", [...filter.states]);
  const rows = await query.selectAll().orderBy("id", "desc").limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize).execute();
  const { total } = await query.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Reads one run. */
export async function findRun(db: Database, id: number): Promise<RunRow | undefined> {
  return await db.selectFrom("run").selectAll().where("id", "=", id).executeTakeFirst();
}
