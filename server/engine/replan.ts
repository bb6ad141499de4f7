// Replans tasks from an instant on: after an edit, after the panel's time zone changed, or after a clock that was far ahead
// was corrected. Ledger entries for times that have not come yet are removed.
import type { Logger } from "../platform/logger.ts";
import { missedBetween, type MissedStretch } from "./decide.ts";
import type { Database, Tx } from "./store.ts";
import type { Timetable } from "./timetable.ts";
import { storedJson } from "../platform/stored_json.ts";

/** Settings row with the time zone in which tasks without their own were planned. */
const PLANNED_ZONE = "plannedZone";

export interface Present {
  now: number;
  /** Time zone of tasks without their own. */
  zone: string;
}

/** The present, and the logger for errors. */
export type PlanLog = Present & { logger: Logger };

/** Identifies the ledger rows of a task or subscription. */
export interface LedgerKey {
  column: "task_id" | "subscription_id";
  id: number;
}

/** Next due time of a task or another planned subject; null when it is not due. */
export interface Planned {
  taskId: number;
  nextDueAt: number | null;
}

/** Removes ledger rows that record due times after now as missed. */
export async function forgetMissed(
  tx: Tx,
  { column, id: subject }: LedgerKey,
  timetable: Timetable | null,
  now: number,
): Promise<void> {
  const rows = await tx.selectFrom("run").select(["id", "due_at"]).where(column, "=", subject)
    .where("state", "=", "skipped").where("skip_reason", "=", "missed").where("due_through", ">", now)
    .execute();
  for (const { id, due_at } of rows) {
    const span = { after: (due_at ?? now) - 1, until: now };
    const [left] = timetable ? missedBetween(timetable, span) : [];
    if (left) {
      const { dueThrough: due_through, dueCount: due_count } = left;
      await tx.updateTable("run").set({ due_through, due_count }).where("id", "=", id).execute();
    } else await tx.deleteFrom("run").where("id", "=", id).execute();
  }
}

/**
 * Removes from a missed range the due times that already have ledger rows: some may have run in a false future. Nearly
 * always there are none, and the range stays whole.
 */
export async function undecidedOf(
  tx: Tx,
  { column, id }: LedgerKey,
  timetable: Timetable,
  stretch: MissedStretch,
): Promise<MissedStretch[]> {
  const decided = await tx.selectFrom("run").select(["due_at", "due_through"]).where(column, "=", id)
    .where("due_at", ">=", stretch.dueAt).where("due_at", "<=", stretch.dueThrough).orderBy("due_at")
    .execute();
  if (decided.length === 0) return [stretch];
  const starts = [stretch.dueAt - 1, ...decided.map(({ due_at, due_through }) => due_through ?? due_at ?? 0)];
  const ends = [...decided.map(({ due_at }) => (due_at ?? 0) - 1), stretch.dueThrough];
  return starts.flatMap((after, index) => missedBetween(timetable, { after, until: ends[index] ?? after }));
}

/** Shifts runs that were queued in a false future to start with the same delay from now. */
export async function releaseQueued(db: Database, now: number): Promise<void> {
  await db.updateTable("run").set((run) => ({
    start_after: run(run("start_after", "-", run.ref("queued_at")), "+", now),
    queued_at: now,
  })).where("state", "=", "queued").where("queued_at", ">", now).execute();
}

/** Returns whether a row can be planned; logs the reason when it cannot. */
export function isReadable(read: () => unknown, what: Record<string, number>, logger: Logger): boolean {
  try {
    read();
    return true;
  } catch (error) {
    logger.error("a task cannot be planned", { ...what, fault: error });
    return false;
  }
}

/** Reads the time zone in which tasks without their own were planned; null before the first start. */
export async function readPlannedZone(db: Database): Promise<string | null> {
  const row = await db.selectFrom("setting").select("value_json").where("name", "=", PLANNED_ZONE)
    .executeTakeFirst();
  return row ? storedJson(row.value_json, "") || null : null;
}

/** Stores the time zone in which all tasks without their own are now planned. */
export async function notePlannedZone(db: Database, zone: string): Promise<void> {
  const value_json = JSON.stringify(zone);
  await db.insertInto("setting").values({ name: PLANNED_ZONE, value_json })
    .onConflict((on) => on.column("name").doUpdateSet({ value_json })).execute();
}
