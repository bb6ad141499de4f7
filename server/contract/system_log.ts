import * as z from "zod";
import { instant, listOf } from "./shapes.ts";
import { systemLogLevels } from "./system_log_levels.ts";

/** One entry of the panel's own log. */
export const systemLogEntry = z.object({
  time: instant,
  level: z.enum(systemLogLevels),
  message: z.string(),
  fields: z.record(z.string(), z.unknown()),
}).meta({ id: "SystemLogEntry" });
export type SystemLogEntry = z.infer<typeof systemLogEntry>;

const span = {
  from: instant.optional().meta({ description: "Only lines of this instant or later" }),
  to: instant.optional().meta({ description: "Only lines of this instant or earlier" }),
};

const levels = z.string().max(100).transform((list) => list.split(","))
  .pipe(z.array(z.enum(systemLogLevels)));

export const systemLogQuery = z.strictObject({
  ...span,
  level: levels.optional().meta({
    description: "Levels wanted, separated by commas; all of them unless told",
  }),
  q: z.string().max(500).default("").meta({
    description: "A text that stands in the line, in whatever case",
  }),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(500).default(100),
});

export const systemLogSpan = z.strictObject(span);

export const systemLogList = listOf(systemLogEntry).extend({
  complete: z.boolean().meta({ description: "False when time was up: there are more lines than `total`" }),
}).meta({ id: "SystemLogList" });
export type SystemLogList = z.infer<typeof systemLogList>;
