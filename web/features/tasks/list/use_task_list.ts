import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { taskPageQuery } from "./task_pages.ts";
import { useApi } from "../../../api/use_api.tsx";
import { queryOf } from "../../../shared/task/list_address.ts";
import type { ListStateHandle } from "../../../shared/task/use_list_state.ts";

/** Asks for the page of tasks that the list shows, the first one of an endless list; what was shown stays until it is there. */
export function useTaskList({ state, change, pageSize }: ListStateHandle) {
  const api = useApi();
  const endless = pageSize === "all";
  const lastError = useRef<unknown>(null);
  const asked = taskPageQuery(
    api,
    queryOf(state),
    endless ? { page: 1 } : { page: state.page, pageSize },
  );
  const list = useQuery({
    ...asked,
    queryFn: (context) =>
      asked.queryFn(context).catch((error: unknown) => {
        lastError.current = error;
        throw error;
      }),
    placeholderData: keepPreviousData,
  });
  // Live events ask again and again, and each time the query forgets that it had failed.
  const failure = !list.data && list.errorUpdateCount > 0 ? lastError.current : null;
  const pages = list.data && !list.isPlaceholderData && !endless
    ? Math.max(1, Math.ceil(list.data.total / pageSize))
    : null;
  useEffect(() => {
    // The last task of the last page was deleted, or an old address names a page that is no more.
    if (pages !== null && state.page > pages) change({ page: pages }, { replace: true });
  }, [pages, state.page, change]);
  return { ...list, failure };
}
