import { keepPreviousData } from "@tanstack/react-query";
import type { FlowDefinition, FlowList } from "../../../server/contract/flow_definitions.ts";
import type { CountedFlowRun, FlowRun } from "../../../server/contract/flows.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useAction } from "../../shared/actions/use_action.ts";

export const pageSize = 20;

/** Queries a page of flow runs in short, newest first; the previous page stays visible until it is loaded. */
export function useFlowRuns(query: { page: number; taskId?: number | undefined }) {
  const full = { ...query, pageSize, tasks: "counts" };
  return useApiQuery<List<CountedFlowRun>>(queryKeys.flowRuns("list", full), "/flow-runs", {
    query: full,
    placeholderData: keepPreviousData,
  });
}

/** Queries a page of flows as they are defined now. */
export function useFlows(page: number) {
  const query = { page, pageSize };
  return useApiQuery<FlowList>(queryKeys.flows("list", page), "/flows", {
    query,
    placeholderData: keepPreviousData,
  });
}

/** Queries the flow that a task belongs to. */
export function useFlow(taskId: number) {
  return useApiQuery<FlowDefinition>(queryKeys.flows("one", taskId), `/flows/${taskId}`);
}

export function useFlowRun(id: number) {
  return useApiQuery<FlowRun>(queryKeys.flowRuns("one", id), `/flow-runs/${id}`);
}

/** Returns a mutation that stops a flow run, or continues it with what has not succeeded. */
export function useFlowRunAction(action: "stop" | "continue") {
  return useAction({
    send: (api, { id }: FlowRun) => api.post<FlowRun>(`/flow-runs/${id}/${action}`),
    storesAt: ({ id }) => queryKeys.flowRuns("one", id),
    invalidates: [queryKeys.flowRuns()],
    done: action === "stop" ? "flows.stopped" : "flows.continued",
  });
}
