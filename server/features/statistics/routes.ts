import { idParams } from "../../contract/shapes.ts";
import {
  statistics,
  statisticsQuery,
  upcoming,
  upcomingQuery,
  why,
  whyQuery,
} from "../../contract/task_statistics.ts";
import { type PerCaller, type Route, route } from "../../http/route.ts";
import type { Statistics } from "./service.ts";

/** Returns the routes for the history and the upcoming due times of a task. */
export function statisticsRoutes(insight: PerCaller<Statistics>): Route[] {
  return [
    route("get", "/tasks/{id}/upcoming", {
      access: "tasks:read",
      byLabels: true,
      summary: "Lists the next due times of a task",
      params: idParams,
      query: upcomingQuery,
      results: { 200: { description: "The due times; none if the task is disabled", schema: upcoming } },
      handle: async ({ caller, params, query }) => ({
        body: await insight(caller).upcoming(params.id, query.count),
      }),
    }),
    route("get", "/tasks/{id}/why", {
      access: "tasks:read",
      byLabels: true,
      summary: "Returns why a task ran or did not run at a given time, or at the last missed one",
      params: idParams,
      query: whyQuery,
      results: { 200: { description: "The reason", schema: why } },
      handle: async ({ caller, params, query }) => {
        const at = query.at === undefined ? null : Date.parse(query.at);
        return { body: await insight(caller).why(params.id, at) };
      },
    }),
    route("get", "/tasks/{id}/statistics", {
      access: "tasks:read",
      byLabels: true,
      summary: "Returns outcomes and durations of a task over the last days",
      params: idParams,
      query: statisticsQuery,
      results: {
        200: { description: "Outcomes and durations, in the time zone of the task", schema: statistics },
      },
      handle: async ({ caller, params, query }) => ({
        body: await insight(caller).statistics(params.id, query.days),
      }),
    }),
  ];
}
