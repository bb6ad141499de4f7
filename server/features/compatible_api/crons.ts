import * as z from "zod";
import {
  cron,
  cronDetailQuery,
  cronInput,
  cronInstance,
  cronLabels,
  cronLog,
  cronLogFile,
  cronPage,
  cronReport,
  cronsQuery,
  cronUpdate,
} from "../../contract/compatible/crons.ts";
import { envelope, EnvelopeError, ids } from "../../contract/compatible/envelope.ts";
import { idParams } from "../../contract/shapes.ts";
import { AppError } from "../../contract/app_error.ts";
import { compatibleMessages } from "../../contract/messages/compatible_messages.ts";
import { parse } from "../../contract/parsed.ts";
import { crontabImportBody } from "../../contract/crontab_import.ts";
import { labelChange, type TaskAction, taskInput, taskPatch } from "../../contract/tasks.ts";
import type { Base } from "../../engine/base.ts";
import { type Caller, hasScope, requesterOf, type Route, route } from "../../http/route.ts";
import type { Runs } from "../runs/service.ts";
import type { CrontabImport } from "../tasks/import/crontab_import.ts";
import type { Tasks } from "../tasks/service.ts";
import { oldNameOf, toInstance, toTaskInput, toTaskPatch } from "./cron_shape.ts";
import { batchDone, doneResults, labelNameOf, ofEntity, success, withFieldNames } from "./envelope.ts";
import { listCrons, withRuns } from "./list_crons.ts";
import { directoryOf, readLog } from "./read_log.ts";

export interface CronRouteOptions extends Pick<Base, "language"> {
  tasks: Tasks;
  runs: Runs;
  crontab: CrontabImport;
  /** Directory of all logs. */
  logsFolder: string;
  /** Returns the name under which a deletion is recorded. */
  nameOf(caller: Caller): Promise<string | null>;
}

/** Runs of one task that are listed at most. */
const MAX_INSTANCES = 500;

const optionalCronResults = {
  200: { description: "The task", schema: envelope(cron).partial({ data: true }) },
};
const cronResults = { 200: { description: "The task", schema: envelope(cron) } };

export function cronRoutes(options: CronRouteOptions): Route[] {
  return [...listRoutes(options), ...batchRoutes(options), ...runRoutes(options)];
}

function listRoutes(options: CronRouteOptions): Route[] {
  const { tasks, runs, logsFolder } = options;
  const single = async (id: number) => {
    const [current] = await withRuns(runs, [await tasks.get(id)]);
    return success(current);
  };
  return [
    route("get", "/crons", {
      access: "tasks:read",
      summary: "Lists tasks",
      query: cronsQuery,
      results: { 200: { description: "The tasks", schema: envelope(cronPage) } },
      handle: async ({ query }) => success(await listCrons(options, query)),
    }),
    route("post", "/crons", {
      access: "tasks:write",
      auditAs: "tasks.create",
      summary: "Creates a task",
      body: cronInput,
      results: cronResults,
      handle: async ({ body }) => {
        const created = await withFieldNames(oldNameOf, async () => {
          const input = parse(taskInput, toTaskInput(body, logsFolder));
          await refuseTwin(tasks, input, null);
          return await tasks.create(input);
        });
        return single(created.id);
      },
    }),
    route("put", "/crons", {
      access: "tasks:write",
      auditAs: "tasks.update",
      summary: "Updates a task; fields that are not sent stay unchanged",
      body: cronUpdate,
      results: cronResults,
      handle: async ({ body }) => {
        const before = await ofEntity("Cron", body.id, tasks.get(body.id));
        await withFieldNames(oldNameOf, async () => {
          const patch = parse(taskPatch, toTaskPatch(body, before, logsFolder));
          if (Object.keys(patch).length === 0) return;
          const { name = before.name, command = before.command, schedules = before.schedules } = patch;
          await refuseTwin(tasks, { name, command, schedules }, body.id);
          await ofEntity("Cron", body.id, tasks.update(body.id, patch, null));
        });
        return await single(body.id);
      },
    }),
    route("delete", "/crons", {
      access: "tasks:write",
      auditAs: "tasks.remove",
      whileReadOnly: "allowed",
      summary: "Moves tasks to the trash; running and queued runs are stopped first",
      body: ids,
      results: doneResults,
      handle: async ({ body, caller }) =>
        batchDone(await tasks.removeSeveral(body, { cause: "user", by: await options.nameOf(caller) })),
    }),
    route("get", "/crons/detail", {
      access: "tasks:read",
      summary: "Returns the task that a log belongs to; without `data` if there is none",
      query: cronDetailQuery,
      results: optionalCronResults,
      handle: async ({ query }) => {
        const run = query.log_path ? await runs.findByLog(query.log_path) : null;
        return run?.taskId ? await single(run.taskId) : success();
      },
    }),
    route("get", "/crons/import", {
      access: "tasks:write",
      audit: true,
      auditAs: "tasks.import",
      summary: "Imports the crontab of the user that the panel runs as; only for applications",
      results: doneResults,
      handle: async ({ caller }) => {
        // Another site could make a browser send this with the cookie of a user.
        if (caller.kind === "person") throw new AppError("method_not_allowed", { method: "GET" });
        await options.crontab.import(
          parse(crontabImportBody, { source: "system", dryRun: false }),
          options.language(),
        );
        return success();
      },
    }),
    route("get", "/crons/{id}", {
      access: "tasks:read",
      summary: "Returns one task",
      results: cronResults,
      handle: async ({ params }) => await ofEntity("Cron", params.id, single(params.id)),
    }),
  ];
}

