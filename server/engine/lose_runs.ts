// Ends the runs of a node that nobody can ask any more.
import { type Ending, lose, skipQueued } from "./ledger.ts";
import { enqueueRetry } from "./run_recorder.ts";
import type { FollowContext, FollowingRuns, RunTypes } from "./run_type.ts";
import { liveStates, pendingStates } from "./states.ts";
import { type SourceKey, sourceOf, type Tx } from "./store.ts";

/** A run that is lost, and the run that tries it again; null when none does. */
export interface LostRun {
  id: number;
  source: SourceKey | null;
  retry: number | null;
  following: readonly FollowingRuns[];
}

/**
 * Records that the live runs of a node are lost, with the work of their types, and enqueues the retries of those whose
 * source retries lost runs. The node can no longer write their outcome.
 */
export async function loseRuns(
  tx: Tx,
  nodeId: number,
  { runTypes, ...to }: { runTypes: RunTypes } & FollowContext,
): Promise<LostRun[]> {
  const { now } = to;
  const runs = await tx.selectFrom("run").selectAll().where("node_id", "=", nodeId)
    .where("finished_at", "is", null).where("state", "in", liveStates).orderBy("id").execute();
  const lost: LostRun[] = [];
  for (const run of runs) {
    const ending: Ending = {
      ...{ state: "lost", exitCode: null, signal: null, durationMs: null, detail: null },
      finishedAt: Math.max(now, run.started_at ?? now),
    };
    if (!await lose(tx, run, ending.finishedAt)) continue;
    const type = runTypes.get(run.kind);
    await type?.ended?.(tx, run, ending);
    const retry = await enqueueRetry(tx, run, { type, state: ending.state, now });
    const following = retry === null ? await type?.follow?.(tx, { ...run, state: "lost" }, to) : [];
    lost.push({ id: run.id, source: sourceOf(run), retry, following: following ?? [] });
  }
  return lost;
}

export async function skipRunsFor(
  tx: Tx,
  nodeId: number,
  now: number,
): Promise<{ id: number; source: SourceKey | null }[]> {
  const runs = await tx.selectFrom("run").selectAll().where("target_node", "=", nodeId)
    .where("state", "in", pendingStates).where("finished_at", "is", null).execute();
  const skipped = await skipQueued(tx, runs.map(({ id }) => id), { reason: "no_node", now });
  return runs.filter(({ id }) => skipped.includes(id)).map((run) => ({ id: run.id, source: sourceOf(run) }));
}
