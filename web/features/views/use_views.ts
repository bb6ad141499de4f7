import { useQuery } from "@tanstack/react-query";
import type { List } from "../../../server/contract/shapes.ts";
import type { View } from "../../../server/contract/views.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { inOrder, useAskedOrder } from "../../api/use_asked_order.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";

/** Asks for all views, in their order. */
export function useViews() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.views(),
    queryFn: ({ signal }) => api.get<List<View>>("/views", { signal }),
    select: ({ items }) => items,
  });
}

/**
 * Gives views in the order that was asked for, and the way to put some of them into another one; the others stay where they are.
 */
export function useViewOrder(views: readonly View[]) {
  const api = useApi();
  const toast = useToast();
  const { ordered, onOrder } = useAskedOrder<View, readonly number[], List<View>>(views, {
    key: queryKeys.views(),
    changeOf: (before, after) => after.every((id, index) => before[index] === id) ? null : after,
    send: (ids) => api.put("/views/order", { ids }),
    // Each says the whole order.
    isReplacedBy: () => true,
    keep: (list, ids) => ({ ...list, items: [...inOrder(list.items, ids)] }),
    notify: toast.problem,
  });
  return { ordered, order: (ids: readonly number[]) => onOrder(reorder(ordered, ids).map(({ id }) => id)) };
}

/** Puts the named ones into their new order on the places they have together; the others keep theirs. */
export function reorder<T extends { id: number }>(items: readonly T[], ids: readonly number[]): T[] {
  const named = ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
  let next = 0;
  return items.map((item) => ids.includes(item.id) ? named[next++] ?? item : item);
}
