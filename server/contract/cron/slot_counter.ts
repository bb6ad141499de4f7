// Counts due times without iterating over them. A zone's timeline is split at its clock changes; between two of them every
// day is complete, so a day costs one calendar check however many due times it has.

import type { CronRule } from "./expression.ts";
import { dayPatternOf } from "./day_pattern.ts";
import type { DayPattern } from "./pattern.ts";
import { type ClockChange, clockChanges, DAY_SECONDS, offsetSeconds } from "./zone.ts";

const NEVER = new Uint32Array();
const RETENTION_DAYS = 16;
// Weekday and date of a leap day meet after 40 years at the latest (2072 to 2112).
const MAX_WAIT_SECONDS = 100 * 366 * DAY_SECONDS;
const MAX_STEP_SECONDS = 64 * DAY_SECONDS;

/** Seconds `from` ≤ t < `to` in UTC during which local time is `offset` ahead and runs evenly. */
interface Stretch {
  from: number;
  to: number;
  offset: number;
  /** Local time shows these times for the second time, so fixed times do not run again. */
  repeated: boolean;
}

/** How a zone's clock runs over a span: `offset` at its start, and the changes after it. */
interface ClockLine {
  from: number;
  to: number;
  offset: number;
  changes: ClockChange[];
}

/** Counts the due times of a set of rules in one zone. Create one per query and discard it. */
export class SlotCounter {
  readonly #patterns: DayPattern[];
  /** The last second, UTC, in which a rule can be due. */
  readonly #end: number;
  readonly #periods: number[];
  readonly #days = new Map<string, Uint32Array>();
  #seen: ClockLine | null = null;

  constructor(rules: readonly CronRule[], private readonly zone: string) {
    this.#patterns = rules.flatMap((rule) => dayPatternOf(rule) ?? []);
    this.#periods = rules.flatMap((rule) => rule.kind === "every" ? [rule.periodMs / 1000] : []);
    const lastDay = Math.max(...this.#patterns.map(({ dayRange }) => dayRange?.last ?? Infinity));
    this.#end = this.#periods.length > 0 ? Infinity : (lastDay + 2) * DAY_SECONDS;
  }

  /** Counts the seconds `from` ≤ t < `to` (UTC) in which at least one rule is due. */
  between(from: number, to: number): number {
    if (to <= from) return 0;
    // A repeated hour may have begun before `from`.
    const start = from - DAY_SECONDS;
    const { offset, changes } = this.#clockLine(start, to);
    let total = 0;
    for (const stretch of stretchesOf(start, to, offset, changes)) {
      total += this.#inStretch({ ...stretch, from: Math.max(stretch.from, from) });
    }
    for (const change of changes) if (change.at >= from && change.at < to) total += this.#movedTo(change);
    return total;
  }

  /** Returns the seconds `from` ≤ t < `to` (UTC) in which at least one rule is due, ascending. */
  list(from: number, to: number): number[] {
    if (to <= from) return [];
    const start = from - DAY_SECONDS;
    const { offset, changes } = this.#clockLine(start, to);
    const due: number[] = [];
    for (const stretch of stretchesOf(start, to, offset, changes)) {
      const { offset } = stretch;
      const first = Math.max(stretch.from, from);
      this.#byDay({ ...stretch, from: first }, (times, low, high, midnight) => {
        for (let index = low; index < high; index++) due.push(midnight + times[index]! - offset);
      });
    }
    for (const change of changes) {
      if (change.at >= from && change.at < to && this.#movedTo(change) > 0) due.push(change.at);
    }
    return due.sort((a, b) => a - b);
  }

