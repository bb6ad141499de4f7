// Converts between a calendar of the API, its row and the calendar in memory.
import { createHash } from "node:crypto";
import type { AuditedChange } from "../../contract/changes.ts";
import {
  type Calendar,
  type CalendarPatch,
  type CalendarSource,
  calendarSource,
  type OwnDay,
  ownDay,
} from "../../contract/calendars.ts";
import { dateOf, dayNumberOf } from "../../contract/day_numbers.ts";
import { calendarLimits } from "../../contract/limits/calendars.ts";
import type { Language } from "../../contract/settings.ts";
import type { CalendarCopyRow, CalendarRow } from "../../migrations/calendar_tables.ts";
import { diffFields } from "../../platform/diff_fields.ts";
import { storedInstant, storedJson } from "../../platform/stored_json.ts";
import type { BuiltCalendar, NamedDay } from "./built_calendar.ts";
import type { SourceEvents } from "../icalendar/icalendar_types.ts";
import { problemText } from "../icalendar/problem_text.ts";
import type { CopyState } from "./store.ts";
import type * as z from "zod";

export type ICalendarSource = Extract<CalendarSource, { type: "icalendar" }>;

export function sourcesOf({ sources_json }: Pick<CalendarRow, "sources_json">): CalendarSource[] {
  return validItems(calendarSource, sources_json);
}

export function ownDaysOf({ days_json }: Pick<CalendarRow, "days_json">): OwnDay[] {
  return validItems(ownDay, days_json);
}

export function weekendDaysOf({ weekend_days_json }: Pick<CalendarRow, "weekend_days_json">): number[] {
  return storedJson<number[]>(weekend_days_json, []);
}

export function eventsOf({ events_json }: Pick<CalendarCopyRow, "events_json">): SourceEvents {
  return storedJson<SourceEvents>(events_json, { from: 0, until: 0, events: [] });
}

// One row that was edited elsewhere must not prevent all others from being read.
function validItems<S extends z.ZodType>(schema: S, json: string): z.output<S>[] {
  return storedJson<unknown[]>(json, []).flatMap((item) => {
    const read = schema.safeParse(item);
    return read.success ? [read.data] : [];
  });
}

/** Returns what a copy of an iCalendar source is stored under. */
export function copyKey({ url, text = "" }: Pick<ICalendarSource, "url" | "text">): string {
  return url ?? `text:${createHash("sha256").update(text).digest("hex")}`;
}

export function toNamedDay({ date, kind, name }: OwnDay): NamedDay {
  return { day: dayNumberOf(date), kind, name: name || null };
}

/** Converts fields to columns; skips fields that were not sent. */
export function toColumns({ name, timeZone, weekendDays, sources, days }: CalendarPatch) {
  return {
    ...(name !== undefined && { name }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(weekendDays !== undefined && {
      weekend_days_json: JSON.stringify([...new Set(weekendDays)].sort((a, b) => a - b)),
    }),
    ...(sources !== undefined && { sources_json: JSON.stringify(sources) }),
    ...(days !== undefined && {
      days_json: JSON.stringify(days.toSorted((a, b) => a.date < b.date ? -1 : 1)),
    }),
  };
}

export interface Surroundings {
  built: BuiltCalendar | null;
  copies: readonly CopyState[];
  /** The present day. */
  today: number;
  language: Language;
}

/** Converts a row to a calendar of the API. */
export function toCalendar(row: CalendarRow, { built, copies, today, language }: Surroundings): Calendar {
  const knownUntil = built?.knownUntil ?? null;
  return {
    id: row.id,
    name: row.name,
    timeZone: row.time_zone,
    weekendDays: weekendDaysOf(row),
    sources: sourcesOf(row),
    days: ownDaysOf(row),
    knownFrom: writeDay(built?.knownFrom ?? null),
    knownUntil: writeDay(knownUntil),
    isEnding: isEnding(knownUntil, today),
    copies: copies.filter(({ source_key }) => !source_key.startsWith("text:")).map((copy) => ({
      url: copy.source_key,
      fetchedAt: storedInstant(copy.fetched_at),
      triedAt: storedInstant(copy.tried_at),
      error: copy.fetch_error === null ? null : problemText(copy.fetch_error, language),
    })),
    createdAt: storedInstant(row.created_at),
    updatedAt: storedInstant(row.updated_at),
    version: row.version,
  };
}

/** Returns whether the last known day is near or over. */
export function isEnding(knownUntil: number | null, today: number): boolean {
  return knownUntil !== null && knownUntil - today < calendarLimits.endingDays;
}

function writeDay(day: number | null): string | null {
  return day === null ? null : dateOf(day);
}

const readers = {
  name: ({ name }: CalendarRow) => name,
  timeZone: ({ time_zone }: CalendarRow) => time_zone,
  weekendDays: weekendDaysOf,
  days: (row: CalendarRow) =>
    ownDaysOf(row).map(({ date, kind, name }) => [date, kind, name].filter(Boolean).join(" ")),
};

/** Returns the fields that differ between two states of a calendar. */
export function calendarChanges(before: CalendarRow, after: CalendarRow): AuditedChange[] {
  const of = { kind: "calendar", name: after.name } as const;
  const changes = diffFields(readers, before, after).map((change) => ({ ...of, ...change }));
  // A text is long, and an address may give access to what it names.
  return before.sources_json === after.sources_json
    ? changes
    : [...changes, { ...of, field: "sources", from: null, to: null, masked: true }];
}
