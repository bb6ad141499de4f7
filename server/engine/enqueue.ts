// Turns one request to run a task into one row: queued, or skipped with a reason. The planner and on-demand requests both
// use this module, so overlap rules mean the same for both.
import type { RunCause } from "../contract/runs.ts";
import { insertQueued, insertSkipped, listActive, skipQueued } from "./ledger.ts";
import { type ActiveRun, readOverlap, resolveOverlap } from "./overlap.ts";
import type { TaskRow, Tx } from "./store.ts";

/** The result of a request, to be published and acted on after the transaction commits. */
export interface EnqueueResult {
  queued: number[];
  skipped: number[];
  /** Live runs that must be stopped so that the new one can start. */
  stop: number[];
}

export interface EnqueueRequest {
  task: TaskRow;
  cause: RunCause;
  now: number;
  dueAt?: number;
  /** Earliest start of the run. */
  startAfter?: number;
  requestJson?: string | null;
}

/** Writes a due time or a start-up run into the ledger: queued if the overlap rule allows it, otherwise skipped. */
export async function enqueue(tx: Tx, request: EnqueueRequest): Promise<EnqueueResult> {
  const active = await listActive(tx, request.task.id);
  const result = request.cause === "missed" ? null : overlapResult(request, active);
  if (result?.kind !== "skip") return await queue(tx, request, result);
  const { task, cause, now, dueAt = now } = request;
  const id = await insertSkipped(tx, {
    task,
    cause,
    now,
    dueAt,
    reason: "overlap",
    blockedBy: result.blockedBy,
  });
  return { queued: [], skipped: id === null ? [] : [id], stop: [] };
}

/** Enqueues a run on demand. Returns null when the overlap rule does not allow it. */
export async function enqueueOnDemand(tx: Tx, request: EnqueueRequest): Promise<EnqueueResult | null> {
  const result = overlapResult(request, await listActive(tx, request.task.id));
  return result.kind === "skip" ? null : await queue(tx, request, result);
}

function overlapResult({ task, now }: EnqueueRequest, active: readonly ActiveRun[]) {
  return resolveOverlap(readOverlap(task), active, now);
}

async function queue(
  tx: Tx,
  request: EnqueueRequest,
  result: (ReturnType<typeof resolveOverlap> & { kind: "queue" }) | null,
): Promise<EnqueueResult> {
  const id = await insertQueued(tx, { ...request, queueOrder: result?.queueOrder ?? null });
  if (id === null) return { queued: [], skipped: [], stop: [] };
  const skipped: number[] = [];
  for (const { id: dropped, reason } of result?.drop ?? []) {
    skipped.push(...await skipQueued(tx, [dropped], { reason, now: request.now, blockedBy: id }));
  }
  return { queued: [id], skipped, stop: result?.stop ?? [] };
}
