import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
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
  const list = useQuery({
    queryKey: queryKeys.taskList(query),
    queryFn: ({ signal }) => api.get<List<Task>>("/tasks", { query, signal }),
    placeholderData: keepPreviousData,
  });
  const pages = list.data && !list.isPlaceholderData
    ? Math.max(1, Math.ceil(list.data.total / pageSize))
    : null;
  useEffect(() => {
    // The last task of the last page was deleted, or an old address names a page that is no more.
    if (pages !== null && state.page > pages) change({ page: pages }, { replace: true });
  }, [pages, state.page, change]);
  return list;
}
