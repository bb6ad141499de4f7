import { queryOptions, useQuery } from "@tanstack/react-query";
import type { List } from "../../../server/contract/shapes.ts";
import type { View } from "../../../server/contract/views.ts";
import { queryKeys } from "../../api/query_keys.ts";
import type { Api } from "../../api/request.ts";
import { useApi } from "../../api/use_api.tsx";
import { inOrder, useAskedOrder } from "../../api/use_asked_order.ts";
import { useMay } from "../../api/use_permissions.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";

export function viewsQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.views(),
    queryFn: ({ signal }) => api.get<List<View>>("/views", { signal }),
  });
}

export function useViews() {
  const enabled = useMay("views:read");
  return useQuery({ ...viewsQuery(useApi()), select: ({ items }) => items, enabled });
}

/**
 * Returns views in their last requested order, and a function that reorders some of them; the others keep
 * their positions.
 */
export function useViewOrder(views: readonly View[]) {
  const api = useApi();
  const toast = useToast();
  const { ordered, onOrder } = useAskedOrder<View, readonly number[], List<View>>(views, {
    key: queryKeys.views(),
    changeOf: (before, after) => after.every((id, index) => before[index] === id) ? null : after,
    send: (ids) => api.put("/views/order", { ids }),
    // Each request contains the whole order.
    isReplacedBy: () => true,
    keep: (list, ids) => ({ ...list, items: [...inOrder(list.items, ids)] }),
    notify: toast.problem,
  });
  return { ordered, order: (ids: readonly number[]) => onOrder(reorder(ordered, ids).map(({ id }) => id)) };
}

/** Moves the named items into a new order within the positions they occupy; the others keep theirs. */
export function reorder<T extends { id: number }>(items: readonly T[], ids: readonly number[]): T[] {
  const named = ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
  let next = 0;
  return items.map((item) => ids.includes(item.id) ? named[next++] ?? item : item);
}
