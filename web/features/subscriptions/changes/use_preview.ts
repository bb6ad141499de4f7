import { useQuery } from "@tanstack/react-query";
import type { RunState } from "../../../../server/contract/runs.ts";
import type { Preview, WaitingChanges } from "../../../../server/contract/subscriptions.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { isActive } from "../../../shared/run/run_state.tsx";

/** Queries the result of a preview once its run has ended; waits until the state of the run is known. */
export function usePreview(run: number, state: RunState | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.subscriptions("preview", run, state),
    queryFn: ({ signal }) => api.get<Preview>(`/subscriptions/previews/${run}`, { signal }),
    enabled: state !== undefined && !isActive(state),
  });
}

/** Queries the changes that wait for approval. */
export function useWaiting(id: number) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.subscriptions("waiting", id),
    queryFn: ({ signal }) => api.get<WaitingChanges>(`/subscriptions/${id}/waiting`, { signal }),
    retry: false,
  });
}
