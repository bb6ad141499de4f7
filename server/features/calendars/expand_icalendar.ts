// Reads the whole-day events of an iCalendar file (RFC 5545) within some years. Files come from anywhere: what they can cost
// is limited here, and the worker that this runs in is ended after a while.
import ICAL from "ical.js";
import { startOfYear, yearOf } from "../../contract/day_numbers.ts";
import { calendarLimits } from "../../contract/limits/calendars.ts";
import { messageOf } from "../../platform/error_message.ts";
import type { SourceEvents, SourceProblem } from "./source_events.ts";

/** Steps of all rules together, also through years that nobody asked for. */
const MAX_STEPS = 100_000;
/** An event of more days is no day off. */
const MAX_DAYS = 366;
const DAY_SECONDS = 86_400;

export interface ReadOptions {
  firstYear: number;
  lastYear: number;
}

export class SourceError extends Error {
  override readonly name = "SourceError";

  constructor(readonly problem: SourceProblem) {
    super(problem.code);
  }
}

/** Reads a file. Throws `SourceError`. */
export function expandICalendar(text: string, { firstYear, lastYear }: ReadOptions): SourceEvents {
  const first = startOfYear(firstYear), last = startOfYear(lastYear + 1) - 1;
  const found = new Events(first, last);
  for (const calendar of parseCalendars(text)) readEvents(calendar, found);
  if (!found.hasAny) throw new SourceError({ code: "calendar_without_days" });
  return found.result();
}

class Events {
  readonly #events: SourceEvents["events"] = [];
  /** Last day of the events that end. */
  #lastDay: number | null = null;
  #days = 0;
  #steps = 0;
  #isAnyKnown = false;

  constructor(readonly first: number, readonly last: number) {}

  /** Whether there are days off, also outside of the years. */
  get hasAny(): boolean {
    return this.#isAnyKnown;
  }

