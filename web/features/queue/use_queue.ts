import { useQuery } from "@tanstack/react-query";
import type { QueueState } from "../../../server/contract/queue.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";

/** Queries active and queued runs; reloads when a run starts, ends or is queued. */
export function useQueue() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.queue(),
    queryFn: ({ signal }) => api.get<QueueState>("/queue", { signal }),
  });
}
