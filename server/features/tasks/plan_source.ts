import { enqueue } from "../../engine/enqueue.ts";
import { insertSkipped } from "../../engine/ledger.ts";
import type { PlannedRow, PlanSource } from "../../engine/plan_source.ts";
import {
  forgetMissed,
  isReadable,
  type PlanLog,
  type Planned,
  type Present,
  undecidedOf,
} from "../../engine/replan.ts";
import type { Schedules } from "../../contract/tasks.ts";
import { storedJson } from "../../platform/stored_json.ts";
import type { Database, TaskRow, Tx } from "../../engine/store.ts";
import {
  dueAfter,
  missedPolicy,
  readMissed,
  type Timetable,
  timetableOf,
  usualMissed,
} from "../../engine/timetable.ts";
import { shortestGapMs } from "../../contract/cron/slots.ts";

/** Number of tasks planned in one transaction. */
const BATCH = 200;

/** Plan source of tasks with cron rules. */
export const taskPlans: PlanSource = {
  kind: "task",
  async listDue(db) {
    return await db.selectFrom("task").select(["id", "next_due_at"]).where("enabled", "=", 1)
      .where("next_due_at", "is not", null).$narrowType<{ next_due_at: number }>().execute();
  },
  async listZoneless(db) {
    return (await db.selectFrom("task").select("id").where("time_zone", "is", null).where("enabled", "=", 1)
      .execute()).map(({ id }) => id);
  },
  async listAhead(db, instant) {
    return await db.selectFrom("task").select(["id", "cursor_at"]).where("cursor_at", ">", instant)
      .where("enabled", "=", 1).execute();
  },
  async read(tx, ids) {
    return (await tx.selectFrom("task").selectAll().where("id", "in", [...ids]).execute()).map(plannedTask);
  },
  replan,
};

function plannedTask(task: TaskRow): PlannedRow {
  return {
    id: task.id,
    version: task.version,
    firstDueAt: task.enabled === 1 ? task.next_due_at : null,
    missed: missedPolicy(
      readMissed(task),
      task.missed_usual,
    ),
    timetable: (zone) => readTimetable(task, zone),
    async run(tx, timetable, { cause, dueAt, now }) {
      const startAfter = cause === "missed" ? now : dueAt + fixedDelay(task, timetable, dueAt);
      return await enqueue(tx, { task, cause, now, dueAt, startAfter });
    },
    async skip(tx, timetable, { stretch, now, detail }) {
      const ids: number[] = [];
      const left = await undecidedOf(tx, { column: "task_id", id: task.id }, timetable, stretch);
      for (const { dueAt, dueThrough, dueCount } of left) {
        const due = { dueAt, dueThrough, dueCount, detail };
        const id = await insertSkipped(tx, { task, cause: "schedule", reason: "missed", now, ...due });
        if (id !== null) ids.push(id);
      }
      return ids;
    },
    async forgetDue(tx) {
      await tx.updateTable("task").set({ next_due_at: null }).where("id", "=", task.id).execute();
    },
    async moveCursor(tx, { cursor, nextDueAt }) {
      await tx.updateTable("task").set({ cursor_at: cursor, next_due_at: nextDueAt })
        .where("id", "=", task.id).where("cursor_at", "<", cursor).execute();
    },
  };
}

/**
 * Returns how long a run waits after its due time, in ms: the same for every run of a task but different between tasks, so
 * that tasks due together start apart and each keeps its rhythm. Always shorter than the period, or the next run would
 * overtake it every time.
 */
function fixedDelay(task: TaskRow, timetable: Timetable | null, dueAt: number): number {
  if (task.random_delay_ms <= 0) return 0;
  const gap = timetable ? shortestGapMs(timetable.rules, timetable.zone, dueAt - 1) : Infinity;
  // Knuth's multiplicative hash: neighboring IDs land far apart.
  return (Math.imul(task.id, 2_654_435_761) >>> 0) % Math.min(task.random_delay_ms, gap);
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
