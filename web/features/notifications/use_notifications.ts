import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Delivery } from "../../../server/contract/notifications.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { pageSize, stateFilters, type UrlState } from "./url_state.ts";

/** Queries one page of the delivery log, newest first. */
export function useDeliveries({ of, state, page }: Pick<UrlState, "of" | "state" | "page">) {
  const api = useApi();
  const query = {
    ...{ page, pageSize, channelId: of },
    state: state === null ? null : stateFilters[state].join(","),
  };
  return useQuery({
    queryKey: queryKeys.notifications("deliveries", query),
    queryFn: ({ signal }) => api.get<List<Delivery>>("/notifications/deliveries", { signal, query }),
    placeholderData: keepPreviousData,
  });
}
