import * as z from "zod";
import { id, instant } from "./shapes.ts";
import { onDayOff } from "./tasks.ts";
import { timeRemark } from "./time_remarks.ts";

const taskId = id.optional().meta({
  description: "Task whose values of `H` to use; without it, `H` has the same value in every rule",
});

export const cronExplainBody = z.strictObject({
  expression: z.string().min(1).max(200),
  timeZone: z.string().max(100).nullable().optional(),
  count: z.int().min(1).max(100).default(5),
  taskId,
  calendarId: id.nullable().optional().meta({ description: "Calendar whose days off count" }),
  onDayOff: onDayOff.optional(),
});

export type CronExplainBody = z.output<typeof cronExplainBody>;

export const cronExplanation = z.object({
  valid: z.literal(true),
  description: z.string().meta({ description: "Description of the rule, in the caller's language" }),
  timeZone: z.string(),
  next: z.array(instant),
  remarks: z.array(z.intersection(z.object({ at: instant }), timeRemark)).meta({
    description:
      "What a clock change or the calendar does to times in `next`, and times that are not in it because they are on a day off",
  }),
}).meta({ id: "CronExplanation" });
export type CronExplanation = z.infer<typeof cronExplanation>;

/** Body of `POST /api/cron/describe`. */
export const cronDescribeBody = z.strictObject({
  schedules: z.array(z.strictObject({ expression: z.string().max(200), taskId })).min(1).max(200),
});

export const cronDescriptions = z.object({
  descriptions: z.array(z.string().nullable()).meta({
    description:
      "Description of each rule, in the order of the request and the caller's language; null for an invalid one",
  }),
}).meta({ id: "CronDescriptions" });
export type CronDescriptions = z.infer<typeof cronDescriptions>;