// Programs that add their tasks at each start rely on the rejection of one that exists.
async function refuseTwin(
  tasks: Tasks,
  task: Parameters<Tasks["hasTwin"]>[0],
  id: number | null,
): Promise<void> {
  if (!await tasks.hasTwin(task, id)) return;
  throw new AppError("validation_failed", { count: 1 }, [
    { path: "name", code: "name_taken", params: { value: task.name } },
  ]);
}

const actionSummaries = {
  run: "Runs tasks now; a task that is already running is not started again unless it allows parallel runs",
  stop: "Stops all runs of tasks and removes them from the queue",
  enable: "Enables tasks",
  disable: "Disables tasks",
  pin: "Pins tasks to the top of the list",
  unpin: "Unpins tasks",
} as const satisfies Partial<Record<TaskAction, string>>;

function batchRoutes({ tasks }: CronRouteOptions): Route[] {
  const actions = Object.entries(actionSummaries) as [keyof typeof actionSummaries, string][]; // keys of a constant
  const labelRoute = (method: "post" | "delete") =>
    route(method, "/crons/labels", {
      access: "tasks:write",
      auditAs: "tasks.labels",
      summary: method === "post" ? "Adds labels to tasks" : "Removes labels from tasks",
      body: cronLabels,
      results: doneResults,
      handle: async ({ body: { ids, labels } }) => {
        const change = method === "post" ? { add: labels } : { remove: labels };
        const relabel = () => tasks.relabel(ids, parse(labelChange, change));
        return batchDone(await withFieldNames(labelNameOf, relabel));
      },
    });
  return [
    ...actions.map(([action, summary]) =>
      route("put", `/crons/${action}`, {
        access: "tasks:write",
        auditAs: `tasks.${action}`,
        ...(["run", "stop", "disable"].includes(action) && { whileReadOnly: "allowed" as const }),
        summary,
        body: ids,
        results: doneResults,
        handle: async ({ body, caller }) => batchDone(await tasks.action(action, body, requesterOf(caller))),
      })
    ),
    labelRoute("post"),
    labelRoute("delete"),
    route("put", "/crons/status", {
      access: "tasks:write",
      audit: false,
      summary:
        "Accepts what old shell scripts report about runs; changes nothing, because the panel records runs itself",
      body: cronReport,
      results: doneResults,
      handle: () => success(),
    }),
  ];
}

// The old panel had one permission for tasks and their logs. Whoever may write tasks can read logs through a command anyway;
// all others need the permission that our own API requires.
function checkLogAccess(caller: Caller): void {
  if (hasScope(caller, "tasks:write") || hasScope(caller, "logs:read")) return;
  throw new AppError("scope_missing", { scope: "logs:read" });
}

function runRoutes({ tasks, runs, language }: CronRouteOptions): Route[] {
  const runsOf = async (id: number) => {
    await ofEntity("Cron", id, tasks.get(id));
    return (await runs.list({ taskId: id, page: 1, pageSize: MAX_INSTANCES, countLimit: 1 })).items;
  };
  return [
    route("get", "/crons/{id}/log", {
      access: "tasks:read",
      summary:
        "Returns the log of the newest run as text, of a long one the end; without `tasks:write` also needs `logs:read`",
      results: { 200: { description: "The log and its state", schema: cronLog } },
      handle: async ({ params, caller }) => {
        checkLogAccess(caller);
        const task = await ofEntity("Cron", params.id, tasks.get(params.id));
        const log = await readLog(runs, task, compatibleMessages[language()]);
        return { body: { code: 200, ...log } };
      },
    }),
    route("get", "/crons/{id}/logs", {
      access: "tasks:read",
      summary: "Lists the log files of a task, newest first",
      results: { 200: { description: "The files", schema: envelope(z.array(cronLogFile)) } },
      handle: async ({ params }) => {
        const files = (await runsOf(params.id)).flatMap(({ logPath, startedAt }) => {
          if (logPath === null || startedAt === null) return [];
          return { ...directoryOf(logPath), time: Date.parse(startedAt) };
        });
        return success(files);
      },
    }),
    route("get", "/crons/{id}/instances", {
      access: "tasks:read",
      summary: `Lists the newest ${MAX_INSTANCES} runs of a task that started`,
      results: { 200: { description: "The runs", schema: envelope(z.array(cronInstance)) } },
      handle: async ({ params }) =>
        success((await runsOf(params.id)).flatMap((run) => toInstance(run, params.id) ?? [])),
    }),
    route("post", "/crons/{id}/instances/{instanceId}/stop", {
      access: "tasks:write",
      auditAs: "runs.stop",
      whileReadOnly: "allowed",
      summary: "Stops one run of a task",
      params: idParams.extend({ instanceId: idParams.shape.id }),
      results: doneResults,
      handle: async ({ params }) => {
        const messages = compatibleMessages[language()];
        const [run] = await runs.getSeveral([params.instanceId]);
        if (run?.taskId !== params.id || run.finishedAt !== null) {
          throw new EnvelopeError(400, messages.instanceNotRunning);
        }
        await runs.stop(run.id);
        return { body: { code: 200, message: messages.instanceStopped } };
      },
    }),
  ];
}
