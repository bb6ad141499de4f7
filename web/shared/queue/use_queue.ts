import type { QueueState } from "../../../server/contract/queue.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";

/** How often to query the reasons for waiting: a node that becomes unreachable sends no event. */
export const REFETCH_MS = 5_000;

/** Queries active and queued runs; reloads when a run starts, ends or is queued, and every `refetchMs`. */
export function useQueue({ refetchMs }: { refetchMs?: number } = {}) {
  return useApiQuery<QueueState>(queryKeys.queue(), "/queue", {
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
  });
}
