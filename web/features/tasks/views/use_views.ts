import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { List } from "../../../../server/contract/shapes.ts";
import type { View } from "../../../../server/contract/views.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useToast } from "../../../ui/use_toast.tsx";

/** Asks for all views, in their order. */
export function useViews() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.views(),
    queryFn: ({ signal }) => api.get<List<View>>("/views", { signal }),
    select: ({ items }) => items,
  });
}

/** Gives the way to put some of the views into another order; the others stay where they are. */
export function useOrderViews() {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  return useCallback(async (ids: readonly number[]) => {
    const key = queryKeys.views();
    const before = queries.getQueryData<List<View>>(key);
    if (!before) return;
    const items = reorder(before.items, ids);
    queries.setQueryData(key, { ...before, items }); // the tab stays where it was let go
    try {
      queries.setQueryData(
        key,
        await api.put<List<View>>("/views/order", { ids: items.map(({ id }) => id) }),
      );
    } catch (error) {
      queries.setQueryData(key, before);
      toast.problem(error);
    }
  }, [api, queries, toast]);
}

/** Puts the named ones into their new order on the places they have together; the others keep theirs. */
export function reorder<T extends { id: number }>(items: readonly T[], ids: readonly number[]): T[] {
  const named = ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
  let next = 0;
  return items.map((item) => ids.includes(item.id) ? named[next++] ?? item : item);
}
