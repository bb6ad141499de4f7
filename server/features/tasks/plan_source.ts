import { sql } from "kysely";
import { parseCron } from "../../contract/cron/expression.ts";
import { shortestGapMs, type Span } from "../../contract/cron/slots.ts";
import { dueChecksum } from "../../engine/due_checksum.ts";
import { gathered } from "../../engine/gathered.ts";
import { listActive } from "../../engine/ledger.ts";
import type { PlannedRow, PlanSource } from "../../engine/plan_source.ts";
import type { Planned } from "../../engine/replan.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { WindowSpan } from "../../engine/decision.ts";
import { dueAfter } from "../../engine/occurrences.ts";
import { missedPolicy, type Timetable, usualMissed } from "../../engine/timetable.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { updateEach } from "../../platform/update_each.ts";
import { awaitsUntil } from "./flow/awaiting.ts";
import { beginDueFlow } from "./flow/due_links.ts";
import { readMissed, taskKey, taskSource } from "./task_source.ts";
import { type FindCalendar, readSchedules, readTimetable, type TaskPresent } from "./task_timetable.ts";

/** Returns how long a due run of a task waits because of a rule for all tasks, in ms. */
export type RandomDelay = (task: TaskRow, dueAt: number, zone: string) => number;

/** Returns how many tasks have a next due time. */
export async function countPlanned(db: Database): Promise<number> {
  const { total } = await db.selectFrom("task").select(({ fn }) => fn.countAll().as("total"))
    .where("enabled", "=", 1).where("next_due_at", "is not", null).executeTakeFirstOrThrow();
  return Number(total);
}

/** What besides its row decides when a task runs. */
export interface TaskPlanContext {
  findCalendar: FindCalendar;
  /** Returns the panel's time zone, by which other tasks have ended since a time of day before a task without its own. */
  panelZone?(): string;
  /** The delay for all tasks without one of their own; without it, there is none. */
  randomDelay?: RandomDelay;
  /** Returns the maintenance windows that concern a task and overlap a span; without it, there are none. */
  windowsOf?(task: TaskRow, span: Span): WindowSpan[];
}

/** Returns the plan source of tasks with rules. */
export function planTasks(context: TaskPlanContext): PlanSource {
  const { findCalendar } = context;
  return {
    ...plans,
    async read(tx, ids) {
      const rows = await tx.selectFrom("task").selectAll().where("id", "in", [...ids]).execute();
      return rows.map((row) => plannedTask(row, context));
    },
    async planFromNow(tx, id, present) {
      const row = await tx.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirst();
      return row ? (await planFromNow(tx, row, { ...present, findCalendar })).nextDueAt : null;
    },
  };
}

const plans = {
  name: "task",
  column: "task_id",
  async listDue(db) {
    return await db.selectFrom("task").select(["id", "next_due_at"]).where("enabled", "=", 1)
      .where("next_due_at", "is not", null).$narrowType<{ next_due_at: number }>().execute();
  },
  async checksumDue(db) {
    return (await db.selectFrom("task").select(dueChecksum.as("sum")).where("enabled", "=", 1)
      .where("next_due_at", "is not", null).executeTakeFirstOrThrow()).sum;
  },
  async listZoneless(db) {
    return (await db.selectFrom("task").select("id").where("time_zone", "is", null).where("enabled", "=", 1)
      .execute()).map(({ id }) => id);
  },
  async listAhead(db, instant) {
    return await db.selectFrom("task").select(["id", "cursor_at"]).where("cursor_at", ">", instant)
      .where("enabled", "=", 1).execute();
  },
  async setDue(tx, id, dueAt) {
    await tx.updateTable("task").set({ next_due_at: dueAt }).where("id", "=", id).execute();
  },
  async moveCursor(tx, id, { cursor, nextDueAt }) {
    await moveCursors(tx, { id, cursor_at: cursor, next_due_at: nextDueAt });
  },
} satisfies Omit<PlanSource, "read" | "planFromNow">;

const moveCursors = gathered(
  async (tx: Tx, rows: readonly Pick<TaskRow, "id" | "cursor_at" | "next_due_at">[]) => {
    await updateEach(tx, {
      table: "task",
      key: { id: "bigint" },
      values: { cursor_at: "bigint", next_due_at: "bigint" },
      rows,
      where: sql`task.cursor_at < given.cursor_at`,
    });
    return rows.map(() => undefined);
  },
);

