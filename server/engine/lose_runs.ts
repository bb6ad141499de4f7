// Ends the runs of a node that nobody can ask any more.
import { followEnded, type FollowEndedContext } from "./follow_ended.ts";
import { type Ending, lose, skipQueued } from "./ledger.ts";
import { enqueueRetry } from "./run_recorder.ts";
import type { FollowingRuns } from "./run_type.ts";
import { liveStates, pendingStates } from "./states.ts";
import { type SourceKey, sourceOf, type Tx } from "./store.ts";

interface EndedRun {
  id: number;
  source: SourceKey | null;
}

export interface LostRuns {
  /** With the run that tries each again; null when none does. */
  lost: (EndedRun & { retry: number | null })[];
  /** Those that only this node may run. */
  skipped: EndedRun[];
  following: FollowingRuns[];
}

/**
 * Records that the live runs of a node are lost, with the work of their types, and enqueues the retries of those whose
 * source retries lost runs. The node can no longer write their outcome. With `remove`, which deletes the node, the runs that only
 * it may run are skipped.
 */
export async function loseRuns(
  tx: Tx,
  { nodeId, remove }: { nodeId: number; remove?: ((tx: Tx) => Promise<void>) | undefined },
  to: FollowEndedContext,
): Promise<LostRuns> {
  const { runTypes, now, openNodes } = to;
  const runs = await tx.selectFrom("run").selectAll().where("node_id", "=", nodeId)
    .where("finished_at", "is", null).where("state", "in", liveStates).orderBy("id").execute();
  const ended: LostRuns = { lost: [], skipped: [], following: [] };
  for (const run of runs) {
    const ending: Ending = {
      ...{ state: "lost", exitCode: null, signal: null, durationMs: null, detail: null },
      finishedAt: Math.max(now, run.started_at ?? now),
    };
    if (!await lose(tx, run, ending.finishedAt)) continue;
    const type = runTypes.get(run.kind);
    await type?.ended?.(tx, run, ending);
    const retry = await enqueueRetry(tx, run, { type, state: ending.state, now });
    ended.lost.push({ id: run.id, source: sourceOf(run), retry });
    if (retry !== null) continue;
    ended.following.push(...await type?.follow?.(tx, { ...run, state: "lost" }, { now, openNodes }) ?? []);
  }
  if (!remove) return ended;
  ended.skipped = await skipRunsFor(tx, nodeId, now);
  ended.following.push(...await followEnded(tx, ended.skipped.map(({ id }) => id), to));
  await remove(tx);
  return ended;
}

async function skipRunsFor(tx: Tx, nodeId: number, now: number): Promise<EndedRun[]> {
  const runs = await tx.selectFrom("run").selectAll().where("target_node", "=", nodeId)
    .where("state", "in", pendingStates).where("finished_at", "is", null).execute();
  const skipped = await skipQueued(tx, runs.map(({ id }) => id), { reason: "no_node", now });
  return runs.filter(({ id }) => skipped.includes(id)).map((run) => ({ id: run.id, source: sourceOf(run) }));
}
