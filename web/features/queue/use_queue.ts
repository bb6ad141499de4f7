import { useQuery } from "@tanstack/react-query";
import type { QueueState } from "../../../server/contract/queue.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";

/** Asks what runs and what waits; asked again whenever a run begins, ends or joins the queue. */
export function useQueue() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.queue(),
    queryFn: ({ signal }) => api.get<QueueState>("/queue", { signal }),
  });
}
