// Replans rows from an instant on: after an edit, after the panel's time zone changed, or after a clock that was far ahead
// was corrected. Ledger entries for times that have not come yet are removed.
import type { SkipReason } from "../contract/runs.ts";
import type { Logger } from "../platform/logger.ts";
import { findDecided } from "./decided_already.ts";
import type { DueRange, Skip } from "./decision.ts";
import { insertSkipped } from "./ledger.ts";
import type { Source } from "./source.ts";
import { dueAfter, dueBetween } from "./occurrences.ts";
import type { PlannedRow, PlanSource, Present } from "./plan_source.ts";
import { pendingStates } from "./states.ts";
import type { Database, SourceKey, Tx } from "./store.ts";
import type { Timetable } from "./timetable.ts";

/** Number of rows planned in one transaction. */
const BATCH = 200;

/** Next due time of a planned row; null when it is not due. */
export interface Planned {
  id: number;
  nextDueAt: number | null;
}

/** Replans the enabled ones among rows from now on. A row that cannot be parsed is logged and left unchanged. */
export async function replan(
  db: Database,
  plans: PlanSource,
  { ids, present, logger }: { ids: readonly number[]; present: Present; logger: Logger },
): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    planned.push(
      ...await db.transaction().execute(async (tx) => {
        const done: Planned[] = [];
        for (const row of await plans.read(tx, batch)) {
          if (!row.isEnabled || !isReadable(row, plans, { present, logger })) continue;
          await forgetFuture(tx, row, present);
          done.push({ id: row.id, nextDueAt: await plans.planFromNow(tx, row.id, present) });
        }
        return done;
      }),
    );
  }
  return planned;
}

function isReadable(
  row: PlannedRow,
  { name }: PlanSource,
  { present, logger }: { present: Present; logger: Logger },
): boolean {
  try {
    dueAfter(row.timetable(present.zone), present.now);
    return true;
  } catch (error) {
    logger.error("failed to compute the next due time", { [name]: row.id, error });
    return false;
  }
}

/**
 * Removes the missed due times of a row after now from the ledger: they have not come yet. Times that were run keep their
 * rows and do not run again. Call it before the cursor moves back to now, with the row as it was planned.
 */
export async function forgetFuture(tx: Tx, row: PlannedRow, { now, zone }: Present): Promise<void> {
  if (row.cursorAt > now) await forgetMissed(tx, row.source, row.timetable(zone), now);
}

async function forgetMissed(
  tx: Tx,
  { column, id: source }: SourceKey,
  timetable: Timetable | null,
  now: number,
): Promise<void> {
  const rows = await tx.selectFrom("run").select(["id", "due_at"]).where(column, "=", source)
    .where("state", "=", "skipped").where("skip_reason", "=", "missed").where("due_through", ">", now)
    .execute();
  for (const { id, due_at } of rows) {
    const span = { after: (due_at ?? now) - 1, until: now };
    const [left] = timetable ? dueBetween(timetable, span) : [];
    if (left) {
      const { dueThrough: due_through, dueCount: due_count } = left;
      await tx.updateTable("run").set({ due_through, due_count }).where("id", "=", id).execute();
    } else await tx.deleteFrom("run").where("id", "=", id).execute();
  }
}

export interface SkippedTimes {
  source: Source;
  timetable: Timetable;
  skip: Skip;
  now: number;
  detail: string | null;
}

/** Records due times as skipped, except those that already have rows. Returns the IDs of the new rows. */
export async function recordSkip(
  tx: Tx,
  { source, timetable, skip, now, detail }: SkippedTimes,
): Promise<number[]> {
  const { reason, nominalAt = null, windowId = null, since } = skip;
  const details = { reason, detail: skip.detail ?? detail, windowId };
  if (since !== undefined && await extendSkipped(tx, { source, ...details, since, range: skip })) return [];
  if (nominalAt !== null && (await findDecided(tx, source, [nominalAt])).size > 0) return [];
  const ids: number[] = [];
  const ranges = nominalAt === null ? await undecidedOf(tx, source, timetable, skip) : [skip];
  for (const { dueAt, dueThrough, dueCount } of ranges) {
    const due = { dueAt, dueThrough, dueCount, nominalAt };
    const id = await insertSkipped(tx, { source, cause: "schedule", now, ...details, ...due });
    if (id !== null) ids.push(id);
  }
  return ids;
}

