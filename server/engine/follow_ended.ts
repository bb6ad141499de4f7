import type { EnqueueResult } from "./enqueue.ts";
import { allWritten } from "./gathered.ts";
import type { FollowContext, FollowingRuns, RunTypes } from "./run_type.ts";
import type { Tx } from "./store.ts";

export interface FollowEndedContext extends FollowContext {
  runTypes: RunTypes;
}

/** Enqueues what follows runs that ended without having run, in the transaction that ends them. */
export async function followEnded(
  tx: Tx,
  ids: readonly number[],
  { runTypes, ...to }: FollowEndedContext,
): Promise<FollowingRuns[]> {
  if (ids.length === 0) return [];
  const runs = await tx.selectFrom("run").selectAll().where("id", "in", [...ids])
    .where("finished_at", "is not", null).orderBy("id").execute();
  // At once, so that what they have in common is decided once.
  const all = await allWritten(
    runs.map(async (run) => await runTypes.get(run.kind)?.follow?.(tx, run, to) ?? []),
  );
  return all.flat();
}

/** Returns the runs that were removed from the queue for others. */
export function droppedBy(results: readonly Pick<EnqueueResult, "dropped">[]): number[] {
  return results.flatMap(({ dropped = [] }) => dropped);
}
