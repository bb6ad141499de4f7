import * as z from "zod";
import { diskRooms } from "./health.ts";
import { overdueReasons, runFailure } from "./runs.ts";
import { id, instant } from "./shapes.ts";

/** Runs that ended in one hour, by how they went. */
export const pastHour = z.object({
  at: instant.meta({ description: "Start of the hour" }),
  succeeded: z.int(),
  failed: z.int().meta({ description: "Failed, timed out or interrupted" }),
  other: z.int().meta({ description: "Stopped or skipped" }),
});

/** How runs that ended in one hour used the slots. */
export const hourOfUse = z.object({
  at: instant.meta({ description: "Start of the hour" }),
  busyMs: z.int().meta({ description: "Total run time" }),
  waited: z.int().meta({ description: "Runs that waited more than a second for a slot" }),
});

export const plannedHour = z.object({
  at: instant.meta({ description: "Start of the hour" }),
  runs: z.int().meta({ description: "Due times of enabled tasks" }),
  loadMs: z.int().meta({
    description: "Expected total run time: each run as long as the last one of its task",
  }),
});
export type PlannedHour = z.infer<typeof plannedHour>;

/** Response of `GET /api/overview/week`. */
export const weekLoad = z.object({
  past: z.array(pastHour).meta({ description: "Runs of tasks in the last 7 days, by hour" }),
  upcomingLoad: z.array(plannedHour).meta({
    description: "The next 7 days by hour; the first entry is the rest of the current hour",
  }),
});
export type WeekLoad = z.infer<typeof weekLoad>;

/** Query of `GET /api/overview/tasks`. */
export const busiestQuery = z.strictObject({
  from: instant.meta({ description: "Start of the period" }),
  hours: z.coerce.number().int().min(1).max(24).default(1).meta({ description: "Length of the period" }),
});

/** Response of `GET /api/overview/tasks`. */
export const busiestTasks = z.object({
  items: z.array(z.object({
    taskId: id.nullable().meta({ description: "Null if the task was deleted" }),
    name: z.string(),
    succeeded: z.int(),
    failed: z.int().meta({ description: "Failed, timed out or interrupted" }),
    other: z.int().meta({ description: "Stopped or skipped" }),
    planned: z.int().meta({ description: "Due times that are still to come" }),
  })).meta({ description: "At most 5: those with the most failures first, then those with the most runs" }),
  total: z.int().meta({ description: "Number of tasks that ran or are due in the period" }),
});
export type BusiestTasks = z.infer<typeof busiestTasks>;

/** Whether a run of a task on demand can or must be given values. */
const runParameters = z.enum(["none", "optional", "required"]).meta({
  description:
    "What a run on demand can be given: `required` if a parameter needs a value, because it has no default; " +
    "`optional` if the task has other parameters",
});

/** A suggested change of a task's schedules. */
export const scheduleChange = z.object({
  taskId: id,
  name: z.string(),
  before: z.array(z.string()),
  after: z.array(z.string()),
});
export type ScheduleChange = z.infer<typeof scheduleChange>;

/** Response of `GET /api/overview/crowded`. */
export const crowdedMinutes = z.object({
  slots: z.int().meta({ description: "The limit of concurrent runs" }),
  minutes: z.array(z.object({
    at: instant.meta({ description: "Start of the minute" }),
    runs: z.int().meta({ description: "Runs due in it" }),
  })).meta({
    description: "Minutes of the next 24 hours in which runs are expected to wait more than 30 seconds for " +
      "a slot, by the duration of the last run of each task; at most 100",
  }),
  changes: z.array(scheduleChange).meta({
    description: "Schedules to change so that fewer runs wait, at most 200; none was changed yet",
  }),
  most: z.object({ before: z.int(), after: z.int() }).meta({
    description: "The most runs due in one minute, now and with the changes",
  }),
});
export type CrowdedMinutes = z.infer<typeof crowdedMinutes>;

