import * as z from "zod";
import { instant } from "./shapes.ts";

const location = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const logRange = z.strictObject({
  from: location.default(0).meta({ description: "First byte" }),
  to: location.optional().meta({ description: "Byte after the last" }),
});

/** The size of a log over time: a line that ends at or before `size` existed at `at`, but not at the entry before. */
export const logTimes = z.object({ items: z.array(z.object({ size: z.int(), at: instant })) });
export type LogTimesResult = z.infer<typeof logTimes>;

const startAt = {
  from: location.default(0).meta({ description: "Byte to begin at" }),
  line: z.coerce.number().int().min(1).default(1).meta({ description: "Number of the line at `from`" }),
};

export const logSearchQuery = z.strictObject({
  q: z.string().min(1).max(200).meta({ description: "Text as it stands there; no pattern" }),
  ...startAt,
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  caseSensitive: z.enum(["true", "false"]).default("false"),
});

export const firstErrorQuery = z.strictObject(startAt);

export const logMatch = z.object({
  offset: z.int().meta({ description: "Byte at which it begins" }),
  length: z.int().meta({ description: "Its bytes" }),
  line: z.int().meta({
    description: "Number of its line; a line that stands for what was left out counts as one",
  }),
  before: z.string().meta({ description: "What stands before it in its line, or the last of it" }),
  text: z.string(),
  after: z.string().meta({ description: "What follows it in its line, or the first of it" }),
});
export type LogMatch = z.infer<typeof logMatch>;

const next = z.object({ from: z.int(), line: z.int() }).nullable().meta({
  description: "Where to go on; null: everything was looked at",
});

export const logSearchResult = z.object({
  items: z.array(logMatch),
  count: z.int().meta({
    description: "How many there are, from `from` on, as far as counted: also those beyond `limit`",
  }),
  counted: z.boolean().meta({ description: "Whether they were counted to the end of the log" }),
  complete: z.boolean().meta({ description: "Whether `items` has all of them" }),
  next,
});
export type LogSearchResult = z.infer<typeof logSearchResult>;

export const firstErrorResult = z.object({
  item: logMatch.nullable(),
  complete: z.boolean().meta({ description: "Whether it was found, or there is none" }),
  next,
});
export type FirstErrorResult = z.infer<typeof firstErrorResult>;
