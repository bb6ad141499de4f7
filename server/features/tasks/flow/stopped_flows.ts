// Flow runs that are stopped: nothing starts in them any more.
import type { Database, Tx } from "../../../engine/store.ts";

/** Returns whether a flow run is stopped; false for none. */
export async function isStopped(tx: Tx, flowRunId: number | null): Promise<boolean> {
  if (flowRunId === null) return false;
  const stopped = await tx.selectFrom("flow_run").select("id").where("id", "=", flowRunId)
    .where("stopped_at", "is not", null).executeTakeFirst();
  return stopped !== undefined;
}

/** Lists the flow runs that are stopped and have runs that have not ended. */
export async function listStopped(db: Database): Promise<number[]> {
  const rows = await db.selectFrom("run").innerJoin("flow_run", "flow_run.id", "run.flow_run_id")
    .select("flow_run.id").distinct()
    .where("run.finished_at", "is", null).where("flow_run.stopped_at", "is not", null)
    .orderBy("flow_run.id").execute();
  return rows.map(({ id }) => id);
}
