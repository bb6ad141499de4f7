// Calendars of working days and days off.
import * as z from "zod";
import { calendarLimits } from "./limits/calendars.ts";
import { id, instant, line, text } from "./shapes.ts";

/** Days are limited to what every part of the panel computes with. */
const date = z.iso.date().refine((value) => value >= "1970-01-01" && value <= "2199-12-31", "invalid").meta({
  description: "Date, such as `2026-12-24`",
});

const country = z.string().regex(/^[A-Z]{2}$/).meta({ description: "ISO 3166-1 code in capitals" });
const region = z.string().regex(/^[A-Z0-9-]{1,12}$/).meta({
  description: "Code of a region as `GET /calendars/countries` lists it",
});

export const calendarSource = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("country"), country, region: region.optional() }),
  z.strictObject({
    type: z.literal("icalendar"),
    url: line(calendarLimits.address).trim().min(1).optional().meta({
      description: "Address of an iCalendar file, which is fetched daily; either this or `text`",
    }),
    text: text(calendarLimits.text).optional().meta({ description: "Text of an iCalendar file" }),
  }),
]).meta({ id: "CalendarSource" });
export type CalendarSource = z.infer<typeof calendarSource>;

export const dayKinds = ["off", "working"] as const;
export type DayKind = (typeof dayKinds)[number];

export const ownDay = z.strictObject({
  date,
  kind: z.enum(dayKinds),
  name: line(calendarLimits.dayName).trim().optional(),
}).meta({ id: "CalendarOwnDay" });
export type OwnDay = z.infer<typeof ownDay>;

const weekendDays = z.array(z.int().min(1).max(7)).max(7).meta({
  description: "Days of the week that are off, 1 for Monday to 7 for Sunday",
});

export const calendarCopy = z.object({
  url: z.string(),
  fetchedAt: instant.nullable().meta({ description: "When the copy in use was fetched" }),
  triedAt: instant.nullable().meta({ description: "When it was last tried" }),
  error: z.string().nullable().meta({ description: "Why the last attempt failed; null if it did not" }),
}).meta({ id: "CalendarCopy" });
export type CalendarCopy = z.infer<typeof calendarCopy>;

const fields = {
  name: z.string(),
  timeZone: z.string().meta({ description: "IANA name of the time zone in which its days begin" }),
  weekendDays,
  sources: z.array(calendarSource).meta({
    description: "Where its days come from; of several, a later one counts before an earlier one",
  }),
  days: z.array(ownDay).meta({ description: "Own days, which count before those of the sources" }),
};

export const calendar = z.object({
  id,
  ...fields,
  knownFrom: z.string().nullable().meta({
    description: "First date that the data covers; null without a limit",
  }),
  knownUntil: z.string().nullable().meta({
    description:
      "Last date that the data covers; after it, only the day of the week counts; null without a limit",
  }),
  isEnding: z.boolean().meta({
    description: `Whether the data ends within ${calendarLimits.endingDays} days or has ended`,
  }),
  copies: z.array(calendarCopy).meta({ description: "The copies of iCalendar addresses" }),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
}).meta({ id: "Calendar" });
export type Calendar = z.infer<typeof calendar>;

const inputFields = {
  name: line(calendarLimits.name).trim().min(1),
  timeZone: line(100),
  weekendDays,
  sources: z.array(calendarSource).max(calendarLimits.sources),
  days: z.array(ownDay).max(calendarLimits.days),
};

export const calendarInput = z.strictObject({
  ...inputFields,
  weekendDays: weekendDays.default([6, 7]),
  sources: inputFields.sources.default([]),
  days: inputFields.days.default([]),
});
export type CalendarInput = z.infer<typeof calendarInput>;

export const calendarPatch = z.strictObject({
  name: inputFields.name.optional(),
  timeZone: inputFields.timeZone.optional(),
  weekendDays: inputFields.weekendDays.optional(),
  sources: inputFields.sources.optional(),
  days: inputFields.days.optional(),
});
export type CalendarPatch = z.infer<typeof calendarPatch>;

export const calendarDaysQuery = z.object({
  from: date,
  to: date.meta({ description: `Last date, at most ${calendarLimits.range} days after the first` }),
});
export type CalendarDaysQuery = z.infer<typeof calendarDaysQuery>;

export const calendarDays = z.object({
  items: z.array(z.object({
    date: z.string(),
    kind: z.enum(dayKinds),
    known: z.boolean().meta({ description: "Whether the calendar's data reaches this date" }),
    name: z.string().nullable().meta({ description: "Name of the holiday, the event or the make-up day" }),
    localName: z.string().nullable().meta({
      description: "Name of a holiday in the country's language, if it is another one",
    }),
  })),
});
export type CalendarDays = z.infer<typeof calendarDays>;

export const calendarCountries = z.object({
  items: z.array(z.object({
    country: z.string(),
    knownFrom: z.string(),
    knownUntil: z.string(),
    regions: z.array(z.object({ region: z.string(), name: z.string() })),
  })),
});
export type CalendarCountries = z.infer<typeof calendarCountries>;
export type CalendarCountry = CalendarCountries["items"][number];
