import * as z from "zod";
import { id, instant } from "./shapes.ts";
import { timeRemark } from "./time_remarks.ts";
import { linkReasons } from "./flows.ts";
import { run, runStates, skipReasons } from "./runs.ts";

/** Query of `GET /api/tasks/{id}/upcoming`. */
export const upcomingQuery = z.strictObject({ count: z.coerce.number().int().min(1).max(100).default(10) });

/**
 * Response of `GET /api/tasks/{id}/upcoming`: next due times in the task's zone, with what a clock change or its calendar does to them.
 */
export const upcoming = z.object({
  timeZone: z.string(),
  times: z.array(z.object({
    at: instant,
    remark: timeRemark.nullable(),
  })),
}).meta({ id: "Upcoming" });
export type Upcoming = z.infer<typeof upcoming>;

/** Query of `GET /api/tasks/{id}/why`. */
export const whyQuery = z.strictObject({ at: z.iso.datetime({ offset: true }).optional() });

/** What the run history says about an instant. */
export const whyResults = [
  "ran",
  "waiting",
  "running",
  ...skipReasons.map((reason) => `skipped_${reason}` as const),
  "waiting_for_approval",
  "cancelled",
  "not_due",
  "not_scheduled",
  "disabled",
  "in_future",
  "before_task",
  "changed_since",
  "forgotten",
  "nothing_missed",
  "not_followed",
  "no_upstream_ended",
] as const;
export type WhyResult = (typeof whyResults)[number];

/**
 * Response of `GET /api/tasks/{id}/why`: why the task ran or did not at an instant; without one, at the last due time
 * that was not run.
 */
export const why = z.object({
  at: instant.nullable().meta({
    description:
      "Time that the answer refers to: a due time, or when a trigger fired, if there is one, or else the requested time; null if there is neither",
  }),
  answer: z.enum(whyResults),
  run: run.nullable().meta({ description: "Run or skipped run recorded for that time" }),
  blockedBy: z.object({
    id,
    state: z.enum(runStates),
    startedAt: instant.nullable(),
    finishedAt: instant.nullable(),
  })
    .nullable(),
  window: z.object({ id, name: z.string(), createdBy: z.string().nullable() }).nullable().meta({
    description: "Maintenance window that held or skipped it",
  }),
  flowRunId: id.nullable().meta({
    description: "Flow run in which it was not started, or waits for the tasks before it",
  }),
  causes: z.array(z.object({
    taskId: id,
    taskName: z.string().nullable().meta({ description: "Null if it was deleted" }),
    reason: z.enum(linkReasons),
    run: z.object({ id, state: z.enum(runStates), finishedAt: instant.nullable() }).nullable(),
  })).meta({
    description:
      "What kept it from starting after others: each is caused by the next one, and the last is the first cause. It ends before a task that the caller may not see.",
  }),
  since: instant.nullable().meta({
    description: "Time when the schedule, time zone or enabled state of the task last changed",
  }),
  previousDueAt: instant.nullable().meta({
    description: "Last due time before `at` in the current schedule; null if there is none",
  }),
  nextDueAt: instant.nullable().meta({
    description: "First due time after `at` in the current schedule; null if there is none",
  }),
}).meta({ id: "Why" });
export type Why = z.infer<typeof why>;

/** Query of `GET /api/tasks/{id}/statistics`. */
export const statisticsQuery = z.strictObject({ days: z.coerce.number().int().min(1).max(366).default(30) });

const outcomeCounts = z.partialRecord(z.enum(runStates), z.int()).meta({
  description: "Number of finished runs by state; due times that were skipped together count as one",
});

/** Response of `GET /api/tasks/{id}/statistics`, in local time of the task's zone. */
export const statistics = z.object({
  timeZone: z.string(),
  from: instant,
  counts: outcomeCounts,
  durationMs: z.object({ median: z.int().nullable(), p95: z.int().nullable(), max: z.int().nullable() }),
  days: z.array(z.object({ day: z.string(), counts: outcomeCounts, medianMs: z.int().nullable() })),
  hours: z.array(z.object({ weekday: z.int(), hour: z.int(), counts: outcomeCounts })).meta({
    description: "Counts for each hour of the week; weekday 1 is Monday",
  }),
  trend: z.object({
    intervalMs: z.int().meta({ description: "Length of each interval by the wall clock" }),
    points: z.array(z.object({ at: instant, runs: z.int(), medianMs: z.int(), p95Ms: z.int() })),
  }).meta({
    description: "Durations of each interval of the period in which runs ended, with its start; oldest first",
  }),
  changes: z.array(z.object({ at: instant, what: z.enum(["command", "schedule", "script"]) })).meta({
    description:
      "When the command, the schedule or the script of the task changed in the period, oldest first; at most 500",
  }),
}).meta({ id: "TaskStatistics" });
export type TaskStatistics = z.infer<typeof statistics>;
