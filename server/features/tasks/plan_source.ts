import { sql } from "kysely";
import { shortestGapMs } from "../../contract/cron/slots.ts";
import type { Schedules } from "../../contract/tasks.ts";
import { dueChecksum } from "../../engine/due_checksum.ts";
import { gathered } from "../../engine/gathered.ts";
import type { PlannedRow, PlanSource, Present } from "../../engine/plan_source.ts";
import type { Planned } from "../../engine/replan.ts";
import type { Database, Tx } from "../../engine/store.ts";
import { dueAfter, missedPolicy, type Timetable, timetableOf, usualMissed } from "../../engine/timetable.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { updateEach } from "../../platform/update_each.ts";
import { readMissed, taskSource } from "./task_source.ts";

/** Returns how long a due run of a task waits because of a rule for all tasks, in ms. */
export type RandomDelay = (task: TaskRow, dueAt: number, zone: string) => number;

/** Returns how many tasks have a next due time. */
export async function countPlanned(db: Database): Promise<number> {
  const { total } = await db.selectFrom("task").select(({ fn }) => fn.countAll().as("total"))
    .where("enabled", "=", 1).where("next_due_at", "is not", null).executeTakeFirstOrThrow();
  return Number(total);
}

/** Returns the plan source of tasks with cron rules; without a delay for all tasks, only each one's own counts. */
export function planTasks(randomDelay: RandomDelay = () => 0): PlanSource {
  return { ...plans, read: async (tx, ids) => await readPlanned(tx, ids, randomDelay) };
}

async function readPlanned(tx: Tx, ids: readonly number[], randomDelay: RandomDelay): Promise<PlannedRow[]> {
  const rows = await tx.selectFrom("task").selectAll().where("id", "in", [...ids]).execute();
  return rows.map((row) => plannedTask(row, randomDelay));
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
  async planFromNow(tx, id, present) {
    const row = await tx.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirst();
    return row ? (await planFromNow(tx, row, present)).nextDueAt : null;
  },
} satisfies Omit<PlanSource, "read">;

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

export function plannedTask(task: TaskRow, randomDelay: RandomDelay = () => 0): PlannedRow {
  return {
    id: task.id,
    version: task.version,
    isEnabled: task.enabled === 1,
    cursorAt: task.cursor_at,
    firstDueAt: task.enabled === 1 ? task.next_due_at : null,
    missed: missedPolicy(readMissed(task), task.missed_usual),
    source: taskSource(task),
    timetable: (zone) => readTimetable(task, zone),
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

/** Reads the timetable of a row; null when no cron rule starts it. Throws `CronError`. */
export function readTimetable(
  task: Pick<TaskRow, "id" | "schedules_json" | "time_zone">,
  zone: string,
): Timetable | null {
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
  return { id: task.id, nextDueAt };
}
