import { listOf } from "../../../contract/shapes.ts";
import { taskChange, taskChangeParams, taskChangesQuery } from "../../../contract/task_changes.ts";
import { taskDetail } from "../../../contract/tasks.ts";
import { type PerCaller, type Route, route, versioned } from "../../../http/route.ts";
import type { TaskHistory } from "./service.ts";

/** Returns the routes of `/api/tasks/{id}/changes`. */
export function taskHistoryRoutes(history: PerCaller<TaskHistory>): Route[] {
  return [
    route("get", "/tasks/{id}/changes", {
      access: "tasks:read",
      byLabels: true,
      summary: "Lists who changed which fields of a task, newest first",
      query: taskChangesQuery,
      results: { 200: { description: "One page of the history", schema: listOf(taskChange) } },
      handle: async ({ caller, params, query }) => ({ body: await history(caller).list(params.id, query) }),
    }),
    route("post", "/tasks/{id}/changes/{changeId}/restore", {
      access: "tasks:write",
      byLabels: true,
      summary: "Sets the fields of a change back to their previous values",
      params: taskChangeParams,
      results: { 200: { description: "The updated task", schema: taskDetail } },
      handle: async ({ caller, params, ifMatch }) =>
        versioned(await history(caller).restore(params.id, params.changeId, ifMatch)),
    }),
  ];
}
