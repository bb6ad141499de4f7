import { useCallback, useEffect, useEffectEvent, useMemo } from "react";
import { useLocation, useSearch } from "wouter";

interface Address<S> {
  /** Parses the state from the query and path of a URL. */
  read(search: string, path: string): S;
  write(state: S): string;
  /** Whether changes add no history entry. */
  replaces?: boolean;
}

/**
 * Returns the state of a list in its URL, and a function that changes a part of it. Pass the same functions
 * on every render. A change resets the `page` to the first one, unless it changes the page itself.
 */
export function useListState<S extends object>({ read, write, replaces = false }: Address<S>) {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const state = useMemo(() => read(search, path), [search, path, read]);
  const change = useCallback((part: Partial<S>, { replace = replaces } = {}) => {
    // Read from the location, because the search field may call this after the URL has changed since the last
    // render.
    const before = read(location.search, location.pathname);
    navigate(write({ ...before, ...("page" in before && { page: 1 }), ...part }), { replace });
  }, [navigate, read, write, replaces]);
  return { state, change };
}

/** The sort order of a list. Its URL stores the name of the field, prefixed with a hyphen for descending. */
export interface ListSort<F extends string> {
  field: F;
  descending: boolean;
}

/** Parses a sort order from the URL; returns null when it is empty or not a known field. */
export function readListSort<F extends string>(text: string, fields: readonly F[]): ListSort<F> | null {
  const field = fields.find((one) => one === text.replace(/^-/, ""));
  return field === undefined ? null : { field, descending: text.startsWith("-") };
}

/** Formats a sort order for the URL; undefined when there is none. */
export function writeListSort(sort: ListSort<string> | null): string | undefined {
  return sort ? `${sort.descending ? "-" : ""}${sort.field}` : undefined;
}

/** Navigates to the last page of a list when the URL names a page that no longer exists. */
export function useLastPage(
  { total, page, pageSize, onPage }: {
    /** Number of rows; undefined until known. */
    total: number | undefined;
    page: number;
    pageSize: number;
    onPage: (page: number) => void;
  },
): void {
  const last = total === undefined ? null : Math.max(1, Math.ceil(total / pageSize));
  const turn = useEffectEvent(onPage);
  useEffect(() => {
    if (last !== null && page > last) turn(last);
  }, [last, page]);
}
