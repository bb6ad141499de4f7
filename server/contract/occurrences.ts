import * as z from "zod";
import { taskLimits } from "./limits/tasks.ts";
import { runStates } from "./runs.ts";
import { id, instant, text } from "./shapes.ts";

/** Longest period of a request, in days. */
export const maxOccurrenceDays = { day: 62, hour: 8, none: 2 } as const;
/** How many single occurrences are listed. */
export const maxOccurrences = 5_000;

export const occurrencesQuery = z.strictObject({
  from: z.iso.datetime({ offset: true }),
  to: z.iso.datetime({ offset: true }),
  by: z.enum(["day", "hour", "none"]).default("day").meta({
    description:
      "Counts by `day` or `hour` of the panel's time zone, over at most 62 and 8 days; `none` lists single ones, over at most 2 days",
  }),
  label: text(taskLimits.labelLength).optional().meta({ description: "Only of tasks with this label" }),
  taskId: z.coerce.number().int().positive().optional(),
});
export type OccurrencesQuery = z.infer<typeof occurrencesQuery>;

export const occurrenceCounts = z.object({
  at: instant.meta({ description: "Start of the day or hour" }),
  due: z.int().meta({ description: "Due times to come, and runs that wait" }),
  succeeded: z.int(),
  failed: z.int(),
  skipped: z.int(),
  running: z.int(),
});
export type OccurrenceCounts = z.infer<typeof occurrenceCounts>;

export const occurrence = z.object({
  at: instant.meta({ description: "Time at which it was due or requested, or will be due" }),
  taskId: id.nullable(),
  name: z.string(),
  runId: id.nullable(),
  state: z.enum(runStates).nullable(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
});
export type OccurrenceItem = z.infer<typeof occurrence>;

/** Response of `GET /api/occurrences`. */
export const occurrences = z.object({
  timeZone: z.string().meta({ description: "Time zone of the days and hours" }),
  items: z.array(z.union([occurrenceCounts, occurrence])),
  isComplete: z.boolean().meta({
    description: `Whether nothing was left out; at most ${maxOccurrences} are listed`,
  }),
}).meta({ id: "Occurrences" });
export type Occurrences = z.infer<typeof occurrences>;
