// Turns one request to run a source into one row: queued, or skipped with a reason. The planner, the panel's start and
// on-demand requests all use this module, so overlap rules mean the same for each.
import type { RunCause } from "../contract/runs.ts";
import { insertQueued, insertSkipped, listActive, skipQueued } from "./ledger.ts";
import type { Source } from "./source.ts";
import { renewRequest } from "./renew_request.ts";
import type { Held, Merged } from "./decision.ts";
import type { FlowMember } from "./flow_member.ts";
import {
  type ActiveRun,
  isHeld,
  isMergeable,
  type OverlapResult,
  resolveOverlap,
  runsToRespect,
} from "./overlap.ts";
import type { Tx } from "./store.ts";
import type { Timetable } from "./timetable.ts";

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
  /** What the rule says, where a calendar moved it. */
  nominalAt?: number;
  /** The window that it is in. It does not start before the window ends, and merges with one that waits for the same. */
  held?: Held;
  /** Due times that this run is for, too. */
  merged?: readonly Merged[];
  startAfter?: number;
  /** What it is due by; unset for what no rule starts. */
  timetable?: Timetable;
  /** Until when it waits for the tasks before its own (ms). */
  awaitsUntil?: number | null;
  requestJson?: string | null;
  /** The only node that may run it; null for any of its pool. */
  targetNode?: number | null;
  /** The flow run that it belongs to; without it, it may begin one. */
  flow?: FlowMember;
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
  const { flow = null } = request;
  const id = await insertSkipped(tx, { source, cause, now, dueAt, reason: "no_node", flow });
  return { ...all, skipped: id === null ? [] : [id] };
}

async function enqueueOne(tx: Tx, request: EnqueueRequest): Promise<EnqueueResult> {
  const { source, cause, now, dueAt = now } = request;
  const all = await listActiveThere(tx, request);
  const held = all.filter(isMergeable);
  if (request.held) return await enqueueHeld(tx, request, held[0]);
  const active = all.filter((run) => !isHeld(run));
  // Catch-up runs are queued one after the other, whatever else is active.
  const isCatchUp = cause === "missed" && source.overlap.policy !== "single";
  const result = isCatchUp ? null : overlapResult(request, active);
  if (result?.kind !== "skip") {
    const queued = await queue(tx, request, result);
    // What a window held has its run now.
    const [id] = queued.queued;
    if (cause !== "schedule" || id === undefined) return queued;
    const dropped = await skipQueued(tx, held.map((run) => run.id), {
      reason: "window",
      now,
      mergedInto: id,
    });
    if (dropped.length > 0 && request.timetable) await renewRequest(tx, source, request.timetable, id);
    return { ...queued, skipped: [...queued.skipped, ...dropped] };
  }
  const { blockedBy } = result;
  const { targetNode = null, flow = null } = request;
  const skip = { source, cause, now, dueAt, reason: "overlap" as const, blockedBy, targetNode, flow };
  const id = await insertSkipped(tx, skip);
  return { queued: [], skipped: id === null ? [] : [id], stop: [] };
}

// Runs of other causes that are active do not matter: the queue respects them once the window has ended.
async function enqueueHeld(
  tx: Tx,
  request: EnqueueRequest,
  waiting: ActiveRun | undefined,
): Promise<EnqueueResult> {
  if (!waiting) {
    return await queue(tx, { ...request, startAfter: request.held?.startAt ?? request.now }, null);
  }
  const own: Merged = {
    reason: "window",
    dueAt: request.dueAt ?? request.now,
    ...request.nominalAt !== undefined && { nominalAt: request.nominalAt },
    ...request.held && { windowId: request.held.windowId },
  };
  const skipped = await insertMerged(tx, request, [own, ...request.merged ?? []], waiting.id);
  return { queued: [], skipped, stop: [] };
}

/** Records due times that have no run of their own. Returns the IDs of the rows. */
export async function insertMerged(
  tx: Tx,
  { source, now, targetNode = null, timetable }: Pick<
    EnqueueRequest,
    "source" | "now" | "targetNode" | "timetable"
  >,
  merged: readonly Merged[],
  mergedInto: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (const one of merged) {
    const id = await insertSkipped(tx, { source, cause: "schedule", now, ...one, targetNode, mergedInto });
    if (id !== null) ids.push(id);
  }
  if (ids.length > 0 && timetable) await renewRequest(tx, source, timetable, mergedInto);
  return ids;
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
  const there = (await listActiveThere(tx, request)).filter((run) => !isHeld(run));
  const active = runsToRespect(request.source.overlap, there);
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
  const { source, dueAt = request.now, nominalAt = dueAt, timetable = null } = request;
  const requestJson = request.requestJson ?? source.requestOf?.([nominalAt], timetable) ?? null;
  const id = await insertQueued(tx, { ...request, requestJson, queueOrder: result?.queueOrder ?? null });
  if (id === null) return { queued: [], skipped: [], stop: [] };
  if (!request.flow) await request.source.beginFlow?.(tx, id, request.now);
  const skipped = await insertMerged(tx, request, request.merged ?? [], id);
  for (const { id: dropped, reason } of result?.drop ?? []) {
    skipped.push(...await skipQueued(tx, [dropped], { reason, now: request.now, blockedBy: id }));
  }
  return { queued: [id], skipped, stop: result?.stop ?? [] };
}
