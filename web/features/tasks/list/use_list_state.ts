import { useCallback, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { paths } from "../../../paths.ts";
import { type ListState, readListState, writeListState } from "./list_address.ts";

const sizeKey = "tasks.pageSize";
export const pageSizes = [20, 50, 100, 200] as const;

/** Gives the state of the list that its address keeps, the way to change it, and the page size chosen last. */
export function useListState() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const [rememberedSize, setRememberedSize] = useState(readPageSize);
  const state = useMemo(() => readListState(search), [search]);
  const change = useCallback((part: Partial<ListState>, { replace = false } = {}) => {
    // Read anew: the search box changes it later than the render it was typed in.
    const next = { ...readListState(location.search), page: 1, ...part };
    navigate(paths.tasks(writeListState(next)), { replace });
  }, [navigate]);
  const setPageSize = useCallback((size: number) => {
    writePageSize(size);
    setRememberedSize(size);
    change({ pageSize: null }, { replace: true });
  }, [change]);
  return { state, change, pageSize: state.pageSize ?? rememberedSize, setPageSize };
}

export type ListStateHandle = ReturnType<typeof useListState>;

function readPageSize(): number {
  try {
    const size = Number(localStorage.getItem(sizeKey));
    return pageSizes.find((one) => one === size) ?? pageSizes[0];
  } catch {
    return pageSizes[0]; // storage is switched off in this browser
  }
}

function writePageSize(size: number): void {
  try {
    localStorage.setItem(sizeKey, String(size));
  } catch {
    // storage is switched off in this browser: the size holds until the page is left
  }
}
