import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useToast } from "../../../ui/use_toast.tsx";
import { queryOf, readListState } from "../place.ts";
import { moveBetween } from "./move_between.ts";

const wholeList = queryKeys.variables("list", queryOf(readListState("")));

/** Gives the way to bring all variables into another order, in which one of them was moved. */
export function useOrder() {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  return useCallback(async (after: readonly number[]) => {
    const before = queries.getQueryData<readonly Variable[]>(wholeList);
    const move = before && moveBetween(before.map(({ id }) => id), after);
    if (!before || !move) return;
    const places = new Map(after.map((id, place) => [id, place]));
    const ordered = before.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
    queries.setQueryData(wholeList, ordered); // the row stays where it was let go
    try {
      await api.put("/variables/order", move);
    } catch (fault) {
      queries.setQueryData(wholeList, before);
      toast.problem(fault);
    }
  }, [api, queries, toast]);
}
