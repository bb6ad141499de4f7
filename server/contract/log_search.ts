import * as z from "zod";
import { instant } from "./shapes.ts";

const offset = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const logRange = z.strictObject({
  from: offset.default(0).meta({ description: "Offset of the first byte" }),
  to: offset.optional().meta({
    description: "Offset after the last byte. Defaults to the end of the log.",
  }),
});

/** The size of a log over time: a line that ends at or before `size` existed at `at`, but not at the entry before. */
export const logTimes = z.object({ items: z.array(z.object({ size: z.int(), at: instant })) });
export type LogTimesResult = z.infer<typeof logTimes>;

const startAt = {
  from: offset.default(0).meta({ description: "Byte offset to start from" }),
  line: z.coerce.number().int().min(1).default(1).meta({ description: "Line number at `from`" }),
};

export const logSearchQuery = z.strictObject({
  q: z.string().min(1).max(200).meta({ description: "Literal text to search for" }),
  ...startAt,
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  caseSensitive: z.enum(["true", "false"]).default("false"),
});

export const firstErrorQuery = z.strictObject(startAt);

export const logMatch = z.object({
  offset: z.int().meta({ description: "Byte offset of the match" }),
  length: z.int().meta({ description: "Length of the match in bytes" }),
  line: z.int().meta({
    description:
      "Line number of the match in the log; the line that replaces omitted output counts as one line",
  }),
  before: z.string().meta({ description: "Text before the match in its line, possibly shortened" }),
  text: z.string(),
  after: z.string().meta({ description: "Text after the match in its line, possibly shortened" }),
});
export type LogMatch = z.infer<typeof logMatch>;

const next = z.object({ from: z.int(), line: z.int() }).nullable().meta({
  description: "Position to continue from; null if the whole log was searched",
});

/** The lines before the output, which the page does not number. */
export const headerLines = z.int().meta({
  description: "Number of lines at the start of the log that are the panel's header; `line` counts them",
});

export const logSearchResult = z.object({
  items: z.array(logMatch),
  count: z.int().meta({
    description:
      "Number of matches from `from` on, including those beyond `limit`; a minimum unless `counted` is true",
  }),
  counted: z.boolean().meta({ description: "Whether `count` includes all matches up to the end of the log" }),
  complete: z.boolean().meta({ description: "Whether `items` contains all matches" }),
  headerLines,
  next,
});
export type LogSearchResult = z.infer<typeof logSearchResult>;

export const firstErrorResult = z.object({
  item: logMatch.nullable(),
  complete: z.boolean().meta({ description: "False if the time limit was reached before a match was found" }),
  headerLines,
  next,
});
export type FirstErrorResult = z.infer<typeof firstErrorResult>;
