// Runs that wait until a person approves them. A run that is approved is queued, as if it had been enqueued then; one that nobody
// approves in time is skipped.
import type { RunCause } from "../contract/runs.ts";
import type { Held } from "./decision.ts";
import type { OtherRun, Source } from "./source.ts";
import { runActions } from "./states.ts";
import { type Database, type RunRow, type SourceKey, sourceOf, type Tx } from "./store.ts";

/** Returns until when a new run waits for approval (ms); null if it does not. The next attempt was approved with the first. */
export function approvalUntil(
  { source, cause, now, awaitsUntil = null }: {
    source: Source | OtherRun;
    cause: RunCause;
    now: number;
    awaitsUntil?: number | null;
  },
): number | null {
  // Nobody is asked about what may not even come about.
  if (!("approvalLapseMs" in source) || cause === "retry" || awaitsUntil !== null) return null;
  return source.approvalLapseMs === undefined ? null : now + source.approvalLapseMs;
}

/** Lets a queued run wait for approval. Returns false when it is no longer queued. */
export async function askForApproval(tx: Tx, id: number, until: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable("run")
    .set({ state: "waiting_for_approval", approval_until: until })
    .where("id", "=", id).where("state", "in", runActions.ask.from).executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

export interface ApprovalDecision {
  now: number;
  /** Name of who decides. */
  by: string | null;
  remark: string | null;
}

const onDemand: readonly RunCause[] = ["person", "application"];

/**
 * Queues a run that waits for approval; `heldAt` returns the window that holds a run that would start at an instant (ms). Returns
 * false when it does not wait any more, or is late.
 */
export async function approve(
  tx: Tx,
  run: Pick<RunRow, "id" | "cause" | "start_after" | "held_until">,
  { now, by, remark, heldAt }: ApprovalDecision & { heldAt(at: number): Held | null },
): Promise<boolean> {
  // What held it when it was added may have changed since.
  const startAfter = run.held_until === null ? Math.max(run.start_after, now) : now;
  const held = onDemand.includes(run.cause) ? null : heldAt(startAfter);
  const { numUpdatedRows } = await tx.updateTable("run").set({
    state: "queued",
    ...{ approval_at: now, approval_by: by, approval_remark: remark },
    start_after: held?.startAt ?? startAfter,
    ...held && { window_id: held.windowId, held_until: held.until },
  }).where("id", "=", run.id).where("state", "in", runActions.approve.from).where("approval_until", ">", now)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** Skips a run that waits for approval. Returns false when it does not wait any more, or is late. */
export async function reject(
  tx: Tx,
  id: number,
  { now, by, remark }: ApprovalDecision,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable("run").set({
    ...{ state: "skipped", skip_reason: "rejected", finished_at: now },
    ...{ approval_at: now, approval_by: by, approval_remark: remark },
  }).where("id", "=", id).where("state", "in", runActions.reject.from).where("approval_until", ">", now)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** Skips runs that nobody has approved in time, oldest first. */
export async function lapseApprovals(
  tx: Tx,
  now: number,
  limit: number,
): Promise<{ id: number; source: SourceKey | null }[]> {
  const due = await tx.selectFrom("run").select("id")
    .where("state", "in", runActions.reject.from).where("finished_at", "is", null)
    .where("approval_until", "<=", now).orderBy("id").limit(limit).execute();
  if (due.length === 0) return [];
  // One of them may be approved between the two statements.
  const lapsed = await tx.updateTable("run")
    .set({ state: "skipped", skip_reason: "approval_lapsed", finished_at: now })
    .where("id", "in", due.map(({ id }) => id))
    .where("state", "in", runActions.reject.from).where("finished_at", "is", null)
    .where("approval_until", "<=", now).returningAll().execute();
  return lapsed.toSorted((a, b) => a.id - b.id).map((run) => ({ id: run.id, source: sourceOf(run) }));
}

/** Returns when the next run that waits for approval lapses (ms); null if none waits. */
export async function nextApprovalLapse(db: Database): Promise<number | null> {
  const { next } = await db.selectFrom("run").select(({ fn }) => fn.min("approval_until").as("next"))
    .where("state", "=", "waiting_for_approval").where("finished_at", "is", null)
    .executeTakeFirstOrThrow();
  return next === null ? null : Number(next);
}
