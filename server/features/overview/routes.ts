import { busiestQuery, busiestTasks, crowdedMinutes, overview, weekLoad } from "../../contract/overview.ts";
import { hasScope, type Route, route } from "../../http/route.ts";
import type { OverviewService } from "./service.ts";

/** Returns the routes of `/api/overview`. */
export function overviewRoutes(service: OverviewService): Route[] {
  return [
    route("get", "/overview", {
      access: "tasks:read",
      summary:
        "Returns what failed, with `logs:read` also the last line of each log, what runs, what is due next, and the state of the panel",
      results: { 200: { description: "The overview", schema: overview } },
      handle: async ({ caller }) => ({
        body: await service.read({ readsLogs: hasScope(caller, "logs:read") }),
      }),
    }),
    route("get", "/overview/week", {
      access: "tasks:read",
      summary: "Returns the runs of the last 7 days and those planned for the next 7",
      results: { 200: { description: "The two weeks by hour", schema: weekLoad } },
      handle: async () => ({ body: await service.week() }),
    }),
    route("get", "/overview/tasks", {
      access: "tasks:read",
      summary: "Returns the tasks with the most failures and runs in a period of up to 24 hours",
      query: busiestQuery,
      results: { 200: { description: "The tasks", schema: busiestTasks } },
      handle: async ({ query }) => ({ body: await service.busiest(query) }),
    }),
    route("get", "/overview/crowded", {
      access: "tasks:read",
      summary: "Returns the minutes in which runs will wait for a slot, and suggests other schedules",
      results: { 200: { description: "The next 24 hours", schema: crowdedMinutes } },
      handle: async () => ({ body: await service.crowded() }),
    }),
  ];
}
