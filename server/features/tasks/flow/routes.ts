import { flowDefinition, flowList, flowQuery } from "../../../contract/flow_definitions.ts";
import { flowRun, flowRunList, flowRunQuery } from "../../../contract/flows.ts";
import { type PerCaller, requesterOf, type Route, route } from "../../../http/route.ts";
import type { Flows } from "./flows.ts";
import type { FlowRuns } from "./flow_runs.ts";

/** Returns the routes of `/api/flows` and `/api/flow-runs`. */
export function flowRoutes(flows: PerCaller<Flows>, runs: PerCaller<FlowRuns>): Route[] {
  return [
    route("get", "/flows", {
      access: "tasks:read",
      byLabels: true,
      summary: "Lists the flows: tasks that are connected because one starts after another",
      query: flowQuery,
      results: { 200: { description: "One page of flows", schema: flowList } },
      handle: async ({ caller, query }) => ({ body: await flows(caller).list(query) }),
    }),
    route("get", "/flows/{id}", {
      access: "tasks:read",
      byLabels: true,
      summary: "Returns the flow that a task belongs to, as it is defined now",
      results: { 200: { description: "The flow", schema: flowDefinition } },
      handle: async ({ caller, params }) => ({ body: await flows(caller).get(params.id) }),
    }),
    route("get", "/flow-runs", {
      access: "tasks:read",
      byLabels: true,
      summary: "Lists flow runs, newest first, with their tasks or only the number of those in each state",
      query: flowRunQuery,
      results: { 200: { description: "One page of flow runs", schema: flowRunList } },
      handle: async ({ caller, query }) => ({ body: await runs(caller).list(query) }),
    }),
    route("get", "/flow-runs/{id}", {
      access: "tasks:read",
      byLabels: true,
      summary: "Returns a flow run with the states of its tasks and what was decided of each link",
      results: { 200: { description: "The flow run", schema: flowRun } },
      handle: async ({ caller, params }) => ({ body: await runs(caller).get(params.id) }),
    }),
    route("post", "/flow-runs/{id}/stop", {
      access: "tasks:run",
      byLabels: true,
      whileReadOnly: "allowed",
      summary: "Stops the runs of a flow run; nothing more starts in it",
      results: { 200: { description: "The flow run", schema: flowRun } },
      handle: async ({ caller, params }) => ({ body: await runs(caller).stop(params.id) }),
    }),
    route("post", "/flow-runs/{id}/continue", {
      access: "tasks:run",
      byLabels: true,
      summary: "Runs the tasks of a flow run that have not succeeded, and what starts after them",
      results: { 200: { description: "The flow run", schema: flowRun } },
      handle: async ({ caller, params }) => ({
        body: await runs(caller).continue(params.id, requesterOf(caller)),
      }),
    }),
  ];
}
