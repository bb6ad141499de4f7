// What a calendar and a valid period make of the nominal times of a timetable: when each is due, or why it is not. Pure.
import { SlotCounter } from "../contract/cron/slot_counter.ts";
import { countSlots, newestSlots, nextSlot, slotsIn, type Span } from "../contract/cron/slots.ts";
import { DAY_SECONDS, instantOf, wallSeconds } from "../contract/cron/zone.ts";
import type { DueRange } from "./decision.ts";
import { isPlain, type Timetable } from "./timetable.ts";

/** One nominal time, and what becomes of it. Times are in ms. */
export interface Occurrence {
  nominalAt: number;
  /** When it is due; when it is decided that it is not, the nominal time. */
  at: number;
  /** Why it is not due. */
  dropped?: Dropped;
  /** Name of the day off from which it is moved. */
  dayName?: string | null;
}

export interface Dropped {
  reason: "calendar" | "expired";
  /** Name of the day off. */
  name: string | null;
  /** Start of that day. */
  since: number;
}

/** How many days off in a row a due time is moved over; behind them it is dropped. */
const MAX_MOVE_DAYS = 62;
/** Another due time of the same timetable that is nearer than all others, and than this, is met by a moved one. */
const MEETS_MS = 12 * 3_600_000;
/** More than these are only counted, oldest first. */
const MAX_LISTED = 200_000;

/** Returns the first time after an instant (ms) at which something is due or dropped; null when there is none. */
export function dueAfter(timetable: Timetable | null, instant: number): number | null {
  if (!timetable) return null;
  return isPlain(timetable)
    ? nextSlot(timetable.rules, timetable.zone, instant)
    : new Occurrences(timetable).next(instant);
}

/** Returns the times of the rules in a span as one range, or an empty array when there is none. */
export function dueBetween({ rules, zone }: Timetable, span: Span): DueRange[] {
  const dueAt = nextSlot(rules, zone, span.after);
  if (dueAt === null || dueAt > span.until) return [];
  const dueThrough = newestSlots(rules, zone, { ...span, count: 1 })[0] ?? dueAt;
  return [{ dueAt, dueThrough, dueCount: countSlots(rules, zone, span) }];
}

/**
 * Lists the occurrences that are decided in a span, by that time. Of more than 200,000 nominal times, the oldest are
 * returned as `earlier`, without what the calendar makes of them.
 */
export function occurrencesIn(
  timetable: Timetable,
  span: Span,
): { occurrences: Occurrence[]; earlier: Span | null } {
  const all = new Occurrences(timetable);
  if (countSlots(timetable.rules, timetable.zone, span) <= MAX_LISTED) {
    return { occurrences: all.in(span), earlier: null };
  }
  const [first] = newestSlots(timetable.rules, timetable.zone, { ...span, count: MAX_LISTED });
  const after = (first ?? span.until) - 1;
  return { occurrences: all.in({ ...span, after }), earlier: { after: span.after, until: after } };
}

/** Returns the times in a span at which a timetable is due, ascending. Meant for short spans. */
export function dueTimesIn(timetable: Timetable, span: Span): number[] {
  if (isPlain(timetable)) return slotsIn(timetable.rules, timetable.zone, span);
  const due = occurrencesIn(timetable, span).occurrences.filter(({ dropped }) => !dropped);
  return [...new Set(due.map(({ at }) => at))];
}

/** Returns what becomes of a nominal time. */
export function occurrenceOf(timetable: Timetable, nominalAt: number): Occurrence {
  return new Occurrences(timetable).of(nominalAt);
}

class Occurrences {
  readonly #counter: SlotCounter;
  readonly #calendar: Timetable["calendar"];
  readonly #extraAt: number | null;
  readonly #from: number;
  readonly #until: number;

  constructor(private readonly timetable: Timetable) {
    this.#counter = new SlotCounter(timetable.rules, timetable.zone);
    this.#calendar = timetable.calendar;
    this.#extraAt = timetable.extraAt ?? null;
    this.#from = timetable.valid?.from ?? -Infinity;
    this.#until = timetable.valid?.until ?? Infinity;
  }

