// The tree of logs on disk. Paths are relative to the logs folder, with `/` between names.
import * as z from "zod";
import { searchHit, searchResult } from "./files.ts";
import { headerLines } from "./log_search.ts";
import { runStates } from "./runs.ts";
import { id, instant, text } from "./shapes.ts";

const logPath = z.string().max(4096);

export const logEntry = z.object({
  name: z.string(),
  path: z.string(),
  kind: z.enum(["file", "folder", "link", "special"]),
  size: z.int().nullable(),
  modifiedAt: instant.nullable(),
  taskId: id.nullable().meta({ description: "Task that the folder or log belongs to" }),
  taskName: z.string().nullable(),
  runId: id.nullable(),
  state: z.enum(runStates).nullable().meta({
    description: "State of the run; null if the entry is not the log of a run",
  }),
}).meta({ id: "LogEntry" });
export type LogEntry = z.infer<typeof logEntry>;

/** One folder of logs: subfolders first, by name, then logs, newest first. */
export const logTree = z.object({ path: z.string(), entries: z.array(logEntry) }).meta({ id: "LogTree" });
export type LogTree = z.infer<typeof logTree>;

export const logPathQuery = z.strictObject({ path: logPath });
export const logTreeQuery = z.strictObject({ path: logPath.default("") });
export const logsSearchQuery = z.strictObject({
  q: text(200).min(1),
  path: logPath.default(""),
  in: z.enum(["names", "contents"]).default("names"),
});

export const logHit = searchHit.extend({
  headerLines,
  taskId: id.nullable().meta({ description: "Task that the log or folder belongs to" }),
  taskName: z.string().nullable(),
  runId: id.nullable(),
  state: z.enum(runStates).nullable().meta({
    description: "State of the run; null if the hit is not the log of a run",
  }),
  at: instant.nullable().meta({
    description: "When the run was started, or queued if it has not started; null without a run",
  }),
}).meta({ id: "LogHit" });
export type LogHit = z.infer<typeof logHit>;
export const logsSearchResult = searchResult.extend({ hits: z.array(logHit) }).meta({
  id: "LogsSearchResult",
});
export type LogsSearchResult = z.infer<typeof logsSearchResult>;

export const logDeleteBody = z.strictObject({ paths: z.array(logPath).min(1).max(1000) });

/** Number and size of the logs in a folder, or of one log. */
export const logMeasure = z.object({
  count: z.int().meta({ description: "Number of logs" }),
  size: z.int().meta({ description: "Total size in bytes" }),
  complete: z.boolean().meta({
    description: "False if the time limit was reached before everything was counted",
  }),
}).meta({ id: "LogMeasure" });
export type LogMeasure = z.infer<typeof logMeasure>;
