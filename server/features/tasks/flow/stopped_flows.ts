// Flow runs that are stopped: nothing starts in them any more.
import { pendingStates } from "../../../engine/states.ts";
import type { Database, RunRow, Tx } from "../../../engine/store.ts";

/** Returns whether a flow run is stopped; false for none. */
export async function isStopped(tx: Tx, flowRunId: number | null): Promise<boolean> {
  if (flowRunId === null) return false;
  const stopped = await tx.selectFrom("flow_run").select("id").where("id", "=", flowRunId)
    .where("stopped_at", "is not", null).executeTakeFirst();
  return stopped !== undefined;
}

/** Lists the runs of flow runs that are stopped which have not started, and must not. */
export async function listStopped(
  db: Database,
): Promise<Pick<RunRow, "id" | "task_id" | "subscription_id">[]> {
  return await db.selectFrom("run").innerJoin("flow_run", "flow_run.id", "run.flow_run_id")
    .select(["run.id", "run.task_id", "run.subscription_id"])
    .where("run.finished_at", "is", null).where("run.state", "in", pendingStates)
    .where("flow_run.stopped_at", "is not", null).orderBy("run.id").execute();
}
