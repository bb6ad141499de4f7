// The minutes of the next 24 hours in which more runs are due than the slots can start soon, and how to move schedules so
// that fewer runs wait.
import type { CrowdedMinutes, ScheduleChange } from "../../contract/overview.ts";
import { parseCron } from "../../contract/cron/expression.ts";
import type { Base } from "../../engine/base.ts";
import { dueTimesIn } from "../../engine/occurrences.ts";
import type { Timetable } from "../../engine/timetable.ts";
import type { TimingColumns } from "../tasks/task_timetable.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { storedInstant, storedJson } from "../../platform/stored_json.ts";
import { scheduleKey } from "./planned_load.ts";
import { Slices } from "../../platform/slices.ts";

const MINUTE_MS = 60_000;
const MINUTES = 24 * 60;
/** A minute is crowded if runs due in it wait longer than this for a slot. */
const WAIT_MS = 30_000;
/** Tasks that delay their runs at random by at least this much do not start together. */
const SPREAD_DELAY_MS = MINUTE_MS;
const MAX_LISTED = 100;
const MAX_CHANGES = 200;

/** A task with a schedule, as needed to move its runs to another minute. */
export type MovableTask =
  & TimingColumns
  & Pick<
    TaskRow,
    | "name"
    | "last_duration_ms"
    | "random_delay_ms"
    | "subscription_id"
  >;

export interface CrowdedMinutesOptions extends Pick<Base, "clock" | "zone"> {
  /** Reads the schedule of a task; null without cron rules. */
  timetable(task: MovableTask): Timetable | null;
}

/** Number of runs of a task due in each minute that has one, by the minute's index from now. */
type DueMinutes = ReadonlyMap<number, number>;

/** A task with the minutes in which it is due. */
interface DueTask {
  task: MovableTask;
  minutes: DueMinutes;
  /** How long one of its runs occupies a slot within `WAIT_MS`. */
  workMs: number;
}

/** Finds the crowded minutes of the next 24 hours and suggests changes of schedules that relieve them. */
export async function findCrowdedMinutes(
  tasks: readonly MovableTask[],
  slots: number,
  options: CrowdedMinutesOptions,
): Promise<CrowdedMinutes> {
  const now = options.clock.now();
  const slices = new Slices(options.clock);
  const due = await dueTasks(tasks, now, { options, slices });
  const load = new MinuteLoad(slots);
  for (const { minutes, workMs } of due) {
    await slices.pause();
    load.add(minutes, workMs);
  }
  const crowded = load.crowded();
  const most = { before: load.most(), after: 0 };
  const changes = crowded.length === 0 ? [] : await suggestChanges(due, load, slices);
  most.after = load.most();
  const at = (minute: number) => storedInstant((Math.floor(now / MINUTE_MS) + 1 + minute) * MINUTE_MS);
  return {
    slots,
    minutes: crowded.map(({ minute, runs }) => ({ at: at(minute), runs })),
    changes,
    most,
  };
}

/** Counts the due times of tasks by minute; the same schedule is counted once. */
async function dueTasks(
  tasks: readonly MovableTask[],
  now: number,
  { options, slices }: { options: CrowdedMinutesOptions; slices: Slices },
): Promise<DueTask[]> {
  const zone = options.zone();
  const known = new Map<string, DueMinutes>();
  const due: DueTask[] = [];
  for (const task of tasks) {
    await slices.pause();
    if (task.random_delay_ms >= SPREAD_DELAY_MS) continue;
    const key = scheduleKey(task, zone);
    const minutes = known.get(key) ?? dueMinutes(options.timetable(task), now);
    known.set(key, minutes);
    if (minutes.size > 0) due.push({ task, minutes, workMs: Math.min(task.last_duration_ms ?? 0, WAIT_MS) });
  }
  return due;
}

