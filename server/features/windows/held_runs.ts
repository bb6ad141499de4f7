// Runs that wait for the end of a maintenance window.
import type { RunCause } from "../../contract/runs.ts";
import type { Held } from "../../engine/decision.ts";
import type { Database, Tx } from "../../engine/store.ts";

/** What a person or an application asks for runs although a window is open. */
const heldCauses: readonly RunCause[] = [
  "schedule",
  "missed",
  "retry",
  "startup",
  "boot",
  "upstream",
  "trigger",
  "webhook",
];

/** Lets the runs that a window holds start at an instant, which is its new end; at once if that is now. */
export async function releaseHeld(tx: Tx, windowId: number, until: number, now: number): Promise<void> {
  await tx.updateTable("run").set({ held_until: until, start_after: Math.max(until, now) })
    .where("window_id", "=", windowId).where("state", "=", "queued").where("held_until", ">", now).execute();
}

/** A queued run of a task, and whether a window holds it already. */
export interface QueuedTaskRun {
  id: number;
  task_id: number;
  start_after: number;
}

/** Lists the queued runs of tasks that no window holds, and that would start before an instant. */
export async function listUnheld(tx: Tx, before: number): Promise<QueuedTaskRun[]> {
  return await tx.selectFrom("run").select(["id", "task_id", "start_after"])
    .where("state", "=", "queued").where("finished_at", "is", null).where("task_id", "is not", null)
    .where("held_until", "is", null).where("start_after", "<", before).where("cause", "in", [...heldCauses])
    .orderBy("id").$narrowType<{ task_id: number }>().execute();
}

/** Lets a window hold a queued run. */
export async function hold(tx: Tx, id: number, { windowId, until, startAt }: Held): Promise<void> {
  await tx.updateTable("run").set({ window_id: windowId, held_until: until, start_after: startAt })
    .where("id", "=", id).where("state", "=", "queued").execute();
}

/** Returns the number of runs that each window holds. */
export async function countHeld(db: Database, now: number): Promise<Map<number, number>> {
  const rows = await db.selectFrom("run").select(["window_id", ({ fn }) => fn.countAll().as("runs")])
    .where("window_id", "is not", null).where("state", "=", "queued").where("held_until", ">", now)
    .groupBy("window_id").execute();
  return new Map(rows.map(({ window_id, runs }) => [window_id ?? 0, Number(runs)]));
}
