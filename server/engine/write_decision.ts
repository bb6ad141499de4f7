import { withoutDecided } from "./decided_already.ts";
import type { Decision } from "./decision.ts";
import { enqueue, type EnqueueResult, insertMerged, type OpenNodes, requestOf } from "./enqueue.ts";
import { insertSkipped } from "./ledger.ts";
import type { PlannedRow } from "./plan_source.ts";
import { recordSkip } from "./replan.ts";
import type { Tx } from "./store.ts";
import type { Timetable } from "./timetable.ts";

export interface DecidedRow {
  row: Pick<PlannedRow, "source" | "delayMs">;
  timetable: Timetable;
  now: number;
  openNodes: OpenNodes;
  /** Why due times were missed, if that is known. */
  detail?: string | null;
}

/** Records one decision in the ledger, except what has been decided before. */
export async function writeDecision(
  tx: Tx,
  { row, timetable, now, openNodes, detail = null }: DecidedRow,
  decision: Decision,
): Promise<EnqueueResult> {
  const { source } = row;
  if (decision.kind === "skip") {
    const skipped = await recordSkip(tx, { source, timetable, skip: decision, now, detail });
    return { queued: [], skipped, stop: [] };
  }
  const run = timetable.calendar ? await withoutDecided(tx, source, decision) : decision;
  if (run?.kind !== "run") {
    const skipped = run ? await insertMerged(tx, { source, now, timetable }, run.merged, run.into) : [];
    return { queued: [], skipped, stop: [] };
  }
  const { kind: _, ...due } = run;
  const delayMs = row.delayMs?.(timetable, due.dueAt);
  const startAfter = due.cause === "missed" || delayMs === undefined ? now : due.dueAt + delayMs;
  const awaitsUntil = await source.awaitsUntil?.(tx, due.dueAt) ?? null;
  if (awaitsUntil === null || awaitsUntil > now) {
    return await enqueue(tx, openNodes, { source, now, timetable, ...due, startAfter, awaitsUntil });
  }
  const { cause, dueAt, nominalAt = null } = due;
  const requestJson = requestOf({ source, now, timetable, ...due });
  const skip = { source, cause, dueAt, nominalAt, now, reason: "upstream" as const, requestJson };
  const id = await insertSkipped(tx, skip);
  if (id !== null) await source.beginFlow?.(tx, id, now);
  return { queued: [], skipped: id === null ? [] : [id], stop: [] };
}
