import { scriptTasks } from "../../../contract/references.ts";
import { startedByQuery } from "../../../contract/triggers.ts";
import { type PerCaller, type Route, route } from "../../../http/route.ts";
import type { StartedTasks } from "./started_tasks.ts";

/** Returns the route that tells what starts tasks. */
export function triggerRoutes(started: PerCaller<StartedTasks>): Route[] {
  return [
    route("get", "/tasks/started-by", {
      access: "tasks:read",
      byLabels: true,
      summary: "Lists the tasks that a subscription, a heartbeat or a maintenance window starts",
      query: startedByQuery,
      results: { 200: { description: "The tasks, oldest first", schema: scriptTasks } },
      handle: async ({ caller, query }) => ({ body: await started(caller).by(query) }),
    }),
  ];
}
