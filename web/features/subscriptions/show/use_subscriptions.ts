import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Run } from "../../../../server/contract/runs.ts";
import type { List } from "../../../../server/contract/shapes.ts";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import type { SubscriptionListAddress } from "../../../paths.ts";

/** How many subscriptions a page of the list has. */
export const pageSize = 50;

/** Asks for a page of subscriptions; the one before stays until the next is there. */
export function useSubscriptionList(list: SubscriptionListAddress) {
  const api = useApi();
  const query = { ...list, pageSize };
  return useQuery({
    queryKey: queryKeys.subscriptions("list", query),
    queryFn: ({ signal }) => api.get<List<Subscription>>("/subscriptions", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Asks for one subscription; null asks for nothing. */
export function useSubscription(id: number | null) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.subscriptions("one", id),
    queryFn: ({ signal }) => api.get<Subscription>(`/subscriptions/${id}`, { signal }),
    enabled: id !== null,
  });
}

/** Asks for the newest pulls of a subscription, newest first; null asks for nothing. */
export function usePulls(id: number | null, count: number) {
  const api = useApi();
  const query = { page: 1, pageSize: count };
  return useQuery({
    queryKey: queryKeys.runList({ subscriptionId: id, ...query }),
    queryFn: ({ signal }) => api.get<List<Run>>(`/subscriptions/${id}/runs`, { query, signal }),
    enabled: id !== null,
  });
}
