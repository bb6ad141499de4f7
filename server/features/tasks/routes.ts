import { batchAnswer, idParams, idsBody, listOf } from "../../contract/shapes.ts";
import { task, taskActions, taskInput, taskListQuery, taskPatch } from "../../contract/tasks.ts";
import { sayError } from "../../contract/words/say.ts";
import type { Language } from "../../contract/settings.ts";
import { type Caller, type Route, route } from "../../http/route.ts";
import type { ActResult, Tasks } from "./service.ts";

const actionSummaries = {
  run: "Runs tasks now",
  stop: "Stops all runs of tasks and takes them out of the queue",
  enable: "Lets tasks run by their schedule",
  disable: "Keeps tasks from running by their schedule",
  pin: "Puts tasks at the top of the list",
  unpin: "Puts tasks back into their place in the list",
} as const;

/** Lists the routes of `/api/tasks`. */
export function taskRoutes(tasks: Tasks): Route[] {
  return [
    route({
      method: "get",
      path: "/tasks",
      access: "tasks:read",
      summary: "Lists tasks, pinned ones first",
      query: taskListQuery,
      answers: { 200: { description: "One page of tasks", schema: listOf(task) } },
      handle: async ({ query }) => ({ status: 200, body: await tasks.list(query) }),
    }),
    route({
      method: "post",
      path: "/tasks",
      access: "tasks:write",
      summary: "Creates a task",
      body: taskInput,
      answers: { 201: { description: "The task", schema: task } },
      handle: async ({ body }) => answer(201, await tasks.create(body)),
    }),
    route({
      method: "delete",
      path: "/tasks",
      access: "tasks:write",
      summary: "Deletes tasks; their runs are ended and their queue is emptied first",
      body: idsBody,
      answers: { 200: { description: "What came of each", schema: batchAnswer } },
      handle: async ({ body, language }) => results(await tasks.removeSeveral(body.ids), language),
    }),
    ...taskActions.map((action) =>
      route({
        method: "post",
        path: `/tasks/${action}`,
        access: "tasks:write",
        summary: actionSummaries[action],
        body: idsBody,
        answers: { 200: { description: "What came of each", schema: batchAnswer } },
        handle: async ({ body, caller, language }) =>
          results(await tasks.act(action, body.ids, causeOf(caller)), language),
      })
    ),
    route({
      method: "get",
      path: "/tasks/{id}",
      access: "tasks:read",
      summary: "Reads one task",
      params: idParams,
      answers: { 200: { description: "The task", schema: task } },
      handle: async ({ params }) => answer(200, await tasks.get(params.id)),
    }),
    route({
      method: "patch",
      path: "/tasks/{id}",
      access: "tasks:write",
      summary: "Changes some fields of a task; a new schedule counts from now on",
      params: idParams,
      body: taskPatch,
      answers: { 200: { description: "The task as it is now", schema: task } },
      handle: async ({ params, body, ifMatch }) => answer(200, await tasks.update(params.id, body, ifMatch)),
    }),
    route({
      method: "delete",
      path: "/tasks/{id}",
      access: "tasks:write",
      summary: "Deletes a task; its runs are ended and its queue is emptied first",
      params: idParams,
      answers: { 204: { description: "Deleted" } },
      handle: async ({ params }) => {
        await tasks.remove(params.id);
        return { status: 204 };
      },
    }),
  ];
}

function answer(status: number, body: { version: number }) {
  return { status, body, version: body.version };
}

function causeOf(caller: Caller): "person" | "application" {
  return caller.kind === "application" ? "application" : "person";
}

function results(acted: readonly ActResult[], language: Language) {
  return {
    status: 200,
    body: {
      results: acted.map(({ id, error }) =>
        error === null
          ? { id, ok: true }
          : { id, ok: false, error: { code: error.code, ...sayError(error.code, error.params, language) } }
      ),
    },
  };
}