  step(): void {
    if (++this.#steps > MAX_STEPS) throw tooMany();
  }

  add(day: number, count: number, { name, isEndless }: { name: string; isEndless: boolean }): void {
    this.#note(day + count - 1, isEndless);
    if (day > this.last || day + count <= this.first) return;
    this.#days += count;
    if (this.#events.length >= calendarLimits.events || this.#days > calendarLimits.events) throw tooMany();
    this.#events.push([day, count, name]);
  }

  /** Adds a day off before the years. */
  addEarlier(day: number, isEndless: boolean): void {
    this.#note(day, isEndless);
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

function tooMany(): SourceError {
  return new SourceError({ code: "calendar_too_many_events", params: { max: calendarLimits.events } });
}

function parseCalendars(text: string): ICAL.Component[] {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) throw new SourceError({ code: "not_icalendar" });
  const parsed = orUnreadable(() => ICAL.parse(text.replace(/^\uFEFF/, ""))) as unknown[];
  // A file may contain several calendars.
  const all = Array.isArray(parsed[0]) ? parsed as unknown[][] : [parsed];
  return all.map((one) => new ICAL.Component(one as ConstructorParameters<typeof ICAL.Component>[0]))
    .filter(({ name }) => name === "vcalendar");
}

function readEvents(calendar: ICAL.Component, found: Events): void {
  const components = calendar.getAllSubcomponents("vevent");
  const isException = (one: ICAL.Component) => one.hasProperty("recurrence-id");
  const exceptions = Map.groupBy(components.filter(isException), uidOf);
  for (const component of components) {
    if (isException(component) || isCancelled(component)) continue;
    found.step();
    // Without exceptions of its own, an event would look for them in the whole file.
    const event = new ICAL.Event(component, { exceptions: exceptions.get(uidOf(component)) ?? [] });
    orUnreadable(() => readEvent(event, found));
  }
}

function readEvent(event: ICAL.Event, found: Events): void {
  if (!event.startDate) return;
  if (!event.isRecurring()) return addDays(event, event, { found, isEndless: false });
  const rules = rulesOf(event.component);
  const isEndless = rules.some(({ count, until }) => count === null && until === null);
  const isListed = event.component.hasProperty("rdate");
  // The library leaves out the first date of an event whose other dates are listed.
  if (rules.length === 0 && !isExcluded(event)) addDays(event, event, { found, isEndless });
  const isWhole = isWholeDay(event.startDate, event.endDate);
  const dates = event.iterator();
  for (let next = dates.next(); next; next = dates.next()) {
    found.step();
    const day = dayOf(next);
    if (day > found.last) return;
    if (day + MAX_DAYS < found.first) {
      if (isWhole) found.addEarlier(day, isEndless);
      continue;
    }
    if (!isListed && rules.length > 0 && !rules.some((rule) => fits(next, rule, event.startDate))) continue;
    const occurrence = event.getOccurrenceDetails(next);
    if (!isCancelled(occurrence.item.component)) addDays(occurrence, occurrence.item, { found, isEndless });
  }
}

interface Span {
  startDate: ICAL.Time;
  endDate: ICAL.Time;
}

function addDays(
  { startDate, endDate }: Span,
  { summary }: ICAL.Event,
  { found, isEndless }: { found: Events; isEndless: boolean },
): void {
  if (!isWholeDay(startDate, endDate)) return;
  const day = dayOf(startDate);
  const count = Math.max(1, endDate ? dayOf(endDate) - day : 1);
  if (count > MAX_DAYS) return;
  found.add(day, count, { name: nameOf(summary), isEndless });
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

function rulesOf(component: ICAL.Component): ICAL.Recur[] {
  const rules = component.getAllProperties("rrule").map((rule) => rule.getFirstValue())
    .filter((rule) => rule instanceof ICAL.Recur);
  // The library returns other weeks.
  if (rules.some(({ parts }) => parts.BYWEEKNO)) throw new Error("BYWEEKNO is not supported");
  return rules;
}

/** Returns whether a date exists: the library turns 30 February into a day of March, where it must be left out. */
function fits({ year, month, day }: ICAL.Time, { freq, parts }: ICAL.Recur, start: ICAL.Time): boolean {
  if (dayOf({ year, month, day }) === dayOf(start)) return true;
  if (parts.BYMONTH && !parts.BYMONTH.map(Number).includes(month)) return false;
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (parts.BYMONTHDAY) {
    return parts.BYMONTHDAY.map(Number).some((one) => one === day || one === day - length - 1);
  }
  const isByDay = parts.BYDAY || parts.BYYEARDAY;
  return (freq !== "YEARLY" && freq !== "MONTHLY") || Boolean(isByDay) || day === start.day;
}

function isExcluded({ component, startDate }: ICAL.Event): boolean {
  return component.getAllProperties("exdate").flatMap((property) => property.getValues())
    .some((date) => date instanceof ICAL.Time && dayOf(date) === dayOf(startDate));
}

function isCancelled(component: ICAL.Component): boolean {
  return String(component.getFirstPropertyValue("status") ?? "").toUpperCase() === "CANCELLED";
}

function uidOf(component: ICAL.Component): string {
  return String(component.getFirstPropertyValue("uid") ?? "");
}

function dayOf({ year, month, day }: Pick<ICAL.Time, "year" | "month" | "day">): number {
  return Math.floor(Date.UTC(year, month - 1, day) / 1000 / DAY_SECONDS);
}

function nameOf(summary: unknown): string {
  // deno-lint-ignore no-control-regex -- control characters are exactly what is removed
  const text = String(summary ?? "").replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, " ")
    .trim();
  return [...text].slice(0, calendarLimits.dayName).join("").toWellFormed();
}

function orUnreadable<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof SourceError) throw error;
    const reason = messageOf(error).slice(0, 200);
    throw new SourceError({ code: "calendar_unreadable", params: { reason } });
  }
}
