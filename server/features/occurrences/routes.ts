import { occurrences, occurrencesQuery } from "../../contract/occurrences.ts";
import { type Route, route } from "../../http/route.ts";
import type { OccurrenceReports } from "./service.ts";

/** Returns the route of what ran and what is due over time. */
export function occurrenceRoutes(reports: OccurrenceReports): Route[] {
  return [
    route("get", "/occurrences", {
      access: "tasks:read",
      summary: "Returns what ran and what is due in a period, past and coming, by day or hour or one by one",
      query: occurrencesQuery,
      results: { 200: { description: "The occurrences, by time", schema: occurrences } },
      handle: async ({ query }) => ({ body: await reports.read(query) }),
    }),
  ];
}
