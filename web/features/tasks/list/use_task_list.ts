import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { List } from "../../../../server/contract/shapes.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { writeListState } from "./list_address.ts";
import type { ListStateHandle } from "./use_list_state.ts";

/** Asks for the page of tasks that the list shows; what was shown stays until the next page is there. */
export function useTaskList({ state, change, pageSize }: ListStateHandle) {
  const api = useApi();
  const query = { ...writeListState(state), pageSize };
  const lastError = useRef<unknown>(null);
  const list = useQuery({
    queryKey: queryKeys.taskList(query),
    queryFn: ({ signal }) =>
      api.get<List<Task>>("/tasks", { query, signal }).catch((error) => {
        lastError.current = error;
        throw error;
      }),
    placeholderData: keepPreviousData,
  });
  // Live events ask again and again, and each time the query forgets that it had failed.
  const failure = !list.data && list.errorUpdateCount > 0 ? lastError.current : null;
  const pages = list.data && !list.isPlaceholderData
    ? Math.max(1, Math.ceil(list.data.total / pageSize))
    : null;
  useEffect(() => {
    // The last task of the last page was deleted, or an old address names a page that is no more.
    if (pages !== null && state.page > pages) change({ page: pages }, { replace: true });
  }, [pages, state.page, change]);
  return { ...list, failure };
}
