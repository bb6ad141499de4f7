import { useQuery } from "@tanstack/react-query";
import type { RunState } from "../../../../server/contract/runs.ts";
import type { Preview, WaitingChanges } from "../../../../server/contract/subscriptions.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { isActive } from "../../../shared/run/run_state.tsx";

/** Asks what a preview has found, anew when its run comes into another state; nothing is asked before that is known. */
export function usePreview(run: number, state: RunState | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.subscriptions("preview", run, state),
    queryFn: ({ signal }) => api.get<Preview>(`/subscriptions/previews/${run}`, { signal }),
    enabled: state !== undefined && !isActive(state),
  });
}

/** Asks for what waits for approval. */
export function useWaiting(id: number) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.subscriptions("waiting", id),
    queryFn: ({ signal }) => api.get<WaitingChanges>(`/subscriptions/${id}/waiting`, { signal }),
    retry: false,
  });
}
