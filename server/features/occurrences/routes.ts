import { occurrences, occurrencesQuery } from "../../contract/occurrences.ts";
import {
  timelineBars,
  timelineBarsQuery,
  timelineTasks,
  timelineTasksQuery,
} from "../../contract/timeline.ts";
import { type Route, route } from "../../http/route.ts";
import type { OccurrenceReports } from "./service.ts";
import type { Timeline } from "./timeline.ts";

/** Returns the routes of what ran and what is due over time. */
export function occurrenceRoutes(reports: OccurrenceReports, timeline: Timeline): Route[] {
  return [
    route("get", "/occurrences", {
      access: "tasks:read",
      summary: "Returns what ran and what is due in a period, past and coming, by day or hour or one by one",
      query: occurrencesQuery,
      results: { 200: { description: "The occurrences, by time", schema: occurrences } },
      handle: async ({ query }) => ({ body: await reports.read(query) }),
    }),
    route("get", "/occurrences/tasks", {
      access: "tasks:read",
      summary: "Lists the tasks that ran or are due in a period of at most two days, with counts",
      query: timelineTasksQuery,
      results: { 200: { description: "The tasks, by name", schema: timelineTasks } },
      handle: async ({ query }) => ({ body: await timeline.tasks(query) }),
    }),
    route("get", "/occurrences/bars", {
      access: "tasks:read",
      summary:
        "Returns the runs and due times of some tasks in a period of at most two days; many are summed",
      query: timelineBarsQuery,
      results: { 200: { description: "The runs and due times", schema: timelineBars } },
      handle: async ({ query }) => ({ body: await timeline.bars(query) }),
    }),
  ];
}
