import * as z from "zod";
import { taskLimits } from "./limits/tasks.ts";
import { runParameters } from "./parameters.ts";
import { runOutputs } from "./outputs.ts";
import { id, instant, listQuery, text } from "./shapes.ts";
import { runTrigger } from "./triggers.ts";

export const runStates = [
  "queued",
  "waiting_for_approval",
  "starting",
  "running",
  "succeeded",
  "failed",
  "timed_out",
  "stopped",
  "interrupted",
  "lost",
  "skipped",
] as const;
export type RunState = (typeof runStates)[number];

export const runCauses = [
  "schedule",
  "person",
  "application",
  "retry",
  "startup",
  "boot",
  "missed",
  "upstream",
  "trigger",
  "webhook",
] as const;
export type RunCause = (typeof runCauses)[number];

export const skipReasons = [
  ...["overlap", "disabled", "missed", "limit", "deleted", "no_node", "upstream", "list"] as const,
  ...["calendar", "window", "expired", "rejected", "approval_lapsed"] as const,
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Reasons for skipping a run that needed approval. */
export const rejectedReasons = ["rejected", "approval_lapsed"] as const satisfies readonly SkipReason[];

/** Why a task did not run when it was due: `waiting` for a slot or its node, or why that run was skipped. */
export const overdueReasons = [
  "waiting",
  ...skipReasons.map((reason) => `skipped_${reason}` as const),
] as const;
export type OverdueReason = (typeof overdueReasons)[number];

/** Body of `POST /api/runs/{id}/approve` and `/reject`. */
export const approvalBody = z.strictObject({
  remark: text(taskLimits.approvalRemark).nullable().default(null),
});

const approval = z.object({
  until: instant.meta({ description: "Time at which it lapses if nobody has decided" }),
  decision: z.enum(["approved", "rejected", "lapsed"]).nullable().meta({
    description: "Null while nobody has decided, and if it was removed before",
  }),
  decidedAt: instant.nullable(),
  deciderKind: z.enum(["person", "operator"]).nullable().meta({
    description:
      "Who decided, named as in the audit log: a person, or `operator` for the command line on the panel's machine; null while nobody has",
  }),
  decidedBy: z.string().nullable().meta({
    description: "Name of the account; null for the command line, and while no one has decided",
  }),
  remark: z.string().nullable(),
});

/**
 * The source of a run: a task, an unsaved script from the editor, the installation or removal of a dependency, or a
 * pull.
 */
export const runKinds = ["task", "debug", "dependency", "subscription"] as const;
export type RunKind = (typeof runKinds)[number];

export const run = z.object({
  id,
  taskId: id.nullable(),
  taskName: z.string(),
  cause: z.enum(runCauses),
  state: z.enum(runStates).meta({
    description:
      "`lost`: its node was silent for 60 seconds, and how the run ended is unknown; `waiting_for_approval`: it is queued once " +
      "a person approves it",
  }),
  dueAt: instant.nullable(),
  dueThrough: instant.nullable().meta({
    description: "Last due time that this entry covers, if several missed ones were skipped together",
  }),
  nominalAt: instant.nullable().meta({
    description: "Time that the rule of the task says, before a calendar moved it; null for unscheduled runs",
  }),
  movedFrom: instant.nullable().meta({
    description: "The same time if a calendar moved it, and null otherwise",
  }),
  windowId: id.nullable().meta({ description: "Maintenance window that held or skipped it" }),
  heldUntil: instant.nullable().meta({
    description: "Time until which a maintenance window holds or held it",
  }),
  mergedInto: id.nullable().meta({
    description: "ID of the run that a skipped due time has instead of its own",
  }),
  dueCount: z.int().meta({ description: "Number of due times that this entry covers" }),
  queuedAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  durationMs: z.int().nullable(),
  lagMs: z.int().nullable().meta({
    description: "Milliseconds from the due time to the start of the process",
  }),
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  skipReason: z.enum(skipReasons).nullable(),
  blockedBy: id.nullable().meta({ description: "ID of the run that caused this one to be skipped" }),
  attempt: z.int().meta({ description: "Number of the attempt: 1 for the first, increased by each retry" }),
  retryOf: id.nullable(),
  trigger: runTrigger.nullable().meta({
    description: "The trigger that started it, also of a retry; null for other runs",
  }),
  flowRunId: id.nullable().meta({ description: "Flow run that it belongs to" }),
  approval: approval.nullable().meta({
    description: "Whether a person has approved it; null for a run that needs no approval",
  }),
  item: z.int().nullable().meta({
    description: "Position in the list for which its task runs, from 0; null for a task that runs once",
  }),
  stopRequestedAt: instant.nullable(),
  requestedBy: z.string().nullable().meta({
    description: "Name of the account or application that started it by hand",
  }),
  stoppedBy: z.string().nullable().meta({
    description: "Name of the account or application that stopped it",
  }),
  detail: z.string().nullable().meta({
    description: "Machine-readable detail, such as why the process could not be started",
  }),
  logPath: z.string().nullable(),
  pid: z.int().nullable(),
  nodeId: id.nullable().meta({ description: "ID of the node that runs or ran it; null on a single machine" }),
  nodeName: z.string().nullable().meta({
    description:
      "Name of the node that runs or ran it; null on a single machine, before a node took it, and if the node was removed",
  }),
  kind: z.enum(runKinds),
  subscriptionId: id.nullable().meta({ description: "Subscription of a pull; null for a preview" }),
  scriptPath: z.string().nullable().meta({
    description: "Path of the script that it ran, relative to the scripts folder",
  }),
  scriptVersionId: id.nullable().meta({
    description: "ID of that script's version, for `/api/files/scripts/versions/{id}`",
  }),
  peakMemoryBytes: z.int().nullable().meta({ description: "Peak memory usage in bytes; null if unknown" }),
  parameters: runParameters,
  unsetParameters: z.array(z.string()).meta({
    description:
      "Names of parameters for which it had no value, not even the default; a secret is not among them",
  }),
  outputs: runOutputs.nullable().meta({
    description: "What it left for the tasks after its own, with secrets masked; null if it left nothing",
  }),
  outputFiles: z.int().meta({ description: "Number of files that it left for them" }),
}).meta({ id: "Run" });
export type Run = z.infer<typeof run>;

export const listedRun = run.extend({
  parameters: runParameters.meta({
    description: `As in \`Run\`; texts are cut after ${taskLimits.parameterPreview} characters`,
  }),
  outputs: runOutputs.nullable().meta({
    description: `As in \`Run\`; texts are cut after ${taskLimits.parameterPreview} characters`,
  }),
  medianMs: z.int().nullable().meta({
    description:
      "Median duration in milliseconds of the task's last runs that succeeded: up to 20 of its last 100 " +
      "runs; null if there are none",
  }),
  usualMs: z.int().nullable().meta({
    description:
      "How many milliseconds the task usually takes: the median of its last runs that succeeded and of some of each " +
      "of the last 30 days, computed about once an hour; null while fewer than 4 have succeeded",
  }),
}).meta({ id: "ListedRun" });
export type ListedRun = z.infer<typeof listedRun>;

/** Fields that runs may be sorted by: all runs by `id`, which is chronological; those of one task by any field. */
export const runSortFields = ["id", "startedAt", "durationMs"] as const;
export type RunSortField = (typeof runSortFields)[number];

export const runListQuery = z.strictObject({
  ...listQuery,
  sort: listQuery.sort.meta({
    description:
      "`id` or `-id`; for the runs of one task also `startedAt` and `durationMs`. Defaults to `-id`, newest first.",
  }),
  q: listQuery.q.meta({ description: "Text contained in the task's name at the time of the run" }),
  taskId: z.coerce.number().int().positive().optional(),
  kind: z.enum(runKinds).optional(),
  subscriptionId: z.coerce.number().int().positive().optional(),
  scriptPath: z.string().max(4096).optional().meta({
    description: "Path of the script that they ran, relative to the scripts folder",
  }),
  state: z.string().max(200).optional().meta({
    description: "Comma-separated states. Defaults to all states.",
  }),
  cause: z.string().max(200).optional().meta({
    description: "Comma-separated causes. Defaults to all causes.",
  }),
  nodeId: z.coerce.number().int().positive().optional().meta({
    description: "ID of the node that runs or ran it",
  }),
  label: text(taskLimits.labelLength).optional().meta({ description: "Label that the task has now" }),
  from: z.iso.datetime({ offset: true }).optional().meta({
    description: "Returns only runs queued at this time or later",
  }),
  to: z.iso.datetime({ offset: true }).optional().meta({
    description: "Returns only runs queued before this time",
  }),
  slower: z.enum(["true", "false"]).default("false").transform((value) => value === "true").meta({
    description:
      "With `true`, returns only runs that succeeded but took at least twice as long as usual, and at least one second longer, " +
      "see `usualMs`",
  }),
  afterId: z.coerce.number().int().min(0).optional().meta({
    description: "Returns only runs with a higher ID, such as those added since a list was loaded",
  }),
  throughId: z.coerce.number().int().min(0).optional().meta({
    description: "Returns only runs up to this ID, so that pages stay the same while new runs are added",
  }),
  countLimit: z.coerce.number().int().min(1).max(1_000_000).optional().meta({
    description:
      "Counts at most this many runs: a `total` of this number means that there may be more, and " +
      "later pages are still returned. Counting all of a million runs takes time; by default `total` is exact.",
  }),
});

/** What is known about why a run failed. */
export const runFailure = z.object({
  outcome: z.enum(runStates),
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  detail: z.string().nullable().meta({ description: "As in `Run`" }),
  durationMs: z.int().nullable(),
  timeLimitMs: z.int().nullable().meta({ description: "The time limit that the task has now" }),
  hasLog: z.boolean().meta({ description: "False for a run without a log, and if its log was deleted" }),
  lastLine: z.string().nullable().meta({
    description: "Last line of its log; null without a log, without output, or without `logs:read`",
  }),
  missingName: z.string().nullable().meta({
    description:
      "Script, program or working directory that was missing, if `detail` says so; null if `lastLine` is",
  }),
});
export type RunFailure = z.infer<typeof runFailure>;

export const runFailuresQuery = z.strictObject({
  ids: z.string().regex(new RegExp(`^\\d{1,15}(,\\d{1,15}){0,${taskLimits.failures - 1}}$`)).meta({
    description: `IDs of up to ${taskLimits.failures} runs, separated by commas`,
  }),
});

export const runFailures = z.object({
  items: z.array(runFailure.extend({ id })).meta({ description: "Runs that do not exist are left out" }),
});
export type RunFailures = z.infer<typeof runFailures>;

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

export interface LogEnd {
  size: number;
  generation: number;
  /**
   * Maps offsets of the previous generation: below `start` they stay; from `from` on they decrease by `from - to`;
   * between the two is a line that says how much was left out. Null when offsets never changed.
   */
  moved: { start: number; from: number; to: number } | null;
}
