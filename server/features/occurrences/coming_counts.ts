// Due times to come, in quarters of an hour. What a schedule does in a day never changes, so each schedule is counted once.
import { slotsIn } from "../../contract/cron/slots.ts";
import type { Base } from "../../engine/base.ts";
import { dueTimesIn } from "../../engine/occurrences.ts";
import { isPlain, type Timetable } from "../../engine/timetable.ts";
import { Slices } from "../../platform/slices.ts";
import { scheduleKey } from "../overview/planned_load.ts";
import type { TimingColumns } from "../tasks/task_timetable.ts";
import type { Period } from "../../contract/period_query.ts";
import { QUARTER_MS } from "./past_counts.ts";

const DAY_MS = 86_400_000;
/** Schedules and days that are remembered. */
const MAX_KNOWN = 400_000;

/** Tasks with the same schedule. */
export interface ScheduledTasks extends TimingColumns {
  tasks: number;
}

export interface ComingOptions extends Pick<Base, "clock" | "zone"> {
  /** Reads the schedule of a task; null without rules. */
  timetable(task: TimingColumns): Timetable | null;
}

export class ComingRuns {
  /** Due times of a schedule on a day (UTC) by quarter: its index, and their number. */
  readonly #days = new Map<string, Uint16Array>();

  constructor(private readonly options: ComingOptions) {}

  /** Returns the due times of tasks in a period after now, by quarter since the epoch. */
  async count(tasks: readonly ScheduledTasks[], period: Period): Promise<Map<number, number>> {
    const counts = new Map<number, number>();
    await this.countEach(tasks, period, (task, quarter, due) => {
      counts.set(quarter, (counts.get(quarter) ?? 0) + due * Number(task.tasks));
    });
    return counts;
  }

  /** Calls `add` with the due times of each task in each quarter of a period after now. */
  async countEach<Task extends TimingColumns>(
    tasks: readonly Task[],
    period: Period,
    add: (task: Task, quarter: number, due: number) => void,
  ): Promise<void> {
    const { clock, zone, timetable: read } = this.options;
    const from = Math.max(period.from, clock.now() + 1);
    if (from >= period.to) return;
    if (this.#days.size > MAX_KNOWN) this.#days.clear();
    const slices = new Slices(clock);
    const panelZone = zone();
    // Of the quarter in which the period begins, a part may be over.
    const currentQuarter = from % QUARTER_MS === 0 ? -1 : Math.floor(from / QUARTER_MS);
    const rests = new Map<string, number>();
    for (const task of tasks) {
      const key = scheduleKey(task, panelZone);
      let timetable: Timetable | null | undefined;
      for (let day = Math.floor(from / DAY_MS); day * DAY_MS < period.to; day++) {
        let quarters = this.#days.get(`${key} ${day}`);
        if (!quarters) {
          timetable ??= read(task);
          quarters = quartersOf(timetable, day);
          // What a calendar decides changes with it.
          if (!timetable || isPlain(timetable)) this.#days.set(`${key} ${day}`, quarters);
        }
        for (let index = 0; index < quarters.length; index += 2) {
          const quarter = day * 96 + quarters[index]!;
          const at = quarter * QUARTER_MS;
          if (at + QUARTER_MS <= from || at >= period.to) continue;
          let due = quarters[index + 1]!;
          if (quarter === currentQuarter) {
            due = rests.get(key) ?? dueIn(timetable ??= read(task), from, at + QUARTER_MS);
            rests.set(key, due);
          }
          if (due > 0) add(task, quarter, due);
        }
      }
      await slices.pause();
    }
  }
}

// `from` ≤ t < `to`.
function dueIn(timetable: Timetable | null, from: number, to: number): number {
  return timetable ? dueTimesIn(timetable, { after: from - 1, until: to - 1 }).length : 0;
}

function quartersOf(timetable: Timetable | null, day: number): Uint16Array {
  if (!timetable) return new Uint16Array();
  const span = { after: day * DAY_MS - 1, until: (day + 1) * DAY_MS - 1 };
  const times = isPlain(timetable)
    ? slotsIn(timetable.rules, timetable.zone, span)
    : dueTimesIn(timetable, span);
  const counts = new Map<number, number>();
  for (const at of times) {
    const quarter = Math.floor((at - day * DAY_MS) / QUARTER_MS);
    counts.set(quarter, (counts.get(quarter) ?? 0) + 1);
  }
  return Uint16Array.from([...counts].flat());
}
