import * as z from "zod";
import { calendarLimits } from "./limits/calendars.ts";
import { taskLimits } from "./limits/tasks.ts";
import { id, instant, line, text } from "./shapes.ts";
import { labels } from "./tasks.ts";

export const maxWindows = 100;
/** A window lasts at most this long, in ms. */
const MAX_WINDOW_MS = 366 * 24 * 3_600_000;
/** A shorter one would be over before anybody has seen it. */
const MIN_WINDOW_MS = 60_000;

const when = z.iso.datetime({ offset: true });

/** Which tasks a window concerns. */
export const windowScope = z.union([
  z.strictObject({ all: z.literal(true) }),
  z.strictObject({ labels: labels.min(1) }),
  z.strictObject({ pools: z.array(line(100).min(1)).min(1).max(100) }),
  z.strictObject({ taskIds: z.array(id).min(1).max(1000) }),
]).meta({ description: "All tasks, those with one of some labels or in one of some pools, or single tasks" });
export type WindowScope = z.infer<typeof windowScope>;

/** The iCalendar file whose events are the times of a window. */
export const windowSource = z.strictObject({
  url: line(calendarLimits.address).trim().min(1).optional().meta({
    description: "Address of an iCalendar file, which is fetched daily; either this or `text`",
  }),
  text: text(calendarLimits.text).optional().meta({
    description: "Text of an iCalendar file; only in the response for a single window",
  }),
}).meta({ id: "WindowSource" });
export type WindowSource = z.infer<typeof windowSource>;

const settable = {
  name: line(taskLimits.name).min(1),
  from: when.nullable().meta({ description: "Start of a window that is open once" }),
  to: when.nullable().meta({ description: "End of a window that is open once" }),
  schedule: z.string().min(1).max(200).nullable().meta({ description: "Rule at which a window opens again" }),
  durationMs: z.int().min(MIN_WINDOW_MS).max(MAX_WINDOW_MS).nullable().meta({
    description: "How long a window with a `schedule` stays open",
  }),
  timeZone: z.string().max(100).nullable().meta({
    description:
      "Time zone of `schedule`, or of events that name none, such as whole days; null for the panel's",
  }),
  validFrom: when.nullable().meta({
    description: "A window with a `schedule` or an `icalendar` does not open before",
  }),
  validUntil: when.nullable().meta({
    description: "A window with a `schedule` or an `icalendar` does not open after",
  }),
  icalendar: windowSource.nullable().meta({
    description: "The iCalendar file during whose events a window is open",
  }),
  scope: windowScope,
  effect: z.enum(["hold", "skip"]).meta({
    description:
      "`hold`: tasks that are due while the window is open run once after its end; `skip`: they do not run",
  }),
  silent: z.boolean().meta({
    description: "Whether the tasks cause no notifications while the window is open",
  }),
  stopRunning: z.boolean().meta({ description: "Whether running runs are stopped when the window opens" }),
};

/** Body of `POST /api/windows`: `from` and `to`, or `schedule` and `durationMs`, or `icalendar`. */
export const windowInput = z.strictObject({
  ...settable,
  from: settable.from.default(null),
  to: settable.to.default(null),
  schedule: settable.schedule.default(null),
  durationMs: settable.durationMs.default(null),
  timeZone: settable.timeZone.default(null),
  validFrom: settable.validFrom.default(null),
  validUntil: settable.validUntil.default(null),
  icalendar: settable.icalendar.default(null),
  scope: windowScope.default({ all: true }),
  effect: settable.effect.default("hold"),
  silent: settable.silent.default(true),
  stopRunning: settable.stopRunning.default(false),
}).meta({ id: "WindowInput" });
export type WindowInput = z.infer<typeof windowInput>;

/** Body of `PATCH /api/windows/{id}`: any subset of the fields. */
export const windowPatch = z.strictObject(settable).partial().meta({ id: "WindowPatch" });
export type WindowPatch = z.infer<typeof windowPatch>;

export const windowCopy = z.object({
  fetchedAt: instant.nullable().meta({ description: "When the file in use was fetched" }),
  triedAt: instant.nullable().meta({ description: "When it was last tried" }),
  failingSince: instant.nullable().meta({
    description: "Time of the first of the attempts that have all failed; null if the last one succeeded",
  }),
  error: z.string().nullable().meta({ description: "Why the last attempt failed; null if it did not" }),
}).meta({ id: "WindowCopy" });
export type WindowCopy = z.infer<typeof windowCopy>;

export const maintenanceWindow = z.object({
  id,
  name: z.string(),
  from: instant.nullable(),
  to: instant.nullable(),
  schedule: z.string().nullable(),
  durationMs: z.int().nullable(),
  timeZone: z.string().nullable(),
  validFrom: instant.nullable(),
  validUntil: instant.nullable(),
  icalendar: windowSource.nullable(),
  copy: windowCopy.nullable().meta({
    description: "The last copy of an iCalendar address that could be read; null without an address",
  }),
  scope: windowScope,
  effect: settable.effect,
  silent: z.boolean(),
  stopRunning: z.boolean(),
  active: z.boolean().meta({ description: "Whether it is open now" }),
  nextFrom: instant.nullable().meta({
    description: "Start of the time when it is open, now or next; null if it does not open again",
  }),
  nextTo: instant.nullable().meta({ description: "End of that time" }),
  held: z.int().meta({ description: "Number of runs that wait for its end" }),
  createdBy: z.string().nullable().meta({ description: "Name of the user or the application that made it" }),
  createdAt: instant,
  version: z.int(),
}).meta({ id: "MaintenanceWindow" });
export type MaintenanceWindow = z.infer<typeof maintenanceWindow>;

/** Longest period of a request of spans, in days. */
export const maxSpanDays = 62;
/** How many spans are listed. */
export const maxSpans = 2_000;

export const windowSpansQuery = z.strictObject({ from: when, to: when });
export type WindowSpansQuery = z.infer<typeof windowSpansQuery>;

/** Response of `GET /api/windows/spans`. */
export const windowSpans = z.object({
  items: z.array(z.object({
    id,
    name: z.string(),
    effect: settable.effect,
    from: instant,
    to: instant,
  })),
  isComplete: z.boolean().meta({
    description: `Whether nothing was left out; at most ${maxSpans} are listed`,
  }),
}).meta({ id: "WindowSpans" });
export type WindowSpans = z.infer<typeof windowSpans>;

/** Response of `POST /api/windows/check`. */
export const openWindows = z.object({
  items: z.array(z.object({
    id,
    name: z.string(),
    effect: settable.effect,
    to: instant.meta({ description: "When it ends" }),
    taskIds: z.array(id).meta({ description: "Those of the tasks that it concerns" }),
  })),
}).meta({ id: "OpenWindows" });
export type OpenWindows = z.infer<typeof openWindows>;
