// Decides what happens to a due time when earlier runs of the same source have not ended. Pure.
import type { Overlap } from "../contract/tasks.ts";
import { isPending } from "./states.ts";
import type { RunRow } from "./store.ts";

/** The overlap rule of a source. With `single`, at most one run is queued or live, whatever caused it. */
export type OverlapRule = Overlap | { policy: "single" };

/** A queued or live run of the source, or one that waits for approval. */
export type ActiveRun =
  & Pick<RunRow, "id" | "state" | "cause" | "queue_rank" | "queue_order">
  & Pick<RunRow, "start_after" | "target_node" | "stop_requested_at" | "held_until">
  & Pick<RunRow, "flow_run_id" | "item">;

/** What to do with a new run and with the runs before it. */
export type OverlapResult =
  | { kind: "skip"; blockedBy: number }
  | {
    kind: "queue";
    /** Queue position to take over; null for the end of the queue. */
    queueOrder: number | null;
    /** Queued runs to skip in favor of the new one. */
    drop: { id: number; reason: "limit" | "overlap" }[];
    /** Live runs to stop first. */
    stop: number[];
  };

const DEFAULT_LIMIT = { skip: 1, queue: 1, replace: 1, allow: 5 } as const;

/** Returns whether a maintenance window holds a run, or held it and it has not started yet. */
export function isHeld({ state, held_until }: ActiveRun): boolean {
  return isPending(state) && held_until !== null;
}

/** Returns whether a due time may merge with a run that a window holds. What a program sent has a content of its own. */
export function isMergeable(run: ActiveRun): boolean {
  return isHeld(run) && run.cause !== "webhook";
}

/** Returns how many runs of a source may be live at once. */
export function maxParallel({ policy, limit }: Overlap): number {
  return policy === "allow" ? limit ?? DEFAULT_LIMIT.allow : 1;
}

/** Decides whether a new run is added or skipped. Catch-up runs never block it. */
export function resolveOverlap(
  overlap: OverlapRule,
  active: readonly ActiveRun[],
  now: number,
): OverlapResult {
  const [oldest] = active;
  const live = active.filter((run) => !isPending(run.state));
  const queued = active.filter((run) => isPending(run.state) && run.queue_rank === 0);
  // A retry that is only waiting for its delay is superseded by the next regular run.
  const waitingRetries = queued.filter((run) => run.cause === "retry" && run.start_after > now);
  const inLine = queued.filter((run) => !waitingRetries.includes(run));
  const drop = waitingRetries.map(({ id }) => ({ id, reason: "overlap" as const }));
  const free = { kind: "queue" as const, queueOrder: null, drop, stop: [] };
  switch (overlap.policy) {
    case "single":
      return oldest ? { kind: "skip", blockedBy: oldest.id } : free;
    case "skip":
      return skipResult(live, inLine, free);
    case "queue":
      return live.length + inLine.length === 0 || inLine.length < (overlap.limit ?? DEFAULT_LIMIT.queue)
        ? free
        : { kind: "skip", blockedBy: blocker(inLine, live) };
    case "replace":
      return {
        ...free,
        drop: [...drop, ...inLine.map(({ id }) => ({ id, reason: "overlap" as const }))],
        stop: live.map(({ id }) => id),
      };
    case "allow":
      return live.length + inLine.length < maxParallel(overlap)
        ? free
        : { kind: "skip", blockedBy: blocker(live, inLine) };
  }
  return overlap satisfies never;
}

/**
 * Returns the runs that a run on demand has to respect: not those that are being stopped, which end by themselves. It waits
 * for them in the queue, because the limit of parallel runs counts them. With `single`, it has to respect all.
 */
export function runsToRespect({ policy }: OverlapRule, active: readonly ActiveRun[]): ActiveRun[] {
  return active.filter(({ stop_requested_at }) => policy === "single" || stop_requested_at === null);
}

/** Returns runs with one of each list for which a source runs: a live one, if it has one. */
export function oneOfEachList(active: readonly ActiveRun[]): ActiveRun[] {
  const lists = Map.groupBy(active, ({ item, flow_run_id, id }) => item === null ? `run ${id}` : flow_run_id);
  return [...lists.values()].flatMap((runs) => runs.find(({ state }) => !isPending(state)) ?? runs[0] ?? []);
}

/** Returns a result that drops all pending runs of the lists of which it drops one. */
export function withWholeLists(result: OverlapResult, active: readonly ActiveRun[]): OverlapResult {
  if (result.kind === "skip") return result;
  const dropped = new Set(result.drop.map(({ id }) => id));
  const lists = new Set(
    active.flatMap((run) => dropped.has(run.id) && run.item !== null ? run.flow_run_id ?? [] : []),
  );
  const others = active.filter((run) =>
    !dropped.has(run.id) && run.item !== null && run.flow_run_id !== null && lists.has(run.flow_run_id) &&
    isPending(run.state)
  );
  return {
    ...result,
    drop: [...result.drop, ...others.map(({ id }) => ({ id, reason: "overlap" as const }))],
  };
}

// A scheduled run that is still queued when the next one is due waits for the concurrency limit, not for its own source:
// the newer run replaces it. It takes over the queue position instead of moving to the end; otherwise sources with the
// lowest IDs would always win.
function skipResult(
  live: readonly ActiveRun[],
  inLine: readonly ActiveRun[],
  free: OverlapResult & { kind: "queue" },
): OverlapResult {
  const [waiting] = inLine;
  if (live[0]) return { kind: "skip", blockedBy: live[0].id };
  if (!waiting) return free;
  // Someone has been asked about a run that waits for approval, and a whole list is not replaced by the next one.
  if (waiting.cause !== "schedule" || waiting.state === "waiting_for_approval" || waiting.item !== null) {
    return { kind: "skip", blockedBy: waiting.id };
  }
  return {
    ...free,
    queueOrder: waiting.queue_order,
    drop: [...free.drop, { id: waiting.id, reason: "limit" }],
  };
}

function blocker(first: readonly ActiveRun[], then: readonly ActiveRun[]): number {
  // Only called when the limit (at least 1) is reached, so one of the lists has an entry.
  return (first[0] ?? then[0])?.id ?? 0;
}
