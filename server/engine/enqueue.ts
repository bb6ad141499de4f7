// Turns one request to run a source into one row: queued, or skipped with a reason. The planner, the panel's start and
// on-demand requests all use this module, so overlap rules mean the same for each.
import type { RunCause } from "../contract/runs.ts";
import { insertQueued, insertSkipped, listActive, skipQueued, type Source } from "./ledger.ts";
import { type ActiveRun, type OverlapResult, resolveOverlap } from "./overlap.ts";
import type { Tx } from "./store.ts";

/** The result of a request, to be published and acted on after the transaction commits. */
export interface EnqueueResult {
  queued: number[];
  skipped: number[];
  /** Live runs that must be stopped so that the new one can start. */
  stop: number[];
}

export interface EnqueueRequest {
  source: Source;
  cause: RunCause;
  now: number;
  dueAt?: number;
  /** Earliest start of the run. */
  startAfter?: number;
  requestJson?: string | null;
}

/** Writes a due time or a start-up run into the ledger: queued if the overlap rule allows it, otherwise skipped. */
export async function enqueue(tx: Tx, request: EnqueueRequest): Promise<EnqueueResult> {
  const { source, cause, now, dueAt = now } = request;
  const active = await listActive(tx, source);
  // Catch-up runs are queued one after the other, whatever else is active.
  const isCatchUp = cause === "missed" && source.overlap.policy !== "single";
  const result = isCatchUp ? null : overlapResult(request, active);
  if (result?.kind !== "skip") return await queue(tx, request, result);
  const { blockedBy } = result;
  const id = await insertSkipped(tx, { source, cause, now, dueAt, reason: "overlap", blockedBy });
  return { queued: [], skipped: id === null ? [] : [id], stop: [] };
}

/** Enqueues a run on demand. Returns null when the overlap rule does not allow it. */
export async function enqueueOnDemand(tx: Tx, request: EnqueueRequest): Promise<EnqueueResult | null> {
  const result = overlapResult(request, await listActive(tx, request.source));
  return result.kind === "skip" ? null : await queue(tx, request, result);
}

function overlapResult({ source, now }: EnqueueRequest, active: readonly ActiveRun[]): OverlapResult {
  return resolveOverlap(source.overlap, active, now);
}

async function queue(
  tx: Tx,
  request: EnqueueRequest,
  result: OverlapResult & { kind: "queue" } | null,
): Promise<EnqueueResult> {
  const id = await insertQueued(tx, { ...request, queueOrder: result?.queueOrder ?? null });
  if (id === null) return { queued: [], skipped: [], stop: [] };
  const skipped: number[] = [];
  for (const { id: dropped, reason } of result?.drop ?? []) {
    skipped.push(...await skipQueued(tx, [dropped], { reason, now: request.now, blockedBy: id }));
  }
  return { queued: [id], skipped, stop: result?.stop ?? [] };
}