// Adds due times to the newest row of a source if that skips, since an instant, the ones before them for the same reason.
async function extendSkipped(
  tx: Tx,
  { source: { column, id }, reason, detail, windowId, since, range }: {
    source: SourceKey;
    reason: SkipReason;
    detail: string | null;
    windowId: number | null;
    since: number;
    range: DueRange;
  },
): Promise<boolean> {
  const newest = await tx.selectFrom("run").selectAll().where(column, "=", id).where("due_at", "is not", null)
    .orderBy("due_at", "desc").limit(1).executeTakeFirst();
  const isSame = newest?.state === "skipped" && newest.skip_reason === reason && newest.detail === detail &&
    newest.window_id === windowId && newest.merged_into === null && newest.nominal_at === null;
  if (!isSame || newest.due_at === null || newest.due_at < since) return false;
  if ((newest.due_through ?? newest.due_at) >= range.dueAt) return false;
  await tx.updateTable("run").where("id", "=", newest.id)
    .set({ due_through: range.dueThrough, due_count: newest.due_count + range.dueCount }).execute();
  return true;
}

/** How many rows before a range are looked at: those of several rules may lie between one that reaches into it and the range. */
const EARLIER_ROWS = 20;

// Some may have run in a false future, or been moved before a calendar changed. Nearly always there are none, and the range
// stays whole.
async function undecidedOf(
  tx: Tx,
  { column, id }: SourceKey,
  timetable: Timetable,
  range: DueRange,
): Promise<DueRange[]> {
  const ofSource = tx.selectFrom("run").select(["due_at", "due_through", "nominal_at"]).where(
    column,
    "=",
    id,
  );
  const ordinary = await ofSource.where("nominal_at", "is", null)
    .where("due_at", ">=", range.dueAt).where("due_at", "<=", range.dueThrough).execute();
  // Skipped ones from before the clock was set back may reach into the range.
  const earlier = await ofSource.where("nominal_at", "is", null).where("due_at", "<", range.dueAt)
    .where("started_at", "is", null).where("finished_at", "is not", null).orderBy("due_at", "desc")
    .limit(EARLIER_ROWS).execute();
  const reaching = earlier.filter(({ due_through }) => (due_through ?? 0) >= range.dueAt);
  const moved = timetable.calendar
    ? await ofSource.where("nominal_at", ">=", range.dueAt).where("nominal_at", "<=", range.dueThrough)
      .execute()
    : [];
  const decided = [...reaching, ...ordinary, ...moved].map(({ due_at, due_through, nominal_at }) => ({
    from: nominal_at ?? due_at ?? 0,
    through: nominal_at ?? due_through ?? due_at ?? 0,
  })).sort((a, b) => a.from - b.from);
  if (decided.length === 0) return [range];
  const starts = [range.dueAt - 1, ...decided.map(({ through }) => through)];
  const ends = [...decided.map(({ from }) => from - 1), range.dueThrough];
  return starts.flatMap((after, index) => dueBetween(timetable, { after, until: ends[index] ?? after }));
}

/** Shifts runs that were queued in a false future to start with the same delay from now. */
export async function releaseQueued(db: Database, now: number): Promise<void> {
  await db.updateTable("run").set((run) => ({
    start_after: run(run("start_after", "-", run.ref("queued_at")), "+", now),
    approval_until: run(run("approval_until", "-", run.ref("queued_at")), "+", now),
    queued_at: now,
  })).where("state", "in", pendingStates).where("queued_at", ">", now).execute();
}
