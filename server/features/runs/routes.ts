import { idParams, listOf } from "../../contract/shapes.ts";
import { run, runListQuery } from "../../contract/runs.ts";
import { type Route, route } from "../../http/route.ts";
import { logRoutes, type Streaming } from "./log_routes.ts";
import type { Runs } from "./service.ts";

/** Returns the routes of `/api/runs` and of the runs of a task. */
export function runRoutes(runs: Runs, streaming: Streaming): Route[] {
  return [
    route({
      method: "get",
      path: "/runs",
      access: "tasks:read",
      summary: "Lists runs, newest first by default",
      query: runListQuery,
      results: { 200: { description: "One page of runs", schema: listOf(run) } },
      handle: async ({ query }) => ({ status: 200, body: await runs.list(query) }),
    }),
    route({
      method: "get",
      path: "/tasks/{id}/runs",
      access: "tasks:read",
      summary: "Lists the runs of a task, newest first by default",
      params: idParams,
      query: runListQuery.omit({ taskId: true }),
      results: { 200: { description: "One page of runs", schema: listOf(run) } },
      handle: async ({ params, query }) => ({
        status: 200,
        body: await runs.list({ ...query, taskId: params.id }),
      }),
    }),
    route({
      method: "get",
      path: "/runs/{id}",
      access: "tasks:read",
      summary: "Returns one run",
      params: idParams,
      results: { 200: { description: "The run", schema: run } },
      handle: async ({ params }) => ({ status: 200, body: await runs.get(params.id) }),
    }),
    route({
      method: "post",
      path: "/runs/{id}/stop",
      access: "tasks:write",
      whileReadOnly: "allowed",
      summary: "Stops a run, or removes it from the queue",
      params: idParams,
      results: { 200: { description: "The run; it ends within the grace period", schema: run } },
      handle: async ({ params }) => {
        await runs.stop(params.id);
        return { status: 200, body: await runs.get(params.id) };
      },
    }),
    ...logRoutes(runs, streaming),
  ];
}
