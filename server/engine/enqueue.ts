// Turns one request to run a source into one row: queued, or skipped with a reason. The planner, the panel's start and
// on-demand requests all use this module, so overlap rules mean the same for each.
import type { RunCause } from "../contract/runs.ts";
import { approvalUntil } from "./approvals.ts";
import { AppError } from "../contract/app_error.ts";
import { allWritten } from "./gathered.ts";
import { insertQueued, insertSkipped, listActive, type SkippedRun, skipQueued } from "./ledger.ts";
import type { Item, Items, Source } from "./source.ts";
import { renewRequest } from "./renew_request.ts";
import type { Held, Merged } from "./decision.ts";
import type { FlowMember } from "./flow_member.ts";
import {
  type ActiveRun,
  isHeld,
  isMergeable,
  oneOfEachList,
  type OverlapResult,
  resolveOverlap,
  runsToRespect,
  withWholeLists,
} from "./overlap.ts";
import type { Tx } from "./store.ts";
import type { Timetable } from "./timetable.ts";

/** The result of a request, to be published and acted on after the transaction commits. */
export interface EnqueueResult {
  queued: number[];
  /** Those of them that wait for approval. */
  waiting?: number[];
  skipped: number[];
  /** Those of them that were in the queue. */
  dropped?: number[];
  /** Live runs that must be stopped so that the new one can start. */
  stop: number[];
}

export interface EnqueueRequest {
  source: Source;
  cause: RunCause;
  now: number;
  /** When it is due; null if it never was, and also its skip is not for a due time. */
  dueAt?: number | null;
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
  /** The trigger that starts it. */
  triggerJson?: string | null;
  /** The only node that may run it; null for any of its pool. */
  targetNode?: number | null;
  /** The flow run that it belongs to; without it, it may begin one. */
  flow?: FlowMember;
  item?: Item;
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
  if (nodes === null) return await enqueueEach(tx, request);
  const all: EnqueueResult = { queued: [], skipped: [], stop: [] };
  for (const targetNode of nodes) {
    add(all, await enqueueOne(tx, onNode(request, targetNode, all)));
  }
  await shareFlow(tx, request, all);
  if (nodes.length > 0) return all;
  const id = await insertSkipped(tx, { ...givenOf(request), source, cause, now, dueAt, reason: "no_node" });
  return { ...all, skipped: id === null ? [] : [id] };
}

// Whether the runs for a list can be queued is decided once: they do not overlap each other.
async function enqueueEach(tx: Tx, request: EnqueueRequest): Promise<EnqueueResult> {
  const items = await itemsOf(tx, request);
  if (items === null) return await enqueueOne(tx, request);
  if ("runs" in items && items.runs.length > 0) {
    return await enqueueItems(tx, request, { runs: items.runs, enqueueFirst: enqueueOne });
  }
  const { source, cause, now, dueAt = now } = request;
  const detail = "problem" in items ? items.problem.code : "list_empty";
  const skip = { source, cause, now, dueAt, reason: "list" as const, detail };
  const id = await insertSkipped(tx, { ...givenOf(request), ...skip });
  return { queued: [], skipped: id === null ? [] : [id], stop: [] };
}

async function itemsOf(tx: Tx, request: EnqueueRequest): Promise<Items | null> {
  const { source, flow = null } = request;
  if (!source.itemsOf) return null;
  return await source.itemsOf(tx, { flow, requestJson: requestOf(request) });
}

/** How many rows one statement inserts. */
const AT_ONCE = 100;

