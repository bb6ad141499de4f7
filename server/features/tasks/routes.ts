import {
  batchResponse,
  type Caller,
  type PerCaller,
  requesterOf,
  type Route,
  route,
  versioned,
} from "../../http/route.ts";
import { parse } from "../../contract/parsed.ts";
import { formatFieldError } from "../../contract/messages/format.ts";
import { bulkResult, bulkUpdateBody, spreadBody } from "../../contract/bulk_changes.ts";
import { batchResult, idsBody, listOf } from "../../contract/shapes.ts";
import {
  labelChange,
  labelCounts,
  task,
  taskActions,
  taskCounts,
  taskDetail,
  taskInput,
  taskLabelsBody,
  taskListQuery,
  taskPatch,
  taskRunBody,
  taskRunResult,
  taskScheduleChanges,
} from "../../contract/tasks.ts";
import type { View } from "../../contract/views.ts";
import { readRunRequest } from "./run_request.ts";
import type { Tasks } from "./service.ts";
import { byUser } from "./trash_store.ts";

/** Variables of 1 MiB plus their JSON overhead. */
const RUN_BODY_BYTES = 4 * 1024 * 1024;

const actionSummaries = {
  stop: "Stops all runs of tasks and removes them from the queue",
  enable: "Enables tasks; they run on schedule",
  disable: "Disables tasks; they no longer run on schedule",
  pin: "Pins tasks to the top of the list",
  unpin: "Unpins tasks",
  mute: "Mutes tasks: they cause no notifications until a run succeeds",
  unmute: "Unmutes tasks",
} as const;

/** Looks up the views that can filter a list. */
export interface ViewFinder {
  /** Throws `validation_failed` if the view does not exist. */
  forList(id: number): Promise<View>;
}

export interface TaskRouteOptions {
  tasks: PerCaller<Tasks>;
  views: PerCaller<ViewFinder>;
  /** Returns the name under which a deletion is recorded. */
  nameOf(caller: Caller): Promise<string | null>;
}

