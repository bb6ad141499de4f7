import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";

/** Gives the way to enable a variable or to disable it: its switch turns at once, and back when the panel refuses. */
export function useSwitch() {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  return useCallback(async ({ id }: Variable, enabled: boolean) => {
    const lists = { queryKey: queryKeys.variables("list") };
    const turn = (to: boolean) =>
      queries.setQueriesData<readonly Variable[]>(
        lists,
        (all) => all?.map((one) => one.id === id ? { ...one, enabled: to } : one),
      );
    turn(enabled);
    try {
      await api.patch(`/variables/${id}`, { enabled });
    } catch (error) {
      turn(!enabled);
      toast.problem(error);
    }
  }, [api, queries, toast]);
}
