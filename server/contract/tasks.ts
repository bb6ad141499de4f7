import * as z from "zod";
import { forEach, upstream } from "./flows.ts";
import { triggers } from "./triggers.ts";
import { changedBy } from "./task_changes.ts";
import { batchResult, id, idsBody, instant, line, listQuery, text } from "./shapes.ts";
import { placement } from "./nodes.ts";
import { parameters, parameterValues } from "./parameters.ts";
import { overdueReasons, runStates } from "./runs.ts";
import {
  builtInViews,
  parameterOf,
  taskFields,
  type TaskFilter,
  type TaskFilterParameter,
  taskFilters,
  taskStatuses,
  valueTypeOf,
} from "./task_fields.ts";
import { taskKinds } from "./task_kinds.ts";
import { taskLimits } from "./limits/tasks.ts";

const durationMs = z.int().min(0).max(366 * 24 * 3_600_000);

const rule = z.string().min(1).max(200);
export const schedules = z.union([
  z.array(rule).min(1).max(20),
  z.literal("manual"),
  z.literal("startup"),
  z.literal("boot"),
]).meta({
  description:
    "Rules, or when the task runs: `manual` only on request, `startup` each time the panel starts, `boot` when the panel first starts after the host has booted",
});
export type Schedules = z.infer<typeof schedules>;

export const taskSchedules = z.union([
  z.array(z.union([rule, z.strictObject({ rule, parameters: parameterValues })])).min(1).max(20),
  ...schedules.options.slice(1),
]).meta({
  description:
    "Rules, or when the task runs: `manual` only on request, `startup` each time the panel starts, `boot` when the panel first " +
    "starts after the host has booted. A rule with values for parameters is an object; without them, a text.",
});
export type TaskSchedules = z.infer<typeof taskSchedules>;

export const overlap = z.strictObject({
  policy: z.enum(["skip", "queue", "replace", "allow"]),
  limit: z.int().min(1).max(taskLimits.parallelRuns).optional(),
});
export type Overlap = z.infer<typeof overlap>;

export const missed = z.strictObject({
  policy: z.enum(["skip", "last", "all"]),
  limit: z.int().min(1).max(taskLimits.missedRuns).optional(),
  deadlineMs: durationMs.optional(),
});
export type Missed = z.infer<typeof missed>;

export const retry = z.strictObject({
  times: z.int().min(0).max(taskLimits.retries),
  delayMs: durationMs.default(60_000),
  backoff: z.enum(["fixed", "exponential"]).default("fixed"),
  onLost: z.boolean().default(false).meta({
    description:
      "Whether a `lost` run is retried too. It may have ended, or may still be running, so it can run twice.",
  }),
});
export type Retry = z.infer<typeof retry>;

export const notify = z.strictObject({
  onFailure: z.boolean().optional(),
  onRecovery: z.boolean().optional(),
  onEnd: z.boolean().optional(),
  longerThanMs: durationMs.nullable().optional(),
  notRunBy: z.string().max(5).nullable().optional(),
});
export type Notify = z.infer<typeof notify>;

/** What happens on a day off: nothing different, no run, or a run on another day at the same time of day. */
export const onDayOff = z.enum(["run", "skip", "next", "previous", "next_same_month"]);
export type OnDayOff = z.infer<typeof onDayOff>;

const label = line(taskLimits.labelLength).min(1);
export const labels = z.array(label).max(taskLimits.labels);

