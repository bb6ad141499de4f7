import { enqueue } from "./enqueue.ts";
import { insertSkipped } from "./ledger.ts";
import type { PlannedRow, PlanSource } from "./plan_source.ts";
import { readTimetable, replan, undecidedOf } from "./replan.ts";
import type { TaskRow } from "./store.ts";
import { missedPolicy, readMissed, type Timetable } from "./timetable.ts";
import { shortestGapMs } from "../contract/cron/slots.ts";

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
