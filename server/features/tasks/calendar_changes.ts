// Plans the tasks of a calendar anew when it changes: the future is decided by the new days, and what was decided stays.
import type { WorkCalendar } from "../../contract/work_calendar.ts";
import { decideEach } from "../../engine/decide_occurrences.ts";
import type { EnqueueResult, OpenNodes } from "../../engine/enqueue.ts";
import { dueAfter, type Occurrence, occurrenceOf, occurrencesIn } from "../../engine/occurrences.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { Timetable } from "../../engine/timetable.ts";
import { writeDecision } from "../../engine/write_decision.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { plannedTask } from "./plan_source.ts";
import { type FindCalendar, readTimetable, type TaskPresent } from "./task_timetable.ts";

/** No due time is moved further. */
const REACH_MS = 63 * 86_400_000;

/** A task that was planned anew, to be announced after the transaction commits. */
export interface Replanned {
  id: number;
  nextDueAt: number | null;
  results: EnqueueResult[];
}

export interface CalendarChange extends TaskPresent {
  /**
   * The calendar as it was, where that is known; the new one is found by `findCalendar`. Without it, a due time counts as decided
   * when its nominal time has come.
   */
  previous: WorkCalendar | null;
  openNodes: OpenNodes;
}

/** Lists the tasks that name a calendar. */
export async function listTasksOf(
  db: Database | Tx,
  calendarId: number,
): Promise<{ id: number; name: string }[]> {
  return await db.selectFrom("task").select(["id", "name"]).where("calendar_id", "=", calendarId)
    .orderBy("name").orderBy("id").execute();
}

/**
 * Lists the enabled tasks whose due times were computed by another revision of a calendar than the current one; with an id, only
 * of that calendar.
 */
export async function listStale(
  db: Database,
  findCalendar: FindCalendar,
  calendarId?: number,
): Promise<number[]> {
  let query = db.selectFrom("task").select(["id", "calendar_id", "planned_calendar"])
    .where("calendar_id", "is not", null).where("enabled", "=", 1).orderBy("id");
  if (calendarId !== undefined) query = query.where("calendar_id", "=", calendarId);
  const stale = (await query.execute()).filter(({ calendar_id, planned_calendar }) =>
    (findCalendar(calendar_id ?? 0)?.revision ?? null) !== planned_calendar
  );
  return stale.map(({ id }) => id);
}

/** Plans tasks by the days that their calendars have now. A due time that is in the past by them was missed. */
export async function replanByCalendar(
  tx: Tx,
  ids: readonly number[],
  change: CalendarChange,
): Promise<Replanned[]> {
  const tasks = await tx.selectFrom("task").selectAll().where("id", "in", [...ids]).where("enabled", "=", 1)
    .orderBy("id").execute();
  const replanned: Replanned[] = [];
  for (const task of tasks) {
    const timetable = readTimetable(task, change);
    if (!timetable) continue;
    const results = await decideLost(tx, task, timetable, change);
    replanned.push({ id: task.id, nextDueAt: await storeNextDue(tx, task, timetable, change), results });
  }
  return replanned;
}

async function decideLost(
  tx: Tx,
  task: TaskRow,
  timetable: Timetable,
  change: CalendarChange,
): Promise<EnqueueResult[]> {
  const { now, zone, previous, openNodes, findCalendar } = change;
  if (task.on_day_off === "skip" || task.on_day_off === "run") return [];
  const before = previous && readTimetable(task, { zone, findCalendar: () => previous });
  const lost = lostOccurrences(before, timetable, task);
  const row = plannedTask(task, { findCalendar });
  const results: EnqueueResult[] = [];
  const input = { timetable, now, missed: row.missed, windows: [] };
  for (const decision of decideEach(lost, input, Infinity)) {
    results.push(await writeDecision(tx, { row, timetable, now, openNodes }, decision));
  }
  return results;
}

// Those that were still to come, and would now have been due.
function lostOccurrences(
  before: Timetable | null,
  after: Timetable,
  { cursor_at: until, planned_at }: Pick<TaskRow, "cursor_at" | "planned_at">,
): Occurrence[] {
  const span = { after: Math.max(planned_at, until - REACH_MS), until };
  return occurrencesIn(after, span).occurrences
    .filter(({ nominalAt }) => (before ? occurrenceOf(before, nominalAt).at : nominalAt) > until);
}

async function storeNextDue(
  tx: Tx,
  task: TaskRow,
  timetable: Timetable,
  { findCalendar }: TaskPresent,
): Promise<number | null> {
  const next_due_at = dueAfter(timetable, task.cursor_at);
  const planned_calendar = findCalendar(task.calendar_id ?? 0)?.revision ?? null;
  await tx.updateTable("task").set({ next_due_at, planned_calendar }).where("id", "=", task.id).execute();
  return next_due_at;
}
