import * as z from "zod";
import { taskLimits } from "./limits/tasks.ts";
import { runStates } from "./runs.ts";
import { id, instant, text } from "./shapes.ts";

/** Longest period of a timeline, in days. */
export const maxTimelineDays = 2;
/** How many tasks are listed. */
export const maxTimelineTasks = 20_000;
/** How many tasks a request of bars names. */
const MAX_TASKS = 100;

const period = {
  from: z.iso.datetime({ offset: true }),
  to: z.iso.datetime({ offset: true }),
};

export const timelineTasksQuery = z.strictObject({
  ...period,
  label: text(taskLimits.labelLength).optional().meta({ description: "Only tasks with this label" }),
});
export type TimelineTasksQuery = z.infer<typeof timelineTasksQuery>;

const counts = {
  due: z.int().meta({ description: "Due times to come, and runs that wait" }),
  succeeded: z.int(),
  failed: z.int(),
  skipped: z.int(),
  running: z.int(),
};

export const timelineTask = z.object({
  taskId: id.nullable().meta({ description: "Null if the task does not exist any more" }),
  name: z.string(),
  ...counts,
});
export type TimelineTask = z.infer<typeof timelineTask>;

function readIds(list: string): number[] {
  return list.split(",").map((id) => /^\d{1,15}$/.test(id) ? Number(id) : NaN);
}

/** Response of `GET /api/occurrences/tasks`. */
export const timelineTasks = z.object({
  items: z.array(timelineTask),
  isComplete: z.boolean().meta({ description: `At most ${maxTimelineTasks} tasks are listed` }),
}).meta({ id: "TimelineTasks" });
export type TimelineTasks = z.infer<typeof timelineTasks>;

export const timelineBarsQuery = z.strictObject({
  ...period,
  taskIds: z.string().max(2_000).transform(readIds)
    .pipe(z.array(z.number().int().min(0)).min(1).max(MAX_TASKS)).meta({
      type: "string",
      description:
        `Ids of at most ${MAX_TASKS} tasks, separated by commas; 0 for the runs of tasks that do not exist any more`,
    }),
});
export type TimelineBarsQuery = z.infer<typeof timelineBarsQuery>;

export const timelineBar = z.object({
  taskId: id.nullable(),
  name: z.string(),
  at: instant.meta({
    description: "Time at which it was due or requested, or will be due; of several, the first",
  }),
  until: instant.meta({
    description: "End of it; of several, of the last; of a run that has not ended, now",
  }),
  runId: id.nullable().meta({ description: "Null for a due time to come, and for several" }),
  state: z.enum(runStates).nullable(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  counts: z.object(counts).nullable().meta({
    description: "How many there are of each kind, where a task has too many for bars of their own",
  }),
});
export type TimelineBar = z.infer<typeof timelineBar>;

/** Response of `GET /api/occurrences/bars`. */
export const timelineBars = z.object({ items: z.array(timelineBar) }).meta({ id: "TimelineBars" });
export type TimelineBars = z.infer<typeof timelineBars>;
