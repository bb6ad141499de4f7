import * as z from "zod";
import { taskLimits } from "./limits/tasks.ts";
import { id, instant, listQuery, text } from "./shapes.ts";

export const runStates = [
  "queued",
  "starting",
  "running",
  "succeeded",
  "failed",
  "timed_out",
  "stopped",
  "interrupted",
  "skipped",
] as const;
export type RunState = (typeof runStates)[number];

export const runCauses = ["schedule", "person", "application", "retry", "startup", "boot", "missed"] as const;
export type RunCause = (typeof runCauses)[number];

export const skipReasons = ["overlap", "disabled", "missed", "limit", "deleted"] as const;
export type SkipReason = (typeof skipReasons)[number];

/**
 * The source of a run: a task, an unsaved script from the editor, the installation or removal of a package, or a
 * pull.
 */
export const runKinds = ["task", "debug", "dependency", "subscription"] as const;
export type RunKind = (typeof runKinds)[number];

export const run = z.object({
  id,
  taskId: id.nullable(),
  taskName: z.string(),
  cause: z.enum(runCauses),
  state: z.enum(runStates),
  dueAt: instant.nullable(),
  dueThrough: instant.nullable().meta({
    description: "Last due time this row accounts for, when several missed ones were skipped together",
  }),
  dueCount: z.int().meta({ description: "How many due times this row accounts for" }),
  queuedAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  durationMs: z.int().nullable(),
  lagMs: z.int().nullable().meta({ description: "From the due time to the start of the process" }),
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  skipReason: z.enum(skipReasons).nullable(),
  blockedBy: id.nullable().meta({ description: "The run that stood in the way of a skipped one" }),
  attempt: z.int().meta({ description: "1 for the first try, counted up by retries" }),
  retryOf: id.nullable(),
  stopRequestedAt: instant.nullable(),
  detail: z.string().nullable().meta({ description: "A machine's remark, e.g. why a spawn failed" }),
  logPath: z.string().nullable(),
  pid: z.int().nullable(),
  kind: z.enum(runKinds),
  subscriptionId: id.nullable().meta({ description: "Of a pull; null for a preview" }),
  scriptPath: z.string().nullable().meta({ description: "The script it ran, relative to the scripts" }),
  scriptVersionId: id.nullable().meta({
    description: "The version of that script, see `/api/files/scripts/versions/{id}`",
  }),
  peakMemoryBytes: z.int().nullable().meta({ description: "null where the machine does not tell" }),
}).meta({ id: "Run" });
export type Run = z.infer<typeof run>;

/** Fields that runs may be sorted by: all runs by `id`, which is chronological; those of one task by any field. */
export const runSortFields = ["id", "startedAt", "durationMs"] as const;
export type RunSortField = (typeof runSortFields)[number];

export const runListQuery = z.strictObject({
  ...listQuery,
  sort: listQuery.sort.meta({
    description: "`id`, `-id` (newest first, as unless told); of one task also `startedAt` and `durationMs`",
  }),
  q: listQuery.q.meta({ description: "A part of the name that the task had" }),
  taskId: z.coerce.number().int().positive().optional(),
  kind: z.enum(runKinds).optional(),
  subscriptionId: z.coerce.number().int().positive().optional(),
  scriptPath: z.string().max(4096).optional().meta({
    description: "The script they ran, relative to the scripts",
  }),
  state: z.string().max(200).optional().meta({ description: "One or more states, separated by commas" }),
  cause: z.string().max(200).optional().meta({ description: "One or more causes, separated by commas" }),
  label: text(taskLimits.labelLength).optional().meta({ description: "A label that the task has now" }),
  from: z.iso.datetime({ offset: true }).optional().meta({
    description: "Only runs queued at this time or later",
  }),
  to: z.iso.datetime({ offset: true }).optional().meta({ description: "Only runs queued before this time" }),
});

/** One chunk of a live log: the text of the bytes from `offset` up to `next`. */
export interface LogChunk {
  offset: number;
  next: number;
  text: string;
  /** Counts how often offsets changed, see `LogEnd`. */
  generation: number;
  /** Bytes omitted because the log is too large; then `text` is the line that says so. */
  skipped?: number;
}

/** The end of a live log. */
export interface LogEnd {
  size: number;
  generation: number;
  /**
   * Maps offsets of the previous generation: below `start` they stay; from `from` on they decrease by `from - to`;
   * between the two is a line that says how much was left out. Null when offsets never changed.
   */
  moved: { start: number; from: number; to: number } | null;
}
