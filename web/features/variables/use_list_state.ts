import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { paths } from "../../paths.ts";
import { type ListState, readListState, writeListState } from "./url_state.ts";

/** Gives what the list shows, as its address has it, and the way to change it. */
export function useListState() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const state = useMemo(() => readListState(search), [search]);
  const change = useCallback((part: Partial<ListState>, { replace = false } = {}) => {
    // Read anew: the search box changes it later than the render it was typed in.
    const next = { ...readListState(location.search), ...part };
    navigate(paths.variables(writeListState(next)), { replace });
  }, [navigate]);
  return { state, change };
}

export type ListStateHandle = ReturnType<typeof useListState>;