const settable = {
  name: line(taskLimits.name).min(1),
  command: text(taskLimits.command).min(1),
  schedules: taskSchedules,
  parameters,
  timeZone: z.string().max(100).nullable(),
  labels,
  enabled: z.boolean(),
  before: text(10_000).nullable(),
  after: text(10_000).nullable(),
  workingDirectory: text(1000).nullable(),
  logFolder: z.string().max(taskLimits.logFolder).nullable().meta({
    description:
      "Folder below the logs; null to name it after the command. `/dev/null` discards the output: runs have an outcome but no log.",
  }),
  timeLimitMs: durationMs.nullable(),
  overlap,
  missed: missed.nullable().meta({
    description:
      "What to do with missed due times; null for `last` if the task is due at most once an hour, or else `skip`",
  }),
  retry,
  placement,
  serialGroup: line(taskLimits.serialGroup).min(1).nullable(),
  randomDelayMs: durationMs,
  calendarId: id.nullable().meta({ description: "Calendar that tells which days are off; null for none" }),
  onDayOff: onDayOff.meta({
    description:
      "What happens to due times on a day off of the calendar: `run` as usual, `skip`, or run at the same time of day on the " +
      "`next` or the `previous` working day, or the next one unless it is in another month (`next_same_month`)",
  }),
  validFrom: z.iso.datetime({ offset: true }).nullable().meta({
    description: "First time at which the task can be due; null for no limit",
  }),
  validUntil: z.iso.datetime({ offset: true }).nullable().meta({
    description: "Last time at which the task can be due, after which it is disabled; null for no limit",
  }),
  variableLabels: labels.nullable(),
  upstream: upstream.nullable(),
  triggers: triggers.meta({ description: "What else starts it, besides its schedule and other tasks" }),
  requiresApproval: z.boolean().meta({
    description: "Whether its runs wait until a person approves them; retries do not",
  }),
  approvalLapseMs: z.int().min(taskLimits.minApprovalLapseMs).max(taskLimits.maxApprovalLapseMs).meta({
    description: "How many milliseconds a run waits for approval before it is skipped",
  }),
  forEach: forEach.nullable(),
  logKeepRuns: z.int().min(1).max(taskLimits.logKeepRuns).nullable().meta({
    description: "Maximum number of runs to keep, with their logs; null for the panel's setting",
  }),
  logKeepDays: z.int().min(1).max(taskLimits.logKeepDays).nullable().meta({
    description: "Number of days to keep runs and their logs; null for the panel's setting",
  }),
  notify,
};

/** Body of `POST /api/tasks`. Only name, command and schedules are required. */
export const taskInput = z.strictObject(settable).partial().required({
  name: true,
  command: true,
  schedules: true,
}).meta({ id: "TaskInput" });
export type TaskInput = z.infer<typeof taskInput>;

/** Body of `PATCH /api/tasks/{id}`: any subset of the fields. */
export const taskPatch = z.strictObject(settable).partial().meta({ id: "TaskPatch" });
export type TaskPatch = z.infer<typeof taskPatch>;

