import { busiestQuery, busiestTasks, crowdedMinutes, overview, weekLoad } from "../../contract/overview.ts";
import { hasScope, type PerCaller, type Route, route } from "../../http/route.ts";
import type { OverviewService } from "./service.ts";

/** Returns the routes of `/api/overview`. */
export function overviewRoutes(service: PerCaller<OverviewService>): Route[] {
  return [
    route("get", "/overview", {
      access: "tasks:read",
      byLabels: true,
      summary:
        "Returns what failed, with `logs:read` also the last line of each log, what runs, what is due next, and the state of the panel",
      results: { 200: { description: "The overview", schema: overview } },
      handle: async ({ caller }) => ({
        body: await service(caller).read({ readsLogs: hasScope(caller, "logs:read") }),
      }),
    }),
    route("get", "/overview/week", {
      access: "tasks:read",
      byLabels: true,
      summary: "Returns the runs of the last 7 days and those planned for the next 7",
      results: { 200: { description: "The two weeks by hour", schema: weekLoad } },
      handle: async ({ caller }) => ({ body: await service(caller).week() }),
    }),
    route("get", "/overview/tasks", {
      access: "tasks:read",
      byLabels: true,
      summary: "Returns the tasks with the most failures and runs in a period of up to 24 hours",
      query: busiestQuery,
      results: { 200: { description: "The tasks", schema: busiestTasks } },
      handle: async ({ caller, query }) => ({ body: await service(caller).busiest(query) }),
    }),
    route("get", "/overview/crowded", {
      access: "tasks:read",
      byLabels: true,
      summary: "Returns the minutes in which runs will wait for a slot, and suggests other schedules",
      results: { 200: { description: "The next 24 hours", schema: crowdedMinutes } },
      handle: async ({ caller }) => ({ body: await service(caller).crowded() }),
    }),
  ];
}
