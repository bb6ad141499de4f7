import { overview } from "../../contract/overview.ts";
import { type Route, route } from "../../http/route.ts";
import type { OverviewService } from "./service.ts";

/** Returns the route of `/api/overview`. */
export function overviewRoutes(service: OverviewService): Route[] {
  return [
    route({
      method: "get",
      path: "/overview",
      access: "tasks:read",
      summary: "Returns what failed, what runs, what is due next, and the state of the panel",
      results: { 200: { description: "The overview", schema: overview } },
      handle: async () => ({ status: 200, body: await service.read() }),
    }),
  ];
}
