import { batchResult, idParams, idsBody, listOf } from "../../contract/shapes.ts";
import {
  labelCounts,
  task,
  taskActions,
  taskInput,
  taskLabelsBody,
  taskListQuery,
  taskPatch,
  taskRunBody,
} from "../../contract/tasks.ts";
import type { View } from "../../contract/views.ts";
import { formatContractError } from "../../contract/messages/format.ts";
import type { Language } from "../../contract/settings.ts";
import { type Caller, type Route, route } from "../../http/route.ts";
import { readRunRequest } from "./run_request.ts";
import type { ActionResult, Tasks } from "./service.ts";

/** Variables of 1 MiB plus their JSON overhead. */
const RUN_BODY_BYTES = 4 * 1024 * 1024;

const actionSummaries = {
  stop: "Stops all runs of tasks and takes them out of the queue",
  enable: "Lets tasks run by their schedule",
  disable: "Keeps tasks from running by their schedule",
  pin: "Puts tasks at the top of the list",
  unpin: "Puts tasks back into their place in the list",
} as const;

/** Looks up the views that can filter a list. */
export interface ViewFinder {
  /** Throws `validation_failed` if the view does not exist. */
  forList(id: number): Promise<View>;
}

/** Returns the routes of `/api/tasks`. */
export function taskRoutes(tasks: Tasks, views: ViewFinder): Route[] {
  return [
    route({
      method: "get",
      path: "/tasks",
      access: "tasks:read",
      summary: "Lists tasks, pinned ones first",
      query: taskListQuery,
      results: { 200: { description: "One page of tasks", schema: listOf(task) } },
      handle: async ({ query }) => {
        const view = query.viewId === undefined ? null : await views.forList(query.viewId);
        return { status: 200, body: await tasks.list(query, view) };
      },
    }),
    route({
      method: "get",
      path: "/tasks/labels",
      access: "tasks:read",
      summary: "Lists the labels in use and how many tasks have each",
      results: { 200: { description: "The labels, by name", schema: labelCounts } },
      handle: async () => ({ status: 200, body: await tasks.labels() }),
    }),
    route({
      method: "post",
      path: "/tasks/labels",
      access: "tasks:write",
      summary: "Adds labels to tasks and removes others from them",
      body: taskLabelsBody,
      results: { 200: { description: "What came of each", schema: batchResult } },
      handle: async ({ body, language }) => results(await tasks.relabel(body), language),
    }),
    route({
      method: "post",
      path: "/tasks/run",
      access: "tasks:write",
      whileReadOnly: "allowed",
      summary: "Runs tasks now, with further arguments and variables where they are given",
      body: taskRunBody,
      bodyLimit: RUN_BODY_BYTES,
      results: { 200: { description: "What came of each", schema: batchResult } },
      handle: async ({ body, caller, language }) =>
        results(await tasks.action("run", body.ids, causeOf(caller), readRunRequest(body)), language),
    }),
    route({
      method: "post",
      path: "/tasks",
      access: "tasks:write",
      summary: "Creates a task",
      body: taskInput,
      results: { 201: { description: "The task", schema: task } },
      handle: async ({ body }) => respond(201, await tasks.create(body)),
    }),
    route({
      method: "delete",
      path: "/tasks",
      access: "tasks:write",
      whileReadOnly: "allowed",
      summary: "Deletes tasks; their runs are ended and their queue is emptied first",
      body: idsBody,
      results: { 200: { description: "What came of each", schema: batchResult } },
      handle: async ({ body, language }) => results(await tasks.removeSeveral(body.ids), language),
    }),
    ...taskActions.filter((action) => action !== "run").map((action) =>
      route({
        method: "post",
        path: `/tasks/${action}`,
        access: "tasks:write",
        ...((action === "stop" || action === "disable") && { whileReadOnly: "allowed" as const }),
        summary: actionSummaries[action],
        body: idsBody,
        results: { 200: { description: "What came of each", schema: batchResult } },
        handle: async ({ body, caller, language }) =>
          results(await tasks.action(action, body.ids, causeOf(caller)), language),
      })
    ),
    route({
      method: "get",
      path: "/tasks/{id}",
      access: "tasks:read",
      summary: "Reads one task",
      params: idParams,
      results: { 200: { description: "The task", schema: task } },
      handle: async ({ params }) => respond(200, await tasks.get(params.id)),
    }),
    route({
      method: "patch",
      path: "/tasks/{id}",
      access: "tasks:write",
      summary: "Changes some fields of a task; a new schedule counts from now on",
      params: idParams,
      body: taskPatch,
      results: { 200: { description: "The task as it is now", schema: task } },
      handle: async ({ params, body, ifMatch }) => respond(200, await tasks.update(params.id, body, ifMatch)),
    }),
    route({
      method: "delete",
      path: "/tasks/{id}",
      access: "tasks:write",
      whileReadOnly: "allowed",
      summary: "Deletes a task; its runs are ended and its queue is emptied first",
      params: idParams,
      results: { 204: { description: "Deleted" } },
      handle: async ({ params }) => {
        await tasks.remove(params.id);
        return { status: 204 };
      },
    }),
  ];
}

function respond(status: number, body: { version: number }) {
  return { status, body, version: body.version };
}

function causeOf(caller: Caller): "person" | "application" {
  return caller.kind === "application" ? "application" : "person";
}

function results(outcomes: readonly ActionResult[], language: Language) {
  return {
    status: 200,
    body: {
      results: outcomes.map(({ id, error }) =>
        error === null ? { id, ok: true } : {
          id,
          ok: false,
          error: { code: error.code, ...formatContractError(error.code, error.params, language) },
        }
      ),
    },
  };
}