export function plannedTask(
  task: TaskRow,
  { findCalendar, randomDelay = () => 0, windowsOf, panelZone = () => "UTC" }: TaskPlanContext,
): PlannedRow {
  return {
    id: task.id,
    version: task.version,
    isEnabled: task.enabled === 1,
    cursorAt: task.cursor_at,
    firstDueAt: task.enabled === 1 ? task.next_due_at : null,
    missed: missedPolicy(readMissed(task), task.missed_usual),
    source: {
      ...taskSource(task),
      // Only due times wait: a run on demand starts at once.
      ...task.upstream_json !== null &&
        {
          awaitsUntil: (tx, dueAt) => awaitsUntil(tx, task, { dueAt, panelZone: panelZone() }),
          beginFlow: (tx, runId, now) => beginDueFlow(tx, task, { runId, now, panelZone: panelZone() }),
        },
    },
    extraAt: task.after_due_at,
    ...windowsOf && { windows: (span) => windowsOf(task, span) },
    timetable: (zone) => readTimetable(task, { zone, findCalendar }),
    delayMs: (timetable, dueAt) => delayOf(task, { timetable, dueAt, randomDelay }),
  };
}

/**
 * Returns how long a run waits after its due time, in ms. Always shorter than the period, or the next run would overtake it
 * every time. The task's own delay is the same for every run of a task but different between tasks, so that tasks due
 * together start apart and each keeps its rhythm; it replaces the one for all tasks.
 */
function delayOf(task: TaskRow, { timetable, dueAt, randomDelay }: {
  timetable: Timetable | null;
  dueAt: number;
  randomDelay: RandomDelay;
}): number {
  const delay = task.random_delay_ms <= 0 ? randomDelay(task, dueAt, timetable?.zone ?? "UTC") : null;
  if (delay === 0) return 0;
  const gap = timetable ? shortestGapMs(timetable.rules, timetable.zone, dueAt - 1) : Infinity;
  if (delay !== null) return delay % gap;
  // Knuth's multiplicative hash: neighboring IDs land far apart.
  return (Math.imul(task.id, 2_654_435_761) >>> 0) % Math.min(task.random_delay_ms, gap);
}

/** Plans a task from now on; earlier due times are not caught up. Throws `CronError`. */
export async function planFromNow(tx: Tx, task: TaskRow, present: TaskPresent): Promise<Planned> {
  const { now, findCalendar } = present;
  const after_due_at = task.enabled === 1 ? await afterDueAt(tx, task, now) : null;
  const timetable = readTimetable({ ...task, after_due_at }, present);
  const nextDueAt = task.enabled === 1 ? dueAfter(timetable, now) : null;
  const missed_usual = usualMissed(timetable, now);
  const planned_calendar = task.calendar_id === null
    ? null
    : findCalendar(task.calendar_id)?.revision ?? null;
  const plan = {
    ...{ cursor_at: now, planned_at: now, next_due_at: nextDueAt, missed_usual },
    ...{ planned_calendar, after_due_at },
  };
  await tx.updateTable("task").set(plan).where("id", "=", task.id).execute();
  return { id: task.id, nextDueAt };
}

/** Returns the delay of a rule `@after` in ms; null without one. */
function afterDelayMs(task: TaskRow): number | null {
  const schedules = readSchedules(task);
  if (typeof schedules === "string" || !task.schedules_json.toLowerCase().includes("@after")) return null;
  const rules = schedules.map((rule) => parseCron(rule, { seed: task.id }));
  const delays = rules.flatMap((rule) => rule.kind === "after" ? [rule.delayMs] : []);
  return delays.length === 0 ? null : Math.min(...delays);
}

// At once where none is active: it is due first when it is enabled, and then after each end.
async function afterDueAt(tx: Tx, task: TaskRow, now: number): Promise<number | null> {
  if (afterDelayMs(task) === null) return null;
  const active = await listActive(tx, taskKey(task.id));
  return active.length === 0 ? now + 1 : null;
}

/**
 * Plans a task whose rule `@after` has been decided, once no run of it is active. Returns its next due time; null where that is
 * unchanged.
 */
export async function planAfterRun(tx: Tx, task: TaskRow): Promise<number | null> {
  const delayMs = task.enabled === 1 ? afterDelayMs(task) : null;
  if (delayMs === null || (task.after_due_at ?? 0) > task.cursor_at) return null;
  if ((await listActive(tx, taskKey(task.id))).length > 0) return null;
  const last = await tx.selectFrom("run").select("finished_at").where("task_id", "=", task.id)
    .where("finished_at", "is not", null).orderBy("id", "desc").limit(1).executeTakeFirst();
  const after_due_at = Math.max(last?.finished_at ?? 0, task.cursor_at) + delayMs;
  const next_due_at = Math.min(task.next_due_at ?? Infinity, after_due_at);
  await tx.updateTable("task").set({ after_due_at, next_due_at }).where("id", "=", task.id).execute();
  return next_due_at;
}
