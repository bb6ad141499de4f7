import type { Calendar, CalendarSource, DayKind } from "../../../../server/contract/calendars.ts";

/** One source in the form; an iCalendar source is an address or a text. */
export type SourceValues =
  | { type: "country"; country: string; region: string }
  | { type: "address"; url: string }
  | { type: "text"; text: string };

export interface OwnDayValues {
  /** Empty until a date is entered. */
  date: string;
  kind: DayKind;
  name: string;
}

export interface CalendarValues {
  name: string;
  timeZone: string;
  weekendDays: readonly number[];
  sources: readonly SourceValues[];
  days: readonly OwnDayValues[];
}

export function emptyValues(timeZone: string): CalendarValues {
  return { name: "", timeZone, weekendDays: [6, 7], sources: [], days: [] };
}

export function valuesOf({ name, timeZone, weekendDays, sources, days }: Calendar): CalendarValues {
  return {
    name,
    timeZone,
    weekendDays,
    sources: sources.map(sourceValues),
    days: days.map(({ date, kind, name = "" }) => ({ date, kind, name })),
  };
}

function sourceValues(source: CalendarSource): SourceValues {
  if (source.type === "country") {
    return { type: "country", country: source.country, region: source.region ?? "" };
  }
  const { url, text = "" } = source;
  return url === undefined ? { type: "text", text } : { type: "address", url };
}

/** Returns the values as the API takes them. */
export function inputOf({ name, timeZone, weekendDays, sources, days }: CalendarValues) {
  return {
    name: name.trim(),
    timeZone,
    weekendDays,
    sources: sources.map(toSource),
    days: days.map(({ date, kind, name }) => ({
      ...{ date, kind },
      ...(name.trim() !== "" && { name: name.trim() }),
    })),
  };
}

function toSource(source: SourceValues): CalendarSource {
  if (source.type === "country") {
    const { country, region } = source;
    return { type: "country", country, ...(region !== "" && { region }) };
  }
  if (source.type === "address") return { type: "icalendar", url: source.url.trim() };
  return { type: "icalendar", text: source.text };
}

/** Returns the days of the week that are off in a country, 1 for Monday; null if the browser does not know them. */
export function weekendOf(country: string): number[] | null {
  // A method in most browsers, a property in older ones, missing in others and in TypeScript.
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    getWeekInfo?: () => { weekend: number[] };
    weekInfo?: { weekend: number[] };
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.weekend ?? null;
}