function dueMinutes(timetable: Timetable | null, now: number): DueMinutes {
  const minutes = new Map<number, number>();
  if (!timetable) return minutes;
  const start = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
  const span = { after: start - 1, until: start + MINUTES * MINUTE_MS - 1 };
  for (const slot of dueTimesIn(timetable, span)) {
    const minute = Math.floor((slot - start) / MINUTE_MS);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  return minutes;
}

/** Runs due in each of the next minutes, and for how long they occupy slots. */
class MinuteLoad {
  readonly #runs = new Uint32Array(MINUTES);
  readonly #work = new Float64Array(MINUTES);

  constructor(private readonly slots: number) {}

  /** Adds the runs of a task, `shift` minutes later than they are due; a negative `sign` removes them. */
  add(minutes: DueMinutes, workMs: number, { shift = 0, sign = 1 } = {}): void {
    for (const [minute, runs] of minutes) {
      const moved = minute + shift;
      if (moved < 0 || moved >= MINUTES) continue;
      this.#runs[moved]! += sign * runs;
      this.#work[moved]! += sign * runs * workMs;
    }
  }

  /** Returns whether more runs are due in a minute than slots, and more work than they do in `WAIT_MS`. */
  #isCrowded(minute: number): boolean {
    return this.#runs[minute]! > this.slots && this.#work[minute]! > this.slots * WAIT_MS;
  }

  /** Counts the crowded minutes among those in which a task is due. */
  countCrowded(minutes: DueMinutes): number {
    let count = 0;
    for (const minute of minutes.keys()) if (this.#isCrowded(minute)) count++;
    return count;
  }

  /** Returns the most work in a minute that a task is due in, `shift` minutes later. */
  mostWork(minutes: DueMinutes, shift: number): number {
    let most = 0;
    for (const minute of minutes.keys()) most = Math.max(most, this.#work[minute + shift] ?? 0);
    return most;
  }

  /** Returns the highest number of runs in a crowded minute; without one, of all minutes. */
  most(): number {
    return this.#runs.reduce((most, runs) => Math.max(most, runs), 0);
  }

  /** Returns the crowded minutes in order; of many, those with the most work. */
  crowded(): { minute: number; runs: number }[] {
    const minutes = [...this.#runs.keys()].filter((minute) => this.#isCrowded(minute));
    return minutes.sort((a, b) => this.#work[b]! - this.#work[a]!).slice(0, MAX_LISTED)
      .sort((a, b) => a - b).map((minute) => ({ minute, runs: this.#runs[minute]! }));
  }
}

/** Moves tasks out of crowded minutes, those that relieve them most first, and returns the changed schedules. */
async function suggestChanges(
  due: readonly DueTask[],
  load: MinuteLoad,
  slices: Slices,
): Promise<ScheduleChange[]> {
  const changes: ScheduleChange[] = [];
  const reliefs = new Map<DueTask, number>();
  for (const one of due) {
    await slices.pause();
    const relief = one.workMs * load.countCrowded(one.minutes);
    if (relief > 0) reliefs.set(one, relief);
  }
  const inOrder = [...reliefs].sort(([, a], [, b]) => b - a).map(([one]) => one);
  for (const { task, minutes, workMs } of inOrder) {
    if (changes.length >= MAX_CHANGES) break;
    await slices.pause();
    if (load.countCrowded(minutes) === 0) continue;
    const move = moveOf(task);
    if (!move) continue;
    load.add(minutes, workMs, { sign: -1 });
    const shift = bestShift(minutes, move.shifts, load);
    load.add(minutes, workMs, { shift });
    if (shift === 0) continue;
    changes.push({ taskId: task.id, name: task.name, before: [move.rule], after: [move.moved(shift)] });
  }
  return changes;
}

/** Returns the shift to the minutes with the least work; among equal ones the shortest, and 0 if none is better. */
function bestShift(minutes: DueMinutes, shifts: readonly number[], load: MinuteLoad): number {
  let best = { shift: 0, work: load.mostWork(minutes, 0) };
  for (const shift of shifts) {
    const work = load.mostWork(minutes, shift);
    if (work < best.work) best = { shift, work };
  }
  return best.shift;
}

/** How a rule can be moved within the hour. */
interface Move {
  rule: string;
  /** The possible shifts in minutes, the shortest first, later before earlier. */
  shifts: readonly number[];
  moved(shift: number): string;
}

/**
 * Returns how the schedule of a task can be moved: only a single rule whose minute is a number, or a step that divides
 * the hour. Tasks of subscriptions keep the schedule of their script.
 */
function moveOf(task: MovableTask): Move | null {
  const rules = storedJson<unknown[]>(task.schedules_json, []);
  if (task.subscription_id !== null || rules.length !== 1) return null;
  const rule = String(rules[0]);
  const fields = fieldsOf(rule);
  const minuteField = fields.length - 5;
  const minute = fields[minuteField] ?? "";
  const withMinute = (text: string) => fields.with(minuteField, text).join(" ");
  if (/^\d+$/.test(minute)) {
    const at = Number(minute);
    const shifts = nearestFirst(59).filter((shift) => at + shift >= 0 && at + shift <= 59);
    return { rule, shifts, moved: (shift) => withMinute(String(at + shift)) };
  }
  const step = Number(/^\*\/(\d+)$/.exec(minute)?.[1]);
  if (!(step > 1 && 60 % step === 0)) return null;
  const shifts = nearestFirst(step - 1).filter((shift) => shift > 0);
  return { rule, shifts, moved: (shift) => withMinute(`${shift}-59/${step}`) };
}

/** Returns the fields of a rule as written, five or six; those of a nickname such as `@daily`; none of `@every`. */
function fieldsOf(rule: string): string[] {
  const text = rule.trim();
  if (!text.startsWith("@")) return text.split(/\s+/);
  const parsed = parseCron(text);
  return parsed.kind === "cron" ? parsed.expression.split(" ").slice(1) : [];
}

function nearestFirst(max: number): number[] {
  return Array.from({ length: max }, (_, index) => index + 1).flatMap((shift) => [shift, -shift]);
}
