import { occurrences, occurrencesQuery } from "../../contract/occurrences.ts";
import {
  timelineBars,
  timelineBarsQuery,
  timelineTasks,
  timelineTasksQuery,
} from "../../contract/timeline.ts";
import { type PerCaller, type Route, route } from "../../http/route.ts";
import type { OccurrenceReports } from "./service.ts";
import type { Timeline } from "./timeline.ts";

/** Returns the routes of what ran and what is due over time. */
export function occurrenceRoutes(
  reports: PerCaller<OccurrenceReports>,
  timeline: PerCaller<Timeline>,
): Route[] {
  return [
    route("get", "/occurrences", {
      access: "tasks:read",
      byLabels: true,
      summary: "Returns what ran and what is due in a period, past and coming, by day or hour or one by one",
      query: occurrencesQuery,
      results: { 200: { description: "The occurrences, by time", schema: occurrences } },
      handle: async ({ caller, query }) => ({ body: await reports(caller).read(query) }),
    }),
    route("get", "/occurrences/tasks", {
      access: "tasks:read",
      byLabels: true,
      summary: "Lists the tasks that ran or are due in a period of at most two days, with counts",
      query: timelineTasksQuery,
      results: { 200: { description: "The tasks, by name", schema: timelineTasks } },
      handle: async ({ caller, query }) => ({ body: await timeline(caller).tasks(query) }),
    }),
    route("get", "/occurrences/bars", {
      access: "tasks:read",
      byLabels: true,
      summary:
        "Returns the runs and due times of some tasks in a period of at most two days; many are summed",
      query: timelineBarsQuery,
      results: { 200: { description: "The runs and due times", schema: timelineBars } },
      handle: async ({ caller, query }) => ({ body: await timeline(caller).bars(query) }),
    }),
  ];
}