export const task = z.object({
  id,
  name: z.string(),
  command: z.string(),
  kind: z.enum(taskKinds).meta({ description: "What the command runs" }),
  scriptPath: z.string().nullable().meta({
    description:
      "Path of the script in the command, relative to the scripts folder; null if there is none. The script may not exist.",
  }),
  schedules: taskSchedules,
  parameters,
  timeZone: z.string().nullable(),
  labels: z.array(z.string()),
  enabled: z.boolean(),
  pinned: z.boolean(),
  muted: z.boolean().meta({
    description: "Whether the task causes no notifications until a run succeeds",
  }),
  status: z.enum(taskStatuses),
  activeRun: z.object({
    id,
    state: z.enum(runStates),
    startedAt: instant.nullable(),
    stopRequestedAt: instant.nullable().meta({
      description: "When the run was asked to stop; null if it was not. A run on demand waits for its end.",
    }),
    heldUntil: instant.nullable().meta({
      description: "Time until which a maintenance window holds it; a run on demand does not wait for it",
    }),
  }).nullable().meta({
    description:
      "Oldest running run, or else the oldest queued run, one that a maintenance window holds last; null if there is none",
  }),
  lastRun: z.object({
    id,
    startedAt: instant.nullable(),
    durationMs: z.int().nullable(),
    outcome: z.enum(runStates),
    exitCode: z.int().nullable(),
  }).nullable(),
  recentOutcomes: z.array(z.object({
    id,
    state: z.enum(runStates),
    at: instant.meta({
      description: "Start time; for a run that never started, its due time or else the time of the request",
    }),
    durationMs: z.int().nullable(),
    exitCode: z.int().nullable(),
  })).meta({ description: "Last 20 finished runs, oldest first" }),
  runCounts: z.object({ queued: z.int(), live: z.int() }),
  nextRunAt: instant.nullable(),
  subscriptionId: id.nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  workingDirectory: z.string().nullable(),
  logFolder: z.string().nullable(),
  timeLimitMs: z.int().nullable(),
  overlap,
  missed: missed.required({ policy: true }).meta({
    description: "Effective policy, including defaults",
  }),
  missedAutomatic: z.boolean().meta({
    description: "Whether no policy is set, so that `missed` is derived from the schedule",
  }),
  retry,
  placement,
  serialGroup: z.string().nullable(),
  randomDelayMs: z.int(),
  upstream: upstream.nullable(),
  triggers,
  requiresApproval: z.boolean(),
  approvalLapseMs: z.int(),
  forEach: forEach.nullable(),
  calendarId: id.nullable(),
  onDayOff,
  validFrom: instant.nullable(),
  validUntil: instant.nullable(),
  variableLabels: z.array(z.string()).nullable(),
  logKeepRuns: z.int().nullable(),
  logKeepDays: z.int().nullable(),
  notify,
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
}).meta({ id: "Task" });
export type Task = z.infer<typeof task>;

/** One task, with what a list would be slow to read. */
export const taskDetail = task.extend({
  hasWebhook: z.boolean().meta({ description: "Whether it has an address at which programs start it" }),
  failureStreak: z.int().meta({
    description:
      `Number of runs that failed in a row up to the last finished one, at most ${taskLimits.failureStreak}; skipped runs do not count`,
  }),
  overdue: z.object({
    dueAt: instant.meta({ description: "The first due time since its last run for which nothing has run" }),
    reason: z.enum(overdueReasons).meta({
      description: "`waiting`: for a slot or its node; otherwise why its last due time was skipped",
    }),
  }).nullable().meta({
    description:
      "Set if it is enabled and should have run more than a minute ago and did not, since its schedule last changed",
  }),
  slower: z.object({
    since: instant.meta({ description: "Start of the first of the runs that all took longer than usual" }),
    lastMs: z.int().meta({ description: "How long its last run took" }),
    usualMs: z.int().meta({ description: "How long it usually takes, see `usualMs` of `GET /api/runs`" }),
  }).nullable().meta({
    description:
      "Set if it is enabled and its last run succeeded but took at least twice as long as usual, and at least one second longer",
  }),
  lastChange: z.object({ at: instant, by: changedBy }).nullable().meta({
    description: "When and by whom the task was created or changed last; null if its history does not say",
  }),
}).meta({ id: "TaskDetail" });
export type TaskDetail = z.infer<typeof taskDetail>;

export const taskListQuery = z.strictObject({
  ...listQuery,
  q: listQuery.q.meta({
    description:
      "Words to search for in all searchable fields, or in one of them, as in `command:backup`. All words must match; text in double quotes is one word. Without `sort`, the best matches come first. If nothing matches, words of four letters or more may contain one typo.",
  }),
  ...filterParameters(),
  type: z.enum(taskKinds).optional(),
  view: z.enum(builtInViews).optional().meta({
    description:
      "Built-in view whose tasks to return: `failing` (enabled, and the last run failed), `running`, `disabled` or `neverRun`",
  }),
  viewId: z.coerce.number().int().positive().optional().meta({
    description: "View whose tasks to return, in the order of the view unless `sort` is set",
  }),
});
export type TaskListQuery = z.infer<typeof taskListQuery>;

