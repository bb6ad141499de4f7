import { shortestGapMs } from "../contract/cron/slots.ts";
import type { TaskRow } from "./store.ts";
import type { Timetable } from "./timetable.ts";

/**
 * Tells how long a run waits after its due time, milliseconds: the same for every run of a task, spread over tasks, so that
 * those due together start apart and each keeps its rhythm. Less than its period, else the next one would overtake it for ever.
 */
export function fixedDelay(task: TaskRow, timetable: Timetable | null, dueAt: number): number {
  if (task.random_delay_ms <= 0) return 0;
  const gap = timetable ? shortestGapMs(timetable.rules, timetable.zone, dueAt - 1) : Infinity;
  // Knuth's multiplicative hash: neighbouring ids land far apart.
  return (Math.imul(task.id, 2_654_435_761) >>> 0) % Math.min(task.random_delay_ms, gap);
}
