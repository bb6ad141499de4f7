import { batchResult, idsBody, listOf } from "../../contract/shapes.ts";
import { trashedTask, trashEmptied, trashQuery } from "../../contract/task_trash.ts";
import { batchResponse, type PerCaller, type Route, route } from "../../http/route.ts";
import type { TaskTrash } from "./trash.ts";

export function taskTrashRoutes(trash: PerCaller<TaskTrash>): Route[] {
  return [
    route("get", "/tasks/trash", {
      access: "tasks:read",
      byLabels: true,
      summary: "Lists deleted tasks that can be restored, last deleted first",
      query: trashQuery,
      results: { 200: { description: "One page of the trash", schema: listOf(trashedTask) } },
      handle: async ({ query, caller }) => ({ body: await trash(caller).list(query) }),
    }),
    route("post", "/tasks/restore", {
      access: "tasks:write",
      byLabels: true,
      summary: "Restores tasks from the trash with their runs; they are planned from now on",
      body: idsBody,
      results: { 200: { description: "One result per item", schema: batchResult } },
      handle: async ({ body, caller, language }) =>
        batchResponse(await trash(caller).restore(body.ids), language),
    }),
    route("delete", "/tasks/trash", {
      access: "tasks:write",
      byLabels: true,
      whileReadOnly: "allowed",
      summary: "Deletes tasks of the trash permanently, with their runs and logs",
      body: idsBody,
      results: { 200: { description: "One result per item", schema: batchResult } },
      handle: async ({ body, caller, language }) =>
        batchResponse(await trash(caller).remove(body.ids), language),
    }),
    route("post", "/tasks/trash/empty", {
      access: "tasks:write",
      byLabels: true,
      whileReadOnly: "allowed",
      summary: "Deletes all tasks of the trash permanently, with their runs and logs",
      results: { 200: { description: "How many tasks were deleted", schema: trashEmptied } },
      handle: async ({ caller }) => ({ body: { removed: await trash(caller).empty() } }),
    }),
  ];
}
