// One wish to run a task becomes one row: in the queue, or skipped with its reason. The planner and people's requests
// pass through here, so that overlap means the same for both.
import type { RunCause } from "../contract/runs.ts";
import { insertQueued, insertSkipped, listActive, skipQueued } from "./ledger.ts";
import { type ActiveRun, answerOverlap, readOverlap } from "./overlap.ts";
import type { TaskRow, Tx } from "./store.ts";

/** What came of a wish, to be announced and acted on once the transaction is through. */
export interface Enlisted {
  queued: number[];
  skipped: number[];
  /** Live runs that must be stopped so that the new one can start. */
  stop: number[];
}

export interface Wish {
  task: TaskRow;
  cause: RunCause;
  now: number;
  dueAt?: number;
  /** Hold the run back until this instant. */
  startAfter?: number;
  requestJson?: string | null;
}

/** Writes a due time, or a start-up run, into the ledger as overlap allows: queued, else skipped. */
export async function enlist(tx: Tx, wish: Wish): Promise<Enlisted> {
  const active = await listActive(tx, wish.task.id);
  const answer = wish.cause === "missed" ? null : overlapAnswer(wish, active);
  if (answer?.kind !== "skip") return await queue(tx, wish, answer);
  const { task, cause, now, dueAt = now } = wish;
  const id = await insertSkipped(tx, {
    task,
    cause,
    now,
    dueAt,
    reason: "overlap",
    blockedBy: answer.blockedBy,
  });
  return { queued: [], skipped: id === null ? [] : [id], stop: [] };
}

/** Writes a run on demand into the queue. Answers null when overlap does not allow it. */
export async function enlistOnDemand(tx: Tx, wish: Wish): Promise<Enlisted | null> {
  const answer = overlapAnswer(wish, await listActive(tx, wish.task.id));
  return answer.kind === "skip" ? null : await queue(tx, wish, answer);
}

function overlapAnswer({ task, now }: Wish, active: readonly ActiveRun[]) {
  return answerOverlap(readOverlap(task), active, now);
}

async function queue(
  tx: Tx,
  wish: Wish,
  answer: (ReturnType<typeof answerOverlap> & { kind: "queue" }) | null,
): Promise<Enlisted> {
  const id = await insertQueued(tx, { ...wish, queueOrder: answer?.queueOrder ?? null });
  if (id === null) return { queued: [], skipped: [], stop: [] };
  const skipped: number[] = [];
  for (const { id: dropped, reason } of answer?.drop ?? []) {
    skipped.push(...await skipQueued(tx, [dropped], { reason, now: wish.now, blockedBy: id }));
  }
  return { queued: [id], skipped, stop: answer?.stop ?? [] };
}
