// When a flow run has ended, and what stays known of it when its runs are removed.
import type { Database, Tx } from "../../../engine/store.ts";
import type { Outcome } from "./decide_links.ts";
import { isActive, readFlow, type StoredFlow, tasksOf } from "./flow_rows.ts";

/** Flow runs that are ended in one transaction. */
const BATCH = 100;

/** Records that a flow run has ended, if nothing of it runs or waits any more, and how its tasks did. */
export async function endFlow(tx: Tx, flow: StoredFlow, now: number): Promise<void> {
  if (isActive(flow)) return;
  const outcomes = outcomesOf(flow);
  const isDecided = outcomes.size === flow.graph.length;
  if (isDecided || flow.stoppedAt !== null) await recordEnd(tx, flow.id, { outcomes, now });
}

async function recordEnd(
  tx: Tx,
  id: number,
  { outcomes, now }: { outcomes: ReadonlyMap<number, Outcome>; now: number },
): Promise<void> {
  await tx.updateTable("flow_run")
    .set({ ended_at: now, outcomes_json: JSON.stringify(Object.fromEntries(outcomes)) })
    .where("id", "=", id).execute();
}

/** Records the end of flow runs in which nothing goes on any more, such as those that ended in an earlier version. */
export async function endFlows(db: Database, now: number, pause: () => Promise<void>): Promise<void> {
  for (let last = 0;;) {
    const ids = await findIdle(db, last);
    if (ids.length === 0) return;
    last = ids.at(-1)!; // it is not empty
    await db.transaction().execute(async (tx) => {
      for (const id of ids) {
        const flow = await readFlow(tx, id);
        if (flow && !isActive(flow)) await recordEnd(tx, id, { outcomes: outcomesOf(flow), now });
      }
    });
    await pause();
  }
}

/** Finds open flow runs of which nothing runs and every end was followed. */
async function findIdle(db: Database, after: number): Promise<number[]> {
  const rows = await db.selectFrom("flow_run").select("id").where("ended_at", "is", null).where(
    "id",
    ">",
    after,
  )
    .where(({ not, exists, selectFrom }) =>
      not(exists(
        selectFrom("run").select("run.id").whereRef("run.flow_run_id", "=", "flow_run.id")
          .where((run) => run.or([run("run.finished_at", "is", null), run("run.followed", "=", 0)])),
      ))
    ).orderBy("id").limit(BATCH).execute();
  return rows.map(({ id }) => id);
}

/** Records how a task has done in open flow runs, before its runs are removed with it. */
export async function recordOutcomes(db: Database, taskId: number): Promise<void> {
  const rows = await db.selectFrom("flow_run").select("flow_run.id").distinct()
    .innerJoin("run", "run.flow_run_id", "flow_run.id")
    .where("run.task_id", "=", taskId).where("flow_run.ended_at", "is", null).orderBy("flow_run.id")
    .execute();
  for (const { id } of rows) {
    await db.transaction().execute(async (tx) => {
      const flow = await readFlow(tx, id);
      const outcome = flow && tasksOf(flow).get(taskId)?.outcome;
      if (!outcome) return;
      const outcomes = JSON.stringify({ ...flow.outcomes, [taskId]: outcome });
      await tx.updateTable("flow_run").set({ outcomes_json: outcomes }).where("id", "=", id).execute();
    });
  }
}

function outcomesOf(flow: StoredFlow): Map<number, Outcome> {
  return new Map(
    [...tasksOf(flow)].flatMap(([id, { outcome }]) => outcome === undefined ? [] : [[id, outcome]]),
  );
}
