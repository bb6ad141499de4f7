// Replans tasks from an instant on: after an edit, after the panel's time zone changed, or after a clock that was far ahead
// was corrected. Ledger entries for times that have not come yet are removed.
import type { Schedules } from "../contract/tasks.ts";
import type { Logger } from "../platform/logger.ts";
import { missedBetween, type MissedStretch } from "./decide.ts";
import type { Database, TaskRow, Tx } from "./store.ts";
import { dueAfter, type Timetable, timetableOf, usualMissed } from "./timetable.ts";
import { storedJson } from "../platform/stored_json.ts";

/** Number of tasks planned in one transaction. */
const BATCH = 200;
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

/** Reads the timetable of a row; null when no cron rule starts it. Throws `CronError`. */
export function readTimetable(task: TaskRow, zone: string): Timetable | null {
  return timetableOf(readSchedules(task), task.time_zone ?? zone, task.id);
}

/**
 * Reads the schedules of a row. Schedules that cannot be parsed are returned as a single rule holding the raw text, which
 * cannot be planned.
 */
export function readSchedules({ schedules_json: text }: Pick<TaskRow, "schedules_json">): Schedules {
  const token = storedJson<Schedules>(text, "manual");
  if (token === "startup" || token === "boot" || text === JSON.stringify("manual")) return token;
  const rules = storedJson<string[]>(text, [text]);
  return rules.every((rule) => typeof rule === "string") ? rules : [text];
}

/** Plans a task from now on; earlier due times are not caught up. Throws `CronError`. */
export async function planFromNow(tx: Tx, task: TaskRow, { now, zone }: Present): Promise<Planned> {
  const timetable = readTimetable(task, zone);
  const nextDueAt = task.enabled === 1 ? dueAfter(timetable, now) : null;
  const missed_usual = usualMissed(timetable, now);
  const plan = { cursor_at: now, planned_at: now, next_due_at: nextDueAt, missed_usual };
  await tx.updateTable("task").set(plan).where("id", "=", task.id).execute();
  return { taskId: task.id, nextDueAt };
}

/**
 * Removes the missed due times of a task after now from the ledger: they have not come yet. Times that were run keep their
 * rows and do not run again. Call it before the cursor moves back to now, with the task as it was planned.
 */
export async function forgetFuture(tx: Tx, task: TaskRow, { now, zone }: Present): Promise<void> {
  if (task.cursor_at <= now) return;
  await forgetMissed(tx, { column: "task_id", id: task.id }, readTimetable(task, zone), now);
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

/** Replans tasks. A task that cannot be parsed is logged and left unchanged. */
export async function replan(
  db: Database,
  ids: readonly number[],
  { logger, ...present }: PlanLog,
): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (let from = 0; from < ids.length; from += BATCH) {
    planned.push(
      ...await db.transaction().execute(async (tx) => {
        const tasks = await tx.selectFrom("task").selectAll()
          .where("id", "in", ids.slice(from, from + BATCH)).where("enabled", "=", 1).execute();
        const done: Planned[] = [];
        for (const task of tasks) {
          const read = () => dueAfter(readTimetable(task, present.zone), present.now);
          if (isReadable(read, { task: task.id }, logger)) {
            await forgetFuture(tx, task, present);
            done.push(await planFromNow(tx, task, present));
          }
        }
        return done;
      }),
    );
  }
  return planned;
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
