// Turns one request to run a source into one row: queued, or skipped with a reason. The planner, the panel's start and
// on-demand requests all use this module, so overlap rules mean the same for each.
import type { RunCause } from "../contract/runs.ts";
import { insertQueued, insertSkipped, listActive, skipQueued, type Source } from "./ledger.ts";
import { type ActiveRun, type OverlapResult, resolveOverlap, runsToRespect } from "./overlap.ts";
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
  startAfter?: number;
  requestJson?: string | null;
  /** The only node that may run it; null for any of its pool. */
  targetNode?: number | null;
}

/** Of the distribution: what decides how many runs a source gets that each node of its pool runs. */
export interface OpenNodes {
  /** Lists the nodes of a pool that take new runs, of any pool for null; null on a single machine. */
  listOpenNodes(tx: Tx, pool: string | null): Promise<number[] | null>;
}

/**
 * Writes a due time or a start-up run into the ledger: queued if the overlap rule allows it, otherwise skipped. A source that
 * every node of its pool runs gets one row for each.
 */
export async function enqueue(
  tx: Tx,
  openNodes: OpenNodes,
  request: EnqueueRequest,
): Promise<EnqueueResult> {
  const { source, cause, now, dueAt = now } = request;
  const nodes = await nodesOf(tx, openNodes, source);
  if (nodes === null) return await enqueueOne(tx, request);
  const all: EnqueueResult = { queued: [], skipped: [], stop: [] };
  for (const targetNode of nodes) add(all, await enqueueOne(tx, { ...request, targetNode }));
  if (nodes.length > 0) return all;
  const id = await insertSkipped(tx, { source, cause, now, dueAt, reason: "no_node" });
  return { ...all, skipped: id === null ? [] : [id] };
}

async function enqueueOne(tx: Tx, request: EnqueueRequest): Promise<EnqueueResult> {
  const { source, cause, now, dueAt = now } = request;
  const active = await listActiveThere(tx, request);
  // Catch-up runs are queued one after the other, whatever else is active.
  const isCatchUp = cause === "missed" && source.overlap.policy !== "single";
  const result = isCatchUp ? null : overlapResult(request, active);
  if (result?.kind !== "skip") return await queue(tx, request, result);
  const { blockedBy } = result;
  const { targetNode = null } = request;
  const skip = { source, cause, now, dueAt, reason: "overlap" as const, blockedBy, targetNode };
  const id = await insertSkipped(tx, skip);
  return { queued: [], skipped: id === null ? [] : [id], stop: [] };
}

/** Enqueues a run on demand. Returns null when the overlap rule does not allow it, or no node could run it. */
export async function enqueueOnDemand(
  tx: Tx,
  openNodes: OpenNodes,
  request: EnqueueRequest,
): Promise<EnqueueResult | null> {
  const nodes = await nodesOf(tx, openNodes, request.source);
  if (nodes === null) return await enqueueOneOnDemand(tx, request);
  const all: EnqueueResult = { queued: [], skipped: [], stop: [] };
  for (const targetNode of nodes) {
    const one = await enqueueOneOnDemand(tx, { ...request, targetNode });
    if (one) add(all, one);
  }
  return all.queued.length > 0 ? all : null;
}

async function enqueueOneOnDemand(tx: Tx, request: EnqueueRequest): Promise<EnqueueResult | null> {
  const active = runsToRespect(request.source.overlap, await listActiveThere(tx, request));
  const result = overlapResult(request, active);
  return result.kind === "skip" ? null : await queue(tx, request, result);
}

// The nodes that each get a run; null when one run is enough.
async function nodesOf(tx: Tx, openNodes: OpenNodes, { placement }: Source): Promise<number[] | null> {
  return placement?.mode === "all" ? await openNodes.listOpenNodes(tx, placement.pool) : null;
}

// Runs on other nodes do not overlap.
async function listActiveThere(tx: Tx, { source, targetNode = null }: EnqueueRequest): Promise<ActiveRun[]> {
  const active = await listActive(tx, source);
  return targetNode === null ? active : active.filter(({ target_node }) => target_node === targetNode);
}

function add(all: EnqueueResult, { queued, skipped, stop }: EnqueueResult): void {
  all.queued.push(...queued);
  all.skipped.push(...skipped);
  all.stop.push(...stop);
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
