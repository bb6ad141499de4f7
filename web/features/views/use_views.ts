import { type QueryKey, useQuery } from "@tanstack/react-query";
import type { EventType } from "../../../server/contract/events.ts";
import type { List } from "../../../server/contract/shapes.ts";
import type { TaskCounts } from "../../../server/contract/tasks.ts";
import type { View } from "../../../server/contract/views.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useLiveRefresh } from "../../api/use_live_refresh.ts";
import { inOrder, useAskedOrder } from "../../api/use_asked_order.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";

/** Queries all views, in their order. */
export function useViews() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.views(),
    queryFn: ({ signal }) => api.get<List<View>>("/views", { signal }),
    select: ({ items }) => items,
  });
}

const countDelayMs = 2000;

function countsOutdatedBy(type: EventType): readonly QueryKey[] {
  return /^(?:task|run):/.test(type) ? [queryKeys.taskCounts()] : [];
}

/** Queries how many tasks each built-in view has, and again when that may have changed. */
export function useTaskCounts(): TaskCounts | undefined {
  const api = useApi();
  useLiveRefresh({ keysOf: countsOutdatedBy, delayMs: countDelayMs, cancelRefetch: false });
  const { data } = useQuery({
    queryKey: queryKeys.taskCounts(),
    queryFn: ({ signal }) => api.get<TaskCounts>("/tasks/counts", { signal }),
    staleTime: 0, // events are followed only while the list is open
  });
  return data;
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
