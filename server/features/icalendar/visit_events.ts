// Visits the events of an iCalendar file (RFC 5545) within some days. Files come from anywhere: what they can cost is limited
// here, and the worker that this runs in is ended after a while.
import ICAL from "ical.js";
import { calendarLimits } from "../../contract/limits/calendars.ts";
import { messageOf } from "../../platform/error_message.ts";
import { SourceError } from "./icalendar_types.ts";

/** Steps of all rules together, also through years that nobody asked for. */
const MAX_STEPS = 100_000;
/** An event of more days is of no use. */
export const MAX_DAYS = 366;
const DAY_SECONDS = 86_400;

export interface Occurrence {
  startDate: ICAL.Time;
  endDate: ICAL.Time;
  /** Its event, or the one that replaces it. */
  item: ICAL.Event;
  /** Whether its event repeats without an end. */
  isEndless: boolean;
}

export interface EventVisitor {
  /** First and last day that are asked for. */
  readonly first: number;
  readonly last: number;
  /** Is called with each event before any is read. */
  prepare?(event: ICAL.Component): void;
  visit(occurrence: Occurrence): void;
  /** Is told of occurrences that are over before the first day. */
  visitEarlier?(event: ICAL.Event, day: number, isEndless: boolean): void;
}

/** Visits all events of a file that are not cancelled. Throws `SourceError`. */
export function visitEvents(text: string, visitor: EventVisitor): void {
  const steps = new Steps();
  for (const calendar of parseCalendars(text)) visitCalendar(calendar, visitor, steps);
}

class Steps {
  #count = 0;

  take(): void {
    if (++this.#count > MAX_STEPS) throw tooMany();
  }
}

export function tooMany(): SourceError {
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

function visitCalendar(calendar: ICAL.Component, visitor: EventVisitor, steps: Steps): void {
  const components = calendar.getAllSubcomponents("vevent");
  orUnreadable(() => components.forEach((component) => visitor.prepare?.(component)));
  const isException = (one: ICAL.Component) => one.hasProperty("recurrence-id");
  const exceptions = Map.groupBy(components.filter(isException), uidOf);
  for (const component of components) {
    if (isException(component) || isCancelled(component)) continue;
    steps.take();
    // Without exceptions of its own, an event would look for them in the whole file.
    const event = new ICAL.Event(component, { exceptions: exceptions.get(uidOf(component)) ?? [] });
    orUnreadable(() => visitEvent(event, visitor, steps));
  }
}

function visitEvent(event: ICAL.Event, visitor: EventVisitor, steps: Steps): void {
  const { startDate } = event;
  if (!startDate) return;
  const whole = { startDate, endDate: event.endDate, item: event };
  if (!event.isRecurring()) return visitor.visit({ ...whole, isEndless: false });
  const rules = rulesOf(event.component);
  const isEndless = rules.some(({ count, until }) => count === null && until === null);
  const isListed = event.component.hasProperty("rdate");
  // The library leaves out the first date of an event whose other dates are listed.
  if (rules.length === 0 && !isExcluded(event)) visitor.visit({ ...whole, isEndless });
  const dates = event.iterator();
  for (let next = dates.next(); next; next = dates.next()) {
    steps.take();
    const day = dayOf(next);
    if (day > visitor.last) return;
    if (day + MAX_DAYS < visitor.first) {
      visitor.visitEarlier?.(event, day, isEndless);
      continue;
    }
    if (!isListed && rules.length > 0 && !rules.some((rule) => fits(next, rule, startDate))) continue;
    const { startDate: start, endDate, item } = event.getOccurrenceDetails(next);
    if (!isCancelled(item.component)) visitor.visit({ startDate: start, endDate, item, isEndless });
  }
}

function rulesOf(component: ICAL.Component): ICAL.Recur[] {
  const rules = component.getAllProperties("rrule").map((rule) => rule.getFirstValue())
    .filter((rule) => rule instanceof ICAL.Recur);
  // The library returns other weeks.
  if (rules.some(({ parts }) => parts.BYWEEKNO)) throw new Error("BYWEEKNO is not supported");
  const listed = component.getAllProperties("rdate").flatMap((property) => property.getValues());
  if (listed.some((date) => date instanceof ICAL.Period)) {
    throw new Error("RDATE with periods is not supported");
  }
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
    .some((date) =>
      date instanceof ICAL.Time &&
      (date.isDate || startDate.isDate ? dayOf(date) === dayOf(startDate) : date.compare(startDate) === 0)
    );
}

function isCancelled(component: ICAL.Component): boolean {
  return String(component.getFirstPropertyValue("status") ?? "").toUpperCase() === "CANCELLED";
}

function uidOf(component: ICAL.Component): string {
  return String(component.getFirstPropertyValue("uid") ?? "");
}

/** Returns the number of the day of a date, whatever its zone. */
export function dayOf({ year, month, day }: Pick<ICAL.Time, "year" | "month" | "day">): number {
  return Math.floor(Date.UTC(year, month - 1, day) / 1000 / DAY_SECONDS);
}

/** Returns the name of an event in one short line. */
export function nameOf(summary: unknown): string {
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