  /** Returns the first second from `from` on (UTC) in which a rule is due; null when there is none in a hundred years. */
  first(from: number): number | null {
    const end = Math.min(from + MAX_WAIT_SECONDS, this.#end);
    for (let low = from, width = DAY_SECONDS; low < end; width = Math.min(2 * width, MAX_STEP_SECONDS)) {
      const due = this.#firstIn(low, low + width);
      if (due !== null) return due;
      low += width;
    }
    return null;
  }

  #firstIn(from: number, to: number): number | null {
    const start = from - DAY_SECONDS;
    const { offset, changes } = this.#clockLine(start, to);
    for (const stretch of stretchesOf(start, to, offset, changes)) {
      if (stretch.to <= from) continue;
      const change = stretch.from < from ? undefined : changes.find(({ at }) => at === stretch.from);
      if (change !== undefined && change.at < to && this.#movedTo(change) > 0) return change.at;
      const due = this.#firstOf({ ...stretch, from: Math.max(stretch.from, from) });
      if (due !== null) return due;
    }
    return null;
  }

  #firstOf(stretch: Stretch): number | null {
    let due: number | null = null;
    this.#byDay(stretch, (times, low, high, midnight) => {
      if (low < high) due = midnight + times[low]! - stretch.offset;
      return low < high;
    });
    return due;
  }

  /**
   * Returns the earliest fixed time, in local seconds, that a forward clock change skips and that runs right after it
   * instead.
   */
  findMissing(change: ClockChange): number | null {
    const [low, high] = [change.at + change.before, change.at + change.after];
    if (high <= low) return null;
    const day = Math.floor(high / DAY_SECONDS);
    // Times of an earlier day are not caught up on the next day.
    const start = Math.max(0, low - day * DAY_SECONDS);
    const end = high - day * DAY_SECONDS;
    const missing = this.#patterns.flatMap((pattern) => {
      if (!pattern.fixed) return [];
      const time = pattern.times[firstAtMin(pattern.times, start)];
      return time !== undefined && time < end && pattern.firesOn(day) ? [time] : [];
    });
    return missing.length === 0 ? null : day * DAY_SECONDS + Math.min(...missing);
  }

  /**
   * Returns the zone's clock over a span. Reads further back than requested, because a search goes backwards in
   * small steps.
   */
  #clockLine(from: number, to: number): ClockLine {
    if (this.#seen === null || from < this.#seen.from || to > this.#seen.to) {
      const start = from - 5 * DAY_SECONDS;
      const changes = clockChanges(this.zone, start, to);
      this.#seen = { from: start, to, offset: changes[0]?.before ?? offsetSeconds(to, this.zone), changes };
    }
    const { offset, changes } = this.#seen;
    return {
      from,
      to,
      offset: changes.findLast(({ at }) => at <= from)?.after ?? offset,
      changes: changes.filter(({ at }) => at > from && at <= to),
    };
  }

  #movedTo(change: ClockChange): number {
    if (this.findMissing(change) === null) return 0;
    const { at, after } = change;
    return this.#inStretch({ from: at, to: at + 1, offset: after, repeated: false }) === 0 ? 1 : 0;
  }

  #inStretch(stretch: Stretch): number {
    let total = 0;
    this.#byDay(stretch, (_times, low, high) => void (total += high - low));
    return total;
  }

  /**
   * Calls `visit` for each local day of a stretch with the due times of that day in seconds after `midnight` (local
   * seconds), of which those from index `low` up to `high` lie in the stretch. Ends when it returns true.
   */
  #byDay(
    { from, to, offset, repeated }: Stretch,
    visit: (times: Uint32Array, low: number, high: number, midnight: number) => boolean | void,
  ): void {
    for (let start = from + offset; start < to + offset;) {
      const day = Math.floor(start / DAY_SECONDS), midnight = day * DAY_SECONDS;
      const end = Math.min(to + offset, midnight + DAY_SECONDS);
      const times = this.#timesOn(day, offset, repeated);
      const [low, high] = [firstAtMin(times, start - midnight), firstAtMin(times, end - midnight)];
      if (visit(times, low, high, midnight) === true) return;
      start = end;
    }
  }

  #timesOn(day: number, offset: number, repeated: boolean): Uint32Array {
    const due = this.#patterns.filter((pattern) => !(repeated && pattern.fixed) && pattern.firesOn(day));
    const midnight = day * DAY_SECONDS - offset;
    const phases = this.#periods.map((period) => ((-midnight % period) + period) % period);
    if (phases.length === 0 && due.length < 2) return due[0]?.times ?? NEVER;
    const key = `${due.map((pattern) => this.#patterns.indexOf(pattern))} ${phases}`;
    const known = this.#days.get(key);
    if (known !== undefined) return known;
    const times = union([
      ...due.map(({ times }) => times),
      ...phases.map((phase, n) => ticks(phase, this.#periods[n] ?? 1)),
    ]);
    if (this.#days.size >= RETENTION_DAYS) this.#days.clear();
    this.#days.set(key, times);
    return times;
  }
}

function* stretchesOf(from: number, to: number, offset: number, changes: ClockChange[]): Generator<Stretch> {
  yield { from, to: changes[0]?.at ?? to, offset, repeated: false };
  for (const [index, { at, before, after }] of changes.entries()) {
    const end = changes[index + 1]?.at ?? to;
    const again = Math.min(end, at + Math.max(0, before - after));
    yield { from: at, to: again, offset: after, repeated: true };
    yield { from: again, to: end, offset: after, repeated: false };
  }
}

function ticks(phase: number, period: number): Uint32Array {
  const times = [];
  for (let time = phase; time < DAY_SECONDS; time += period) times.push(time);
  return Uint32Array.from(times);
}

function union(lists: Uint32Array[]): Uint32Array {
  const due = new Uint8Array(DAY_SECONDS);
  for (const list of lists) for (const time of list) due[time] = 1;
  const times = [];
  for (const [time, mark] of due.entries()) if (mark === 1) times.push(time);
  return Uint32Array.from(times);
}

/** Returns the index of the first value that is not below `min`, in an ascending list. */
function firstAtMin(list: Uint32Array, min: number): number {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) < min) low = middle + 1;
    else high = middle;
  }
  return low;
}
