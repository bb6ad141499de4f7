import * as z from "zod";
import { id, instant } from "./shapes.ts";

const taskId = id.optional().meta({
  description: "Task whose values of `H` to use; without it, `H` has the same value in every rule",
});

export const cronExplainBody = z.strictObject({
  expression: z.string().min(1).max(200),
  timeZone: z.string().max(100).nullable().optional(),
  count: z.int().min(1).max(100).default(5),
  taskId,
});

export const cronExplanation = z.object({
  valid: z.literal(true),
  description: z.string().meta({ description: "Description of the rule, in the caller's language" }),
  timeZone: z.string(),
  next: z.array(instant),
  remarks: z.array(z.object({
    at: instant,
    code: z.enum(["shifted_by_gap", "repeated_hour"]),
    wallTime: z.string().meta({ description: "Time of day that does not exist or occurs twice" }),
  })).meta({ description: "Times in `next` that a clock change affects" }),
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
