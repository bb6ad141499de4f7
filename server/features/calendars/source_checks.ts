// Checks what a schema cannot know about the sources and days of a calendar.
import type { FieldIssue } from "../../contract/app_error.ts";
import type { CalendarPatch, CalendarSource, OwnDay } from "../../contract/calendars.ts";
import { isTimeZone } from "../../contract/cron/zone.ts";
import { readHolidays } from "../../platform/holiday_files.ts";
import { isFileAddress } from "../icalendar/file_address.ts";

/** Returns what is wrong with the fields that were sent, apart from what only reading an iCalendar file shows. */
export async function calendarIssues(
  { timeZone, sources = [], days = [] }: CalendarPatch,
): Promise<FieldIssue[]> {
  const ofSources = await Promise.all(
    sources.map((source, index) => sourceIssues(source, `sources.${index}`)),
  );
  return [
    ...(timeZone === undefined || isTimeZone(timeZone)
      ? []
      : [{ path: "timeZone", code: "unknown_time_zone" as const }]),
    ...ofSources.flat(),
    ...repeatedSources(sources),
    ...repeatedDates(days),
  ];
}

async function sourceIssues(source: CalendarSource, path: string): Promise<FieldIssue[]> {
  if (source.type === "country") {
    const { country, region } = source;
    const file = await readHolidays(country);
    if (file === null) return [{ path: `${path}.country`, code: "unknown_country", params: { country } }];
    if (region === undefined || file.regions?.[region] !== undefined) return [];
    return [{ path: `${path}.region`, code: "unknown_region", params: { country, region } }];
  }
  const { url, text } = source;
  if ((url === undefined) === (text === undefined)) {
    return [{ path: `${path}.url`, code: "one_of_address_and_text" }];
  }
  return url === undefined || isFileAddress(url) ? [] : [{ path: `${path}.url`, code: "not_web_address" }];
}

function repeatedSources(sources: readonly CalendarSource[]): FieldIssue[] {
  const known = new Set<string>();
  return sources.flatMap((source, index) => {
    const { type } = source;
    const key = JSON.stringify(
      type === "country" ? [type, source.country, source.region] : [type, source.url, source.text],
    );
    const isRepeated = known.has(key);
    known.add(key);
    const field = type === "country" ? "country" : source.url === undefined ? "text" : "url";
    return isRepeated ? [{ path: `sources.${index}.${field}`, code: "same_source" as const }] : [];
  });
}

function repeatedDates(days: readonly OwnDay[]): FieldIssue[] {
  const known = new Set<string>();
  return days.flatMap(({ date }, index) => {
    const isRepeated = known.has(date);
    known.add(date);
    return isRepeated ? [{ path: `days.${index}.date`, code: "same_date" as const, params: { date } }] : [];
  });
}
