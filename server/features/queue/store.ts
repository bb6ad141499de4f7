import { liveStates } from "../../engine/states.ts";
import type { RunRow, Tx } from "../../engine/store.ts";

/** Returns the runs that hold a slot, oldest first. */
export async function readLive(tx: Tx): Promise<RunRow[]> {
  return await tx.selectFrom("run").selectAll().where("finished_at", "is", null)
    .where("state", "in", liveStates).orderBy("id").execute();
}

/** Returns the first runs of the queue, next first: those that may start in their order, then the delayed ones. */
export async function readWaiting(tx: Tx, now: number, max: number): Promise<RunRow[]> {
  const queued = tx.selectFrom("run").selectAll().where("state", "=", "queued")
    .where("finished_at", "is", null);
  const ready = await queued.where("start_after", "<=", now)
    .orderBy("queue_rank").orderBy("queue_order").orderBy("id").limit(max).execute();
  if (ready.length === max) return ready;
  const delayed = await queued.where("start_after", ">", now)
    .orderBy("start_after").orderBy("id").limit(max - ready.length).execute();
  return [...ready, ...delayed];
}

/** Counts the queued runs. */
export async function countWaiting(tx: Tx): Promise<number> {
  const { total } = await tx.selectFrom("run").select(({ fn }) => fn.countAll().as("total"))
    .where("state", "=", "queued").where("finished_at", "is", null).executeTakeFirstOrThrow();
  return Number(total);
}
