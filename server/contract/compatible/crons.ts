// Tasks as clients of the compatible API know them: numbers for states, seconds for times, one rule with extra rules.
import * as z from "zod";
import { bit, entityId, ids, labelList, number, optionalText } from "./envelope.ts";

/** Numbers of states: of a task, and in filters also 2 for disabled. */
export const cronStatus = { running: 0, idle: 1, disabled: 2, queued: 3 } as const;

export const cron = z.object({
  id: z.int(),
  name: z.string(),
  command: z.string(),
  schedule: z.string().meta({
    description:
      "The first rule; `@once` alone for a task that only runs on request, `@boot` for one that runs at the start",
  }),
  extra_schedules: z.array(z.object({ schedule: z.string() })).nullable(),
  timestamp: z.string(),
  saved: z.boolean(),
  status: z.int().meta({
    description: "0 running, 1 idle, 3 queued; `isDisabled` says whether it is disabled",
  }),
  isDisabled: bit,
  isPinned: bit,
  isSystem: bit,
  pid: z.int().nullable(),
  log_path: z.string().meta({
    description: "Log of the newest run, below the logs folder; empty if there is none",
  }),
  log_name: z.string().nullable(),
  labels: z.array(z.string()),
  last_running_time: z.int().meta({ description: "Duration of the last run in seconds" }),
  last_execution_time: z.int().meta({ description: "Start of the last run, Unix time in seconds" }),
  sub_id: z.int().nullable(),
  task_before: z.string().nullable(),
  task_after: z.string().nullable(),
  allow_multiple_instances: bit,
  work_dir: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
}).meta({ id: "CompatibleCron" });
export type Cron = z.infer<typeof cron>;

const settable = {
  name: optionalText,
  command: z.string().min(1),
  schedule: z.string().min(1),
  extra_schedules: z.array(z.looseObject({ schedule: z.string().min(1) })).nullish(),
  labels: labelList,
  sub_id: number.nullish().meta({ description: "Ignored: only a pull adds tasks to a subscription" }),
  task_before: optionalText,
  task_after: optionalText,
  log_name: optionalText,
  allow_multiple_instances: z.union([number, z.null()]).optional(),
  work_dir: optionalText,
};

/** Body of `POST /crons`. */
export const cronInput = z.strictObject(settable).meta({ id: "CompatibleCronInput" });
export type CronInput = z.infer<typeof cronInput>;
/** Body of `PUT /crons`; omitted fields stay unchanged. */
export const cronUpdate = z.strictObject({ ...settable, id: entityId }).meta({ id: "CompatibleCronUpdate" });
export type CronUpdate = z.infer<typeof cronUpdate>;

/** A query parameter that holds JSON; an empty one counts as missing. */
function jsonText<T extends z.ZodType>(schema: T) {
  return z.string().optional().transform((text, context): z.output<T> | null => {
    if (text === undefined || text.trim() === "") return null;
    const parsed = schema.safeParse(parse(text));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: "custom" });
    return z.NEVER;
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const scalar = z.union([z.string(), z.number()]);

export const cronFilter = z.looseObject({
  property: z.string(),
  operation: z.string(),
  value: z.union([scalar, z.array(scalar)]).nullish(),
});
export type CronFilter = z.infer<typeof cronFilter>;
export const cronSort = z.looseObject({ property: z.string(), type: z.string() });
export type CronSort = z.infer<typeof cronSort>;

const viewQuery = z.looseObject({
  filters: z.array(cronFilter).nullish(),
  sorts: z.array(cronSort).nullish(),
  filterRelation: z.string().nullish(),
});

/** Query of `GET /crons`. Without `page` and `size`, or with 0, the response has all tasks. */
export const cronsQuery = z.looseObject({
  searchValue: z.string().optional().meta({
    description:
      "Text to search for in all fields, or in one: `name:`, `command:`, `schedule:` or `label:` before it",
  }),
  page: z.string().optional(),
  size: z.string().optional(),
  sorter: jsonText(z.looseObject({ field: z.string().nullish(), type: z.string().nullish() })).meta({
    description: '`{"field": "name", "type": "ASC"}`',
  }),
  filters: jsonText(z.record(z.string(), z.array(scalar).nullable())).meta({
    description: '`{"status": [0, 3], "sub_id": [5]}`',
  }),
  queryString: jsonText(viewQuery).meta({
    description: "Filters and sort order of a view: `{filters, sorts, filterRelation}`",
  }),
});
export type CronsQuery = z.infer<typeof cronsQuery>;

export const cronPage = z.object({ data: z.array(cron), total: z.int() });
export const cronDetailQuery = z.looseObject({ log_path: z.string().optional() });

/** Body of `POST` and `DELETE /crons/labels`. */
export const cronLabels = z.strictObject({ ids, labels: z.array(z.string()).min(1) });

/** Body of `PUT /crons/status`, with which old shell scripts report runs. */
export const cronReport = z.looseObject({ ids: z.array(z.unknown()) });

/** Response of `GET /crons/{id}/log`. */
export const cronLog = z.object({
  code: z.literal(200),
  data: z.string(),
  logStatus: z.enum(["running", "completed", "ignored", "notFound", "empty"]),
}).meta({ id: "CompatibleCronLog" });
export type CronLog = z.infer<typeof cronLog>;

export const cronLogFile = z.object({
  filename: z.string(),
  directory: z.string(),
  time: z.number().meta({ description: "Milliseconds since 1970" }),
});

/** Numbers of the states of a run. */
export const instanceStatus = { running: 0, finished: 1, stopped: 2, error: 3 } as const;

export const cronInstance = z.object({
  id: z.int(),
  cron_id: z.int(),
  pid: z.int().nullable(),
  log_path: z.string(),
  started_at: z.int(),
  finished_at: z.int().nullable(),
  status: z.int().meta({ description: "0 running, 1 finished, 2 stopped, 3 failed" }),
  exit_code: z.int().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
}).meta({ id: "CompatibleInstance" });
export type CronInstance = z.infer<typeof cronInstance>;
