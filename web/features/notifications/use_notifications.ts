import { keepPreviousData } from "@tanstack/react-query";
import type { Delivery } from "../../../server/contract/notifications.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { pageSize, stateFilters, type UrlState } from "./url_state.ts";

/** Queries one page of the delivery log, newest first. */
export function useDeliveries({ of, state, page }: Pick<UrlState, "of" | "state" | "page">) {
  const query = {
    ...{ page, pageSize, channelId: of },
    state: state === null ? null : stateFilters[state].join(","),
  };
  return useApiQuery<List<Delivery>>(
    queryKeys.notifications("deliveries", query),
    "/notifications/deliveries",
    { query, placeholderData: keepPreviousData },
  );
}