/** Why nothing has run for a due time. */
/** Response of `GET /api/overview`. */
export const overview = z.object({
  at: instant.meta({ description: "When the panel answered" }),
  figures: z.object({
    running: z.int().meta({ description: "Runs that occupy a slot" }),
    slots: z.int().meta({ description: "The limit of concurrent runs" }),
    waiting: z.int().meta({ description: "Runs in the queue" }),
    failing: z.int().meta({
      description: "Enabled tasks whose last run failed, timed out or was interrupted",
    }),
    successRate7d: z.number().nullable().meta({
      description:
        "Share of succeeded runs of tasks in the last 7 days, from 0 to 1, without stopped and skipped " +
        "ones; null without runs",
    }),
    nextRunAt: instant.nullable().meta({ description: "The next due time of all tasks" }),
  }),
  past: z.array(pastHour).meta({
    description: "Runs of tasks in the last 24 hours, including the current one",
  }),
  slotUse: z.array(hourOfUse).meta({ description: "Runs of tasks in the last 24 hours, as in `past`" }),
  upcomingLoad: z.array(plannedHour).meta({
    description: "The next 24 hours; the first entry is the rest of the current hour",
  }),
  failing: z.array(z.object({
    ...runFailure.shape,
    taskId: id,
    name: z.string(),
    parameters: runParameters,
    streak: z.int().meta({ description: "Failed runs in a row, at most 100" }),
    runId: id.meta({ description: "The last failed run" }),
    startedAt: instant.nullable().meta({ description: "When that run started; null if it never did" }),
    muted: z.boolean().meta({ description: "Whether it causes no notifications until a run succeeds" }),
  })).meta({
    description:
      "At most 10: muted ones last, those that failed most often in a row first, then the latest failure",
  }),
  overdue: z.array(z.object({
    taskId: id,
    name: z.string(),
    parameters: runParameters,
    dueAt: instant.meta({ description: "The first due time since its last run for which nothing has run" }),
    reason: z.enum(overdueReasons).meta({
      description: "`waiting`: for a slot or its node; otherwise why its last due time was skipped",
    }),
  })).meta({
    description:
      "Enabled tasks that should have run more than a minute ago and did not, since their schedule last changed: those " +
      "due first, at most 100",
  }),
  slower: z.array(z.object({
    taskId: id,
    name: z.string(),
    since: instant.meta({ description: "Start of the first of the runs that all took longer than usual" }),
    medianMs: z.int().meta({ description: "How long it usually takes, see `usualMs` of `GET /api/runs`" }),
    lastMs: z.int().meta({ description: "How long its last run took" }),
    runId: id.meta({ description: "That run" }),
  })).meta({
    description:
      "Enabled tasks whose last run succeeded but took at least twice as long as usual, and at least one second longer: " +
      "those with the largest factor first, at most 100",
  }),
  running: z.array(z.object({
    runId: id,
    taskId: id,
    name: z.string(),
    parameters: runParameters,
    startedAt: instant.nullable(),
    medianMs: z.int().nullable().meta({ description: "Median duration of the last 20 runs that succeeded" }),
  })).meta({ description: "Runs of tasks, the longest first" }),
  next: z.array(z.object({ taskId: id, name: z.string(), at: instant })).meta({
    description: "The next 10 tasks to run",
  }),
  health: z.object({
    diskFreeBytes: z.int().nullable().meta({ description: "Null if the disk cannot be measured" }),
    diskTotalBytes: z.int().nullable(),
    diskRoom: z.enum(diskRooms).nullable().meta({
      description: "`low`: the disk is nearly full; `full`: changes are rejected; null like `diskFreeBytes`",
    }),
    logsBytes: z.int().nullable().meta({ description: "Size of all logs, measured at most once a minute" }),
    logsComplete: z.boolean().meta({ description: "Whether all logs have been counted for `logsBytes`" }),
    lastBackupAt: instant.nullable().meta({ description: "Newest backup that a test restore has verified" }),
    notifications: z.boolean().meta({ description: "Whether a notification channel is enabled" }),
    failingChannels: z.int().meta({ description: "Enabled channels whose last delivery failed" }),
    lastDeliveredAt: instant.nullable().meta({ description: "When a notification was last delivered" }),
    update: z.string().nullable().meta({
      description: "The newer version that the last check found; null if there is none",
    }),
  }),
}).meta({ id: "Overview" });
export type Overview = z.infer<typeof overview>;
