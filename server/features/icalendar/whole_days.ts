// Reads the whole-day events of an iCalendar file within some years.
import ICAL from "ical.js";
import { startOfYear, yearOf } from "../../contract/day_numbers.ts";
import { calendarLimits } from "../../contract/limits/calendars.ts";
import { type ReadOptions, SourceError, type SourceEvents } from "./icalendar_types.ts";
import {
  dayOf,
  type EventVisitor,
  MAX_DAYS,
  nameOf,
  type Occurrence,
  tooMany,
  visitEvents,
} from "./visit_events.ts";

/** Reads a file. Throws `SourceError`. */
export function readWholeDays(text: string, { firstYear, lastYear }: ReadOptions): SourceEvents {
  const found = new WholeDays(startOfYear(firstYear), startOfYear(lastYear + 1) - 1);
  visitEvents(text, found);
  if (!found.hasAny) throw new SourceError({ code: "calendar_without_days" });
  return found.result();
}

class WholeDays implements EventVisitor {
  readonly #events: SourceEvents["events"] = [];
  /** Last day of the events that end. */
  #lastDay: number | null = null;
  #days = 0;
  #isAnyKnown = false;

  constructor(readonly first: number, readonly last: number) {}

  /** Whether there are days off, also outside of the years. */
  get hasAny(): boolean {
    return this.#isAnyKnown;
  }

  visit({ startDate, endDate, item, isEndless }: Occurrence): void {
    if (!isWholeDay(startDate, endDate)) return;
    const day = dayOf(startDate);
    const count = Math.max(1, endDate ? dayOf(endDate) - day : 1);
    if (count > MAX_DAYS) return;
    this.#note(day + count - 1, isEndless);
    if (day > this.last || day + count <= this.first) return;
    this.#days += count;
    if (this.#events.length >= calendarLimits.events || this.#days > calendarLimits.events) throw tooMany();
    this.#events.push([day, count, nameOf(item.summary)]);
  }

  visitEarlier({ startDate, endDate }: ICAL.Event, day: number, isEndless: boolean): void {
    if (isWholeDay(startDate, endDate)) this.#note(day, isEndless);
  }

  #note(day: number, isEndless: boolean): void {
    this.#isAnyKnown = true;
    if (!isEndless) this.#lastDay = Math.max(this.#lastDay ?? day, day);
  }

  /** The file covers whole years: to the last event that does not repeat without an end, if there is one. */
  result(): SourceEvents {
    const events = this.#events.sort((a, b) => a[0] - b[0]);
    const start = startOfYear(yearOf(events[0]?.[0] ?? this.first));
    const end = this.#lastDay === null ? this.last : startOfYear(yearOf(this.#lastDay) + 1) - 1;
    return { from: Math.max(start, this.first), until: Math.min(end, this.last), events };
  }
}

// Some programs write whole days as times from midnight to midnight of a zone.
function isWholeDay(start: ICAL.Time, end: ICAL.Time | null): boolean {
  if (start.isDate) return true;
  if (end === null || isUtc(start)) return false;
  const isMidnight = (time: ICAL.Time) => time.hour === 0 && time.minute === 0 && time.second === 0;
  return isMidnight(start) && isMidnight(end) && dayOf(end) > dayOf(start);
}

function isUtc({ zone }: ICAL.Time): boolean {
  return zone === ICAL.Timezone.utcTimezone;
}
