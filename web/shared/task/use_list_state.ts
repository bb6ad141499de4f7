import { useCallback, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { paths } from "../../paths.ts";
import { readStored, writeStored } from "../../ui/stored.ts";
import { type ListState, type PageSize, readListState, writeListState } from "./list_address.ts";

const sizeKey = "tasks.pageSize";
export const pageSizes = [20, 50, 100, 200, "all"] as const;

/** Returns the state of the list in the URL, a function that changes it, and the page size chosen last. */
export function useListState() {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [rememberedSize, setRememberedSize] = useState(readPageSize);
  const state = useMemo(() => readListState(search, path), [search, path]);
  const change = useCallback((part: Partial<ListState>, { replace = false } = {}) => {
    // Read from the location, because the search field changes it later than the render it was typed in.
    const next = { ...readListState(location.search, location.pathname), page: 1, ...part };
    navigate(paths.tasks(writeListState(next)), { replace });
  }, [navigate]);
  const setPageSize = useCallback((size: PageSize) => {
    writeStored(sizeKey, size);
    setRememberedSize(size);
    change({ pageSize: null }, { replace: true });
  }, [change]);
  return { state, change, pageSize: state.pageSize ?? rememberedSize, setPageSize };
}

export type ListStateHandle = ReturnType<typeof useListState>;

function readPageSize(): PageSize {
  const stored = readStored(sizeKey);
  return pageSizes.find((size) => size === stored) ?? pageSizes[0];
}