type FilterSchema = z.ZodOptional<z.ZodString>;

function filterParameters() {
  const schemas = taskFilters.map((filter) => [parameterOf(filter), filterSchema(filter)]);
  return Object.fromEntries(schemas) as Record<TaskFilterParameter, FilterSchema>;
}

/** The values stay text: `Number` would also accept `0x10`, and read an empty text as 0. */
function filterSchema(filter: TaskFilter): FilterSchema {
  const { options, isNumeric, isValid } = valueTypeOf(filter);
  const hasSeveral = taskFields[filter].filter === "multiple";
  const input = isNumeric ? z.string() : text(taskLimits.filterValue);
  const schema = input.superRefine((value, context) => {
    if (value === "" && !isNumeric) return; // does not filter
    if ((hasSeveral ? value.split(",") : [value]).every(isValid)) return;
    context.addIssue(options ? { code: "invalid_value", values: [...options] } : { code: "custom" });
  });
  return schema.optional().meta({
    ...(isNumeric && !hasSeveral && { type: "integer" }),
    ...(hasSeveral && { description: "Comma-separated values. Defaults to all values." }),
  });
}

export const taskActions = ["run", "stop", "enable", "disable", "pin", "unpin", "mute", "unmute"] as const;
export type TaskAction = (typeof taskActions)[number];

/** Body of `POST /api/tasks/reschedule`. */
export const taskScheduleChanges = z.strictObject({
  changes: z.array(z.strictObject({
    id,
    before: schedules.meta({ description: "The current schedules; others are not replaced" }),
    after: schedules,
  })).min(1).max(1000),
}).meta({ id: "TaskScheduleChanges" });
export type TaskScheduleChanges = z.infer<typeof taskScheduleChanges>;

/**
 * Body of `POST /api/tasks/run`: values of parameters, and arguments and variables for the script in addition to those of
 * its command.
 */
export const taskRunBody = z.strictObject({
  ...idsBody.shape,
  arguments: z.array(withoutNul(10_000)).max(50).optional().meta({
    description:
      "Arguments to append to those of a script; a shell command receives them as `$1`, `$2` and so on",
  }),
  variables: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/).max(200), withoutNul(131_072)).optional(),
  parameters: parameterValues.optional(),
}).meta({ id: "TaskRunBody" });
export type TaskRunBody = z.infer<typeof taskRunBody>;

/** Response of `POST /api/tasks/run`. */
export const taskRunResult = z.object({
  results: z.array(
    batchResult.shape.results.element.extend({
      runId: id.optional().meta({ description: "ID of the new run; absent if the task was not run" }),
    }),
  ),
});
export type TaskRunResult = z.infer<typeof taskRunResult>;

function withoutNul(max: number) {
  // deno-lint-ignore no-control-regex -- the one character that no argument can hold
  return z.string().max(max).regex(/^[^\u0000]*$/);
}

export const labelChange = z.strictObject({ add: labels.default([]), remove: labels.default([]) });
export type LabelChange = z.infer<typeof labelChange>;

/** Body of `POST /api/tasks/labels`. */
export const taskLabelsBody = z.strictObject({ ...idsBody.shape, ...labelChange.shape }).meta({
  id: "TaskLabelsBody",
});

/** Response of `GET /api/tasks/labels`: all labels in use, by name. */
export const labelCounts = z.object({ items: z.array(z.object({ label: z.string(), tasks: z.int() })) });
export type LabelCounts = z.infer<typeof labelCounts>;

/** Response of `GET /api/tasks/counts`: the number of tasks in each built-in view, whatever a list filters by. */
export const taskCounts = z.object({
  all: z.int(),
  failing: z.int(),
  running: z.int(),
  disabled: z.int(),
  neverRun: z.int(),
}).meta({ id: "TaskCounts" });
export type TaskCounts = z.infer<typeof taskCounts>;