/** Returns the routes of `/api/tasks`, except those of the trash. */
export function taskRoutes({ tasks, views, nameOf }: TaskRouteOptions): Route[] {
  return [
    route("get", "/tasks", {
      access: "tasks:read",
      byLabels: true,
      summary: "Lists tasks, pinned ones first; a search without `sort` lists the best matches first",
      query: taskListQuery,
      results: { 200: { description: "One page of tasks", schema: listOf(task) } },
      handle: async ({ caller, query }) => {
        const view = query.viewId === undefined ? null : await views(caller).forList(query.viewId);
        return { body: await tasks(caller).list(query, view) };
      },
    }),
    route("get", "/tasks/labels", {
      access: "tasks:read",
      byLabels: true,
      summary: "Lists labels with the number of tasks that have each",
      results: { 200: { description: "The labels, by name", schema: labelCounts } },
      handle: async ({ caller }) => ({ body: await tasks(caller).labels() }),
    }),
    route("get", "/tasks/counts", {
      access: "tasks:read",
      byLabels: true,
      summary: "Counts all tasks and those of each built-in view",
      results: { 200: { description: "The number of tasks", schema: taskCounts } },
      handle: async ({ caller }) => ({ body: await tasks(caller).counts() }),
    }),
    route("post", "/tasks/labels", {
      access: "tasks:write",
      byLabels: true,
      summary: "Adds labels to tasks and removes labels from them",
      body: taskLabelsBody,
      results: { 200: { description: "One result per item", schema: batchResult } },
      handle: async ({ caller, body: { ids, ...change }, language }) =>
        batchResponse(await tasks(caller).relabel(ids, parse(labelChange, change)), language),
    }),
    route("post", "/tasks/run", {
      access: "tasks:run",
      byLabels: true,
      // With these, a command can be made to run another program.
      writeAccess: {
        scope: "tasks:write",
        applies: (body) => body.arguments !== undefined || body.variables !== undefined,
      },
      whileReadOnly: "allowed",
      summary: "Runs tasks now, optionally with values of parameters, arguments and variables",
      body: taskRunBody,
      bodyLimit: RUN_BODY_BYTES,
      results: { 200: { description: "One result per item", schema: taskRunResult } },
      handle: async ({ body, caller, language }) =>
        batchResponse(
          await tasks(caller).runSeveral(body.ids, requesterOf(caller), {
            ...readRunRequest(body),
            parameters: body.parameters ?? {},
          }),
          language,
          formatFieldError,
        ),
    }),
    route("post", "/tasks", {
      access: "tasks:write",
      byLabels: true,
      summary: "Creates a task",
      body: taskInput,
      results: { 201: { description: "The task", schema: taskDetail } },
      handle: async ({ caller, body }) => versioned(await tasks(caller).create(body), 201),
    }),
    route("delete", "/tasks", {
      access: "tasks:write",
      byLabels: true,
      whileReadOnly: "allowed",
      summary: "Moves tasks to the trash; running and queued runs are stopped first",
      body: idsBody,
      results: { 200: { description: "One result per item", schema: batchResult } },
      handle: async ({ body, caller, language }) =>
        batchResponse(await tasks(caller).removeSeveral(body.ids, byUser(await nameOf(caller))), language),
    }),
    route("post", "/tasks/update", {
      access: "tasks:write",
      byLabels: true,
      audit: ({ dryRun }) => !dryRun,
      summary: "Sets fields of tasks, or with `dryRun` returns what would be changed",
      body: bulkUpdateBody,
      results: { 200: { description: "One result per item", schema: bulkResult } },
      handle: async ({ caller, body, language }) =>
        batchResponse(await tasks(caller).updateSeveral(body), language),
    }),
    route("post", "/tasks/spread", {
      access: "tasks:write",
      byLabels: true,
      audit: ({ dryRun }) => !dryRun,
      summary: "Moves tasks with one time of day apart, in the order of the ids",
      body: spreadBody,
      results: { 200: { description: "One result per item", schema: bulkResult } },
      handle: async ({ caller, body, language }) => batchResponse(await tasks(caller).spread(body), language),
    }),
    route("post", "/tasks/reschedule", {
      access: "tasks:write",
      byLabels: true,
      summary: "Changes the schedules of tasks, of each only if it has the stated ones",
      body: taskScheduleChanges,
      results: { 200: { description: "One result per item", schema: batchResult } },
      handle: async ({ caller, body, language }) =>
        batchResponse(await tasks(caller).reschedule(body), language),
    }),
    ...taskActions.filter((action) => action !== "run").map((action) =>
      route("post", `/tasks/${action}`, {
        access: action === "pin" || action === "unpin" ? "tasks:write" : "tasks:run",
        byLabels: true,
        ...((action === "stop" || action === "disable") && { whileReadOnly: "allowed" as const }),
        summary: actionSummaries[action],
        body: idsBody,
        results: { 200: { description: "One result per item", schema: batchResult } },
        handle: async ({ body, caller, language }) =>
          batchResponse(await tasks(caller).action(action, body.ids, requesterOf(caller)), language),
      })
    ),
    route("get", "/tasks/{id}", {
      access: "tasks:read",
      byLabels: true,
      summary: "Returns one task",
      results: { 200: { description: "The task", schema: taskDetail } },
      handle: async ({ caller, params }) => versioned(await tasks(caller).get(params.id)),
    }),
    route("patch", "/tasks/{id}", {
      access: "tasks:write",
      byLabels: true,
      summary: "Updates fields of a task; a new schedule applies immediately",
      body: taskPatch,
      results: { 200: { description: "The updated task", schema: taskDetail } },
      handle: async ({ caller, params, body, ifMatch }) =>
        versioned(await tasks(caller).update(params.id, body, ifMatch)),
    }),
    route("delete", "/tasks/{id}", {
      access: "tasks:write",
      byLabels: true,
      whileReadOnly: "allowed",
      summary: "Moves a task to the trash; running and queued runs are stopped first",
      results: { 204: { description: "Deleted" } },
      handle: async ({ params, caller }) => tasks(caller).remove(params.id, byUser(await nameOf(caller))),
    }),
  ];
}