async function enqueueItems<Result extends EnqueueResult | null>(
  tx: Tx,
  request: EnqueueRequest,
  { runs: [first, ...others], enqueueFirst }: {
    runs: Extract<Items, { runs: unknown }>["runs"];
    enqueueFirst(tx: Tx, request: EnqueueRequest): Promise<Result>;
  },
): Promise<Result | EnqueueResult> {
  if (!first) return { queued: [], skipped: [], stop: [] };
  const result = await enqueueFirst(tx, { ...request, ...first });
  const [id] = result?.queued ?? [];
  if (!result || id === undefined) return result;
  const run = await tx.selectFrom("run").select(["flow_run_id", "flow_attempt", "start_after"])
    .where("id", "=", id).executeTakeFirstOrThrow();
  // What holds the first one holds all of them.
  const common = { ...request, startAfter: run.start_after };
  const flow = run.flow_run_id === null ? null : { id: run.flow_run_id, attempt: run.flow_attempt ?? 1 };
  const queued = [...result.queued];
  for (let at = 0; at < others.length; at += AT_ONCE) {
    const ids = await allWritten(
      others.slice(at, at + AT_ONCE).map((one) => insertQueued(tx, { ...common, ...one, flow })),
    );
    queued.push(...ids.filter((id) => id !== null));
  }
  return { ...result, queued, ...result.waiting && { waiting: queued } };
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
    return {
      ...queued,
      skipped: [...queued.skipped, ...dropped],
      dropped: [...queued.dropped ?? [], ...dropped],
    };
  }
  const { blockedBy } = result;
  const { targetNode = null } = request;
  const skip = { source, cause, now, dueAt, reason: "overlap" as const, blockedBy, targetNode };
  const id = await insertSkipped(tx, { ...givenOf(request), ...skip });
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
  const { source, cause, now, dueAt, targetNode = null, flow = null } = request;
  // What no rule started is not a due time.
  if (dueAt === null || flow !== null) {
    const windowId = request.held?.windowId ?? null;
    const skip = {
      ...{ source, cause, now, dueAt: dueAt ?? null, reason: "window" as const },
      ...{ mergedInto: waiting.id, windowId },
    };
    const id = await insertSkipped(tx, { ...givenOf(request), ...skip, targetNode });
    return { queued: [], skipped: id === null ? [] : [id], stop: [] };
  }
  const own: Merged = {
    reason: "window",
    dueAt: dueAt ?? now,
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
  if (nodes === null) {
    const items = await itemsOf(tx, request);
    if (items === null) return await enqueueOneOnDemand(tx, request);
    if ("problem" in items) throw new AppError("validation_failed", {}, [items.problem]);
    return await enqueueItems(tx, request, { runs: items.runs, enqueueFirst: enqueueOneOnDemand });
  }
  const all: EnqueueResult = { queued: [], skipped: [], stop: [] };
  for (const targetNode of nodes) {
    const one = await enqueueOneOnDemand(tx, onNode(request, targetNode, all));
    if (one) add(all, one);
  }
  await shareFlow(tx, request, all);
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

/** Returns the request for one of several nodes. The first that gets a run begins the flow run of all. */
function onNode(request: EnqueueRequest, targetNode: number, { queued }: EnqueueResult): EnqueueRequest {
  if (queued.length === 0) return { ...request, targetNode };
  const { beginFlow: _, ...source } = request.source;
  return { ...request, source, targetNode };
}

/** Lets the runs of one start on several nodes belong to one flow run: what starts after them waits for all. */
async function shareFlow(tx: Tx, { flow }: EnqueueRequest, { queued }: EnqueueResult): Promise<void> {
  const [first, ...others] = queued;
  if (flow || first === undefined || others.length === 0) return;
  const shared = await tx.selectFrom("run").select(["flow_run_id", "flow_attempt"]).where("id", "=", first)
    .executeTakeFirst();
  if (!shared || shared.flow_run_id === null) return;
  await tx.updateTable("run").set(shared).where("id", "in", others).execute();
}

// Runs on other nodes do not overlap.
async function listActiveThere(tx: Tx, { source, targetNode = null }: EnqueueRequest): Promise<ActiveRun[]> {
  const active = await listActive(tx, source);
  return targetNode === null ? active : active.filter(({ target_node }) => target_node === targetNode);
}

function add(
  all: EnqueueResult,
  { queued, waiting = [], skipped, dropped = [], stop }: EnqueueResult,
): void {
  all.queued.push(...queued);
  all.waiting = [...all.waiting ?? [], ...waiting];
  all.dropped = [...all.dropped ?? [], ...dropped];
  all.skipped.push(...skipped);
  all.stop.push(...stop);
}

function overlapResult({ source, now }: EnqueueRequest, active: readonly ActiveRun[]): OverlapResult {
  const all = source.overlap.policy === "replace" ? active : oneOfEachList(active);
  return withWholeLists(resolveOverlap(source.overlap, all, now), active);
}

/** Returns what is stored of a start that is skipped, for whoever continues its flow run or runs it again. */
function givenOf(request: EnqueueRequest): Pick<SkippedRun, "flow" | "requestJson" | "triggerJson"> {
  const { flow = null, triggerJson = null } = request;
  return { flow, triggerJson, requestJson: requestOf(request) };
}

/** Returns what a run is given by hand, or else by the rules that it is due by. */
export function requestOf(
  { source, now, dueAt, nominalAt, timetable, requestJson = null }: Pick<
    EnqueueRequest,
    "source" | "now" | "dueAt" | "nominalAt" | "timetable" | "requestJson"
  >,
): string | null {
  return requestJson ?? source.requestOf?.([nominalAt ?? dueAt ?? now], timetable ?? null) ?? null;
}

async function queue(
  tx: Tx,
  request: EnqueueRequest,
  result: OverlapResult & { kind: "queue" } | null,
): Promise<EnqueueResult> {
  const requestJson = requestOf(request);
  const id = await insertQueued(tx, { ...request, requestJson, queueOrder: result?.queueOrder ?? null });
  if (id === null) return { queued: [], skipped: [], stop: [] };
  if (!request.flow) await request.source.beginFlow?.(tx, id, request.now);
  const merged = await insertMerged(tx, request, request.merged ?? [], id);
  const dropped: number[] = [];
  for (const { id: other, reason } of result?.drop ?? []) {
    dropped.push(...await skipQueued(tx, [other], { reason, now: request.now, blockedBy: id }));
  }
  const waits = approvalUntil(request) !== null;
  const skipped = [...merged, ...dropped];
  return { queued: [id], ...waits && { waiting: [id] }, skipped, dropped, stop: result?.stop ?? [] };
}
