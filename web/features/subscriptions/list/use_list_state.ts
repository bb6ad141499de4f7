import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { paths } from "../../../paths.ts";
import { type ListState, readListState, writeListState } from "./list_address.ts";

/** Gives the state of the list that its address keeps, and the way to change it; any change but that of the page leads to the first. */
export function useListState() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const state = useMemo(() => readListState(search), [search]);
  const change = useCallback((part: Partial<ListState>, { replace = false } = {}) => {
    // Read anew: the search box changes it later than the render it was typed in.
    const next = { ...readListState(location.search), page: 1, ...part };
    navigate(paths.subscriptions(writeListState(next)), { replace });
  }, [navigate]);
  return { state, change };
}

export type ListStateHandle = ReturnType<typeof useListState>;
