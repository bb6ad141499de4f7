// What happens to a due time when earlier runs of the same task have not ended. Pure.
import type { RunCause, RunState } from "../contract/runs.ts";
import type { Overlap } from "../contract/tasks.ts";
import { storedJson } from "../platform/stored_json.ts";
import type { TaskRow } from "./store.ts";

/** A run of the task that is in the queue or on the machine. */
export interface ActiveRun {
  id: number;
  state: RunState;
  cause: RunCause;
  queue_rank: number;
  queue_order: number;
  start_after: number;
}

/** What to do with a run that wants to be made, and with those before it. */
export type OverlapResult =
  | { kind: "skip"; blockedBy: number }
  | {
    kind: "queue";
    /** Take this place in the queue instead of its end. */
    queueOrder: number | null;
    /** Queued runs that give way. */
    drop: { id: number; reason: "limit" | "overlap" }[];
    /** Live runs that are to be stopped first. */
    stop: number[];
  };

const DEFAULT_LIMIT = { skip: 1, queue: 1, replace: 1, allow: 5 } as const;

/** Reads the overlap rule of a row; one that cannot be read lets one run at a time. */
export function readOverlap({ overlap_json }: Pick<TaskRow, "overlap_json">): Overlap {
  return storedJson<Overlap>(overlap_json, { policy: "skip" });
}

/** How many runs of the task may be live at once. */
export function maxParallel({ policy, limit }: Overlap): number {
  return policy === "allow" ? limit ?? DEFAULT_LIMIT.allow : 1;
}

/** Answers a run that wants to be made now. Catching up never stands in the way of it. */
export function resolveOverlap(overlap: Overlap, active: readonly ActiveRun[], now: number): OverlapResult {
  const live = active.filter((run) => run.state !== "queued");
  const queued = active.filter((run) => run.state === "queued" && run.queue_rank === 0);
  // A retry that only waits for its delay is overtaken by the next regular run.
  const waitingRetries = queued.filter((run) => run.cause === "retry" && run.start_after > now);
  const inLine = queued.filter((run) => !waitingRetries.includes(run));
  const drop = waitingRetries.map(({ id }) => ({ id, reason: "overlap" as const }));
  const free = { kind: "queue" as const, queueOrder: null, drop, stop: [] };
  switch (overlap.policy) {
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
  return overlap.policy satisfies never;
}

// A scheduled run that still waits when the next one is due waits for the limit, not for itself: the newer one takes its
// place in the queue. Its place, not the end: else the tasks with the lowest numbers would always win.
function skipResult(
  live: readonly ActiveRun[],
  inLine: readonly ActiveRun[],
  free: OverlapResult & { kind: "queue" },
): OverlapResult {
  const [waiting] = inLine;
  if (live[0]) return { kind: "skip", blockedBy: live[0].id };
  if (!waiting) return free;
  if (waiting.cause !== "schedule") return { kind: "skip", blockedBy: waiting.id };
  return {
    ...free,
    queueOrder: waiting.queue_order,
    drop: [...free.drop, { id: waiting.id, reason: "limit" }],
  };
}

function blocker(first: readonly ActiveRun[], then: readonly ActiveRun[]): number {
  // Only called where the limit, at least 1, is reached, so one of the lists has an entry.
  return (first[0] ?? then[0])?.id ?? 0;
}
