// The scheduled runs of the next hours. What a schedule does in an hour never changes, so each schedule is counted once per
// hour, in short slices between which the panel serves requests.
import { countSlots, countSlotsByHour } from "../../contract/cron/slots.ts";
import type { Base } from "../../engine/base.ts";
import { dueTimesIn } from "../../engine/occurrences.ts";
import { isPlain, type Timetable } from "../../engine/timetable.ts";
import type { TimingColumns } from "../tasks/task_timetable.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { HOUR_MS } from "./finished_runs.ts";
import { Slices } from "../../platform/slices.ts";

/** How long the due times left in the current hour are reused. */
const GOOD_FOR_MS = 60_000;

/** A task with a schedule, or several with the same one. */
export interface ScheduledTask extends TimingColumns, Pick<TaskRow, "last_duration_ms"> {
  /** How many there are; their last durations are summed up. One by default. */
  tasks?: number;
}

export interface HourLoad {
  runs: number;
  loadMs: number;
}

export interface PlannedLoadOptions extends Pick<Base, "clock" | "zone"> {
  /** Reads the schedule of a task; null without cron rules. */
  timetable(task: ScheduledTask): Timetable | null;
}

/** Due times of a schedule by hour; the first count is of the rest of the current hour, as of `countedAt`. */
interface Counts {
  hours: number[];
  countedAt: number;
}

export class PlannedLoad {
  /** By schedule, starting with the hour `#hour` since the epoch. */
  #counts = new Map<string, Counts>();
  #hour = 0;

  /** Creates the load of the next `hours` hours. */
  constructor(private readonly options: PlannedLoadOptions, private readonly hours: number) {}

  /**
   * Returns the load by hour, each run as long as the last one of its task; first the rest of this hour. `onTask` receives
   * the due times of each task by hour.
   */
  async next<Task extends ScheduledTask>(
    tasks: readonly Task[],
    onTask?: (task: Task, hours: readonly number[]) => void,
  ): Promise<HourLoad[]> {
    const { clock, zone } = this.options;
    const panelZone = zone();
    const now = clock.now();
    const hour = Math.floor(now / HOUR_MS);
    const known = hour === this.#hour ? this.#counts : new Map<string, Counts>();
    const used = new Map<string, Counts>();
    const load = Array.from({ length: this.hours }, (): HourLoad => ({ runs: 0, loadMs: 0 }));
    const slices = new Slices(clock);
    for (const task of tasks) {
      const key = scheduleKey(task, panelZone);
      const counts = used.get(key) ?? this.#count(task, now, known.get(key));
      used.set(key, counts);
      onTask?.(task, counts.hours);
      for (const [index, runs] of counts.hours.entries()) {
        const entry = load[index]!;
        entry.runs += runs * Number(task.tasks ?? 1);
        entry.loadMs += runs * (task.last_duration_ms ?? 0);
      }
      await slices.pause();
    }
    [this.#counts, this.#hour] = [used, hour];
    return load;
  }

  #count(task: ScheduledTask, now: number, known: Counts | undefined): Counts {
    if (known && Math.abs(now - known.countedAt) < GOOD_FOR_MS) return known;
    const timetable = this.options.timetable(task);
    if (!timetable) return { hours: [], countedAt: now };
    const start = Math.floor(now / HOUR_MS) * HOUR_MS;
    if (!isPlain(timetable)) {
      return { hours: countDue(timetable, { now, start, hours: this.hours }), countedAt: now };
    }
    const { rules, zone } = timetable;
    const [, ...later] = known?.hours ?? countSlotsByHour(rules, zone, start, this.hours);
    const rest = countSlots(rules, zone, { after: now, until: start + HOUR_MS - 1 });
    return { hours: [rest, ...later], countedAt: now };
  }
}

// What a calendar drops is not due, and what it moves together is due once.
function countDue(
  timetable: Timetable,
  { now, start, hours }: { now: number; start: number; hours: number },
): number[] {
  const counts = Array.from({ length: hours }, () => 0);
  for (const at of dueTimesIn(timetable, { after: now, until: start + hours * HOUR_MS - 1 })) {
    counts[Math.floor((at - start) / HOUR_MS)]! += 1;
  }
  return counts;
}

/** Returns the same key for schedules with the same due times; `H` in a rule depends on the task's id. */
export function scheduleKey(
  { id, schedules_json, time_zone, ...task }: TimingColumns,
  panelZone: string,
): string {
  const { calendar_id, on_day_off, valid_from, valid_until, after_due_at } = task;
  const limits = [calendar_id, on_day_off, valid_from, valid_until, after_due_at].join();
  return `${schedules_json} ${time_zone ?? panelZone} ${schedules_json.includes("H") ? id : ""} ${limits}`;
}