  next(after: number): number | null {
    if (!this.#moves) return this.#nominalAfter(after);
    let best = Infinity;
    const isForward = this.#calendar?.onDayOff === "next";
    for (let from = this.#startOf(this.#firstDay(after));;) {
      const nominal = this.#nominalAfter(from - 1);
      if (nominal === null) break;
      const day = this.#dayOf(nominal);
      const isWorking = this.#isWorking(day);
      const [start, end] = [this.#startOf(day), this.#startOf(this.#endOfStretch(day))];
      // Later days off lead to this day at the earliest.
      if (best < start && (isForward || isWorking)) break;
      if (isWorking) {
        const ordinary = this.#nominalAfter(Math.max(after, start - 1));
        if (ordinary !== null && ordinary < end) best = Math.min(best, ordinary);
      } else {
        for (const { at } of this.#between(start, end)) if (at > after) best = Math.min(best, at);
      }
      if (best < end && (isForward || !isWorking)) break;
      from = end;
    }
    return best === Infinity ? null : best;
  }

  in({ after, until }: Span): Occurrence[] {
    const from = this.#moves ? this.#startOf(this.#firstDay(after)) : after + 1;
    const to = this.#moves ? this.#startOf(this.#lastDay(until) + 1) : until + 1;
    return this.#between(from, to).filter(({ at }) => at > after && at <= until)
      .sort((a, b) => a.at - b.at || a.nominalAt - b.nominalAt);
  }

  of(nominalAt: number): Occurrence {
    const calendar = this.#calendar;
    if (!calendar) return { nominalAt, at: nominalAt };
    const day = this.#dayOf(nominalAt);
    const { kind, name } = calendar.days.dayOf(day);
    if (kind === "working") return { nominalAt, at: nominalAt };
    const target = this.#targetOf(day);
    const drop = (reason: Dropped["reason"]): Occurrence => ({
      nominalAt,
      at: nominalAt,
      dropped: { reason, name, since: this.#startOf(day) },
    });
    if (target === null) return drop("calendar");
    const { zone } = this.timetable;
    const wall = wallSeconds(nominalAt / 1000, zone) + (target - day) * DAY_SECONDS;
    const at = this.#met(instantOf(wall, zone) * 1000);
    return at > this.#until || at < this.#from ? drop("expired") : { nominalAt, at, dayName: name };
  }

  get #moves(): boolean {
    return this.#calendar !== undefined && this.#calendar.onDayOff !== "skip";
  }

  #between(from: number, to: number): Occurrence[] {
    return this.#nominalsIn(from, to).map((nominalAt) => this.of(nominalAt));
  }

  #nominalAfter(after: number): number | null {
    const from = Math.max(after, this.#from - 1);
    const second = this.#counter.first(Math.floor(from / 1000) + 1);
    const extra = this.#extraAt !== null && this.#extraAt > from ? this.#extraAt : Infinity;
    const next = Math.min(second === null ? Infinity : second * 1000, extra);
    return next === Infinity || next > this.#until ? null : next;
  }

  // `from` ≤ t < `to`, ascending.
  #nominalsIn(from: number, to: number): number[] {
    const [low, high] = [Math.max(from, this.#from), Math.min(to, this.#until + 1)];
    if (high <= low) return [];
    const times = this.#counter.list(Math.ceil(low / 1000), Math.ceil(high / 1000))
      .map((second) => second * 1000);
    const extra = this.#extraAt;
    if (extra === null || extra < low || extra >= high || times.includes(extra)) return times;
    return [...times, extra].sort((a, b) => a - b);
  }

  // The ordinary due time that a moved one meets, or its own.
  #met(at: number): number {
    const second = at / 1000;
    if (this.#counter.first(second) === second) return at;
    const near = this.#nominalsIn(at - MEETS_MS + 1, at + MEETS_MS);
    const distances = near.map((one) => Math.abs(one - at));
    const nearest = Math.min(...distances);
    const met = near[distances.indexOf(nearest)];
    const isOne = distances.filter((distance) => distance === nearest).length === 1;
    return met !== undefined && isOne && this.#isWorking(this.#dayOf(met)) ? met : at;
  }

  #targetOf(day: number): number | null {
    switch (this.#calendar?.onDayOff) {
      case "next":
        return this.#workingDayFrom(day, 1);
      case "previous":
        return this.#workingDayFrom(day, -1);
      case "next_same_month": {
        const next = this.#workingDayFrom(day, 1);
        return next !== null && monthOf(next) === monthOf(day) ? next : this.#workingDayFrom(day, -1);
      }
      default:
        return null;
    }
  }

  #workingDayFrom(day: number, step: 1 | -1): number | null {
    for (let moved = 1; moved <= MAX_MOVE_DAYS; moved++) {
      if (this.#isWorking(day + moved * step)) return day + moved * step;
    }
    return null;
  }

  // The first day whose occurrences can be decided after an instant. A day more, because the zones of calendar and timetable may
  // differ.
  #firstDay(after: number): number {
    const day = this.#dayOf(after) - 1;
    if (this.#calendar?.onDayOff === "previous") return day;
    return this.#endOfDaysOff(day, -1);
  }

  #lastDay(until: number): number {
    const day = this.#dayOf(until) + 1;
    return this.#calendar?.onDayOff === "next" ? day : this.#endOfDaysOff(day, 1);
  }

  // The last of the days off that follow a day in a direction; the day itself if the next one is a working day.
  #endOfDaysOff(day: number, step: 1 | -1): number {
    let end = day;
    while (Math.abs(end - day) < MAX_MOVE_DAYS && !this.#isWorking(end + step)) end += step;
    return end;
  }

  // The first day after a day that is of another kind, or at which it is looked again.
  #endOfStretch(day: number): number {
    const isWorking = this.#isWorking(day);
    let end = day + 1;
    while (end - day < MAX_MOVE_DAYS && this.#isWorking(end) === isWorking) end++;
    return end;
  }

  #isWorking(day: number): boolean {
    return this.#calendar?.days.dayOf(day).kind !== "off";
  }

  #dayOf(instant: number): number {
    const zone = this.#calendar?.days.zone ?? this.timetable.zone;
    return Math.floor(wallSeconds(Math.floor(instant / 1000), zone) / DAY_SECONDS);
  }

  #startOf(day: number): number {
    return instantOf(day * DAY_SECONDS, this.#calendar?.days.zone ?? this.timetable.zone) * 1000;
  }
}

function monthOf(day: number): number {
  const at = new Date(day * DAY_SECONDS * 1000);
  return at.getUTCFullYear() * 12 + at.getUTCMonth();
}
