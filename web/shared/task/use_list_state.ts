import { useCallback, useState } from "react";
import { useLocation } from "wouter";
import type { TaskFilter } from "../../../server/contract/task_fields.ts";
import { paths } from "../../paths.ts";
import { useListState } from "../../ui/data/use_list_state.ts";
import { preferences } from "../../api/preferences.ts";
import { type ListState, type PageSize, readListState, writeListState } from "./list_address.ts";

export const pageSizes = [20, 50, 100, 200, "all"] as const;

const address = {
  read: readListState,
  write: (state: ListState) => paths.tasks(writeListState(state)),
};

/** Returns the state of the list in the URL, functions that change it, and the last selected page size. */
export function useTaskListState() {
  const [rememberedSize, setRememberedSize] = useState(readPageSize);
  const { state, change } = useListState(address);
  const filter = useTaskFilter();
  const setPageSize = useCallback((size: PageSize) => {
    preferences.set("taskPageSize", size);
    setRememberedSize(size);
    change({ pageSize: null }, { replace: true });
  }, [change]);
  return { state, change, filter, pageSize: state.pageSize ?? rememberedSize, setPageSize };
}

export type ListStateHandle = ReturnType<typeof useTaskListState>;

/** Returns a function that sets the values of one filter, without subscribing to the state of the list. */
export function useTaskFilter() {
  const [, navigate] = useLocation();
  return useCallback((name: TaskFilter, values: readonly string[]) => {
    const before = address.read(location.search, location.pathname);
    navigate(address.write({ ...before, page: 1, filters: { ...before.filters, [name]: values } }));
  }, [navigate]);
}

export function readPageSize(): PageSize {
  const stored = preferences.get("taskPageSize");
  return pageSizes.find((size) => size === stored) ?? pageSizes[0];
}
