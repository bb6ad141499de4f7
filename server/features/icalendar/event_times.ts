// Reads when the events of an iCalendar file begin and end, within some years.
import ICAL from "ical.js";
import { instantOf, isTimeZone } from "../../contract/cron/zone.ts";
import { startOfYear } from "../../contract/day_numbers.ts";
import { calendarLimits } from "../../contract/limits/calendars.ts";
import { type EventTimes, type ReadOptions, SourceError } from "./icalendar_types.ts";
import {
  dayOf,
  type EventVisitor,
  MAX_DAYS,
  nameOf,
  type Occurrence,
  tooMany,
  visitEvents,
} from "./visit_events.ts";

const DAY_SECONDS = 86_400;
const zonedProperties = ["dtstart", "dtend", "recurrence-id", "rdate", "exdate"];

/** Reads a file; one without events is a calendar in which nothing is planned. Throws `SourceError`. */
export function readEventTimes(text: string, { firstYear, lastYear }: ReadOptions): EventTimes {
  const found = new Times(startOfYear(firstYear), startOfYear(lastYear + 1) - 1);
  visitEvents(text, found);
  return found.result;
}

class Times implements EventVisitor {
  readonly result: EventTimes = { instants: [], local: [] };

  constructor(readonly first: number, readonly last: number) {}

  prepare(event: ICAL.Component): void {
    for (const name of zonedProperties) {
      for (const property of event.getAllProperties(name)) {
        const id = property.getFirstParameter("tzid");
        const times = property.getValues().filter((value) => value instanceof ICAL.Time);
        if (!id || times.length === 0) continue;
        const zone = findZone(id, event);
        for (const time of times) if (!time.isDate) time.zone = zone;
      }
    }
  }

  visit({ startDate, item }: Occurrence): void {
    const day = dayOf(startDate);
    if (day > this.last || day + MAX_DAYS < this.first) return;
    const isLocal = startDate.isDate || isFloating(startDate);
    const from = isLocal ? wallSecond(startDate) : startDate.toUnixTime();
    const seconds = secondsOf({ startDate, item });
    // A reminder, which takes no time.
    if (seconds === 0) return;
    const name = nameOf(item.summary) || String(item.uid);
    if (seconds < 0) throw new SourceError({ code: "event_ends_before_start", params: { event: name } });
    if (seconds > MAX_DAYS * DAY_SECONDS) {
      throw new SourceError({ code: "event_too_long", params: { event: name, days: MAX_DAYS } });
    }
    const { instants, local } = this.result;
    if (instants.length + local.length >= calendarLimits.events) throw tooMany();
    (isLocal ? local : instants).push([from, from + seconds]);
  }
}

// The rules of zones that the panel knows are newer than those in files, which may also lack them.
function findZone(id: string, event: ICAL.Component): ICAL.Timezone {
  const zone = isTimeZone(id) ? new NamedZone(id) : event.getTimeZoneByID(id);
  if (!zone) throw new SourceError({ code: "event_unknown_zone", params: { zone: id.slice(0, 100) } });
  return zone;
}

/** A zone with the rules of the panel. */
class NamedZone extends ICAL.Timezone {
  constructor(private readonly id: string) {
    super({ tzid: id });
  }

  override utcOffset(time: ICAL.Time): number {
    const wall = wallSecond(time);
    return wall - instantOf(wall, this.id);
  }
}

function isFloating({ zone }: ICAL.Time): boolean {
  return zone === null || zone === ICAL.Timezone.localTimezone;
}

function wallSecond({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1_000;
}

/** Returns how long an occurrence takes. From a start to an end it is always the same time, whatever clocks do meanwhile. */
function secondsOf({ startDate, item }: Pick<Occurrence, "startDate" | "item">): number {
  const { startDate: start, endDate: end } = item;
  if (start.isDate) {
    const days = dayOf(end) - dayOf(start);
    // Some programs end a whole day on the same day.
    return (days === 0 ? 1 : days) * DAY_SECONDS;
  }
  if (item.component.hasProperty("dtend")) return secondsBetween(start, end);
  const { duration } = item;
  const seconds = duration.toSeconds();
  const days = duration.weeks * 7 + duration.days;
  if (days === 0 || seconds < 0 || seconds > MAX_DAYS * DAY_SECONDS) return seconds;
  const sameTime = startDate.clone();
  sameTime.adjust(days, 0, 0, 0);
  return secondsBetween(startDate, sameTime) + seconds - days * DAY_SECONDS;
}

function secondsBetween(start: ICAL.Time, end: ICAL.Time): number {
  return isFloating(start) || isFloating(end)
    ? wallSecond(end) - wallSecond(start)
    : end.toUnixTime() - start.toUnixTime();
}
