import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";

interface Address<S> {
  /** Parses the state from the query and path of a URL. */
  read(search: string, path: string): S;
  /** Returns the path and query for a state. */
  write(state: S): string;
}

/**
 * Returns the state of a list in its URL, and a function that changes a part of it. Pass the same functions
 * on every render. A change resets the `page` to the first one, unless it changes the page itself.
 */
export function useListState<S extends object>({ read, write }: Address<S>) {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const state = useMemo(() => read(search, path), [search, path, read]);
  const change = useCallback((part: Partial<S>, { replace = false } = {}) => {
    // Read from the location, because the search field may call this after the URL has changed since the last
    // render.
    const before = read(location.search, location.pathname);
    navigate(write({ ...before, ...("page" in before && { page: 1 }), ...part }), { replace });
  }, [navigate, read, write]);
  return { state, change };
}
