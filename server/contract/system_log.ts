import * as z from "zod";
import { instant, listOf } from "./shapes.ts";
import { systemLogLevels } from "./system_log_levels.ts";

/** One entry of the panel's own log. */
export const systemLogEntry = z.object({
  time: instant,
  level: z.enum(systemLogLevels),
  message: z.string().meta({ description: "A sentence in English, the same for all entries of a kind" }),
  text: z.string().meta({ description: "That sentence in the language of the request" }),
  fields: z.record(z.string(), z.unknown()),
}).meta({ id: "SystemLogEntry" });
export type SystemLogEntry = z.infer<typeof systemLogEntry>;

const span = {
  from: instant.optional().meta({ description: "Only entries at or after this time" }),
  to: instant.optional().meta({ description: "Only entries at or before this time" }),
};

const levels = z.string().max(100).transform((list) => list.split(","))
  .pipe(z.array(z.enum(systemLogLevels)));

export const systemLogQuery = z.strictObject({
  ...span,
  level: levels.optional().meta({
    description: "Comma-separated levels. Defaults to all levels.",
  }),
  q: z.string().max(500).default("").meta({
    description: "Text to search for, ignoring case",
  }),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(500).default(100),
});

export const systemLogSpan = z.strictObject(span);

export const systemLogList = listOf(systemLogEntry).extend({
  complete: z.boolean().meta({
    description: "False if the time limit was reached and there may be more entries than `total`",
  }),
}).meta({ id: "SystemLogList" });
export type SystemLogList = z.infer<typeof systemLogList>;
