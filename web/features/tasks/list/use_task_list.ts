import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { List } from "../../../../server/contract/shapes.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import type { Api } from "../../../api/request.ts";
import { useApi } from "../../../api/use_api.tsx";
import {
  type ListQuery,
  type ListState,
  type PageSize,
  queryOf,
  readListState,
} from "../../../shared/task/list_address.ts";
import { type ListStateHandle, readPageSize } from "../../../shared/task/use_list_state.ts";
import { useLastPage } from "../../../ui/data/use_list_state.ts";
import type { PageData } from "../../../ui/feedback/lazy.tsx";

/** Number of rows per request of an endless list. */
const endlessPageSize = 200;
/** The most that one request returns. */
const maxPageSize = 500;
const none: readonly Task[] = [];

/**
 * Queries the page of tasks in the URL, or the visible pages of an endless list; the previous rows stay
 * visible until it is loaded.
 */
export function useTaskList({ state, change, pageSize }: ListStateHandle) {
  const api = useApi();
  const isEndless = pageSize === "all";
  const list = queryOf(state);
  const lastError = useRef<unknown>(null);
  const request = firstQuery(api, state, pageSize);
  const { data, isPlaceholderData, errorUpdateCount, refetch } = useQuery({
    ...request,
    queryFn: (context) =>
      request.queryFn(context).catch((error: unknown) => {
        lastError.current = error;
        throw error;
      }),
    placeholderData: keepPreviousData,
  });
  // Live events refetch repeatedly, and each refetch resets the query's error.
  const failure = !data && errorUpdateCount > 0 ? lastError.current : null;
  useLastPage({
    total: isEndless || isPlaceholderData ? undefined : data?.total,
    page: state.page,
    pageSize: isEndless ? endlessPageSize : pageSize,
    onPage: (page) => change({ page }, { replace: true }),
  });
  const endless = useEndlessPages(list, isEndless && data ? data.total : null);
  const queries = useQueryClient();
  const loadAll = async (): Promise<Task[]> => {
    const tasks: Task[] = [];
    for (let page = 1;; page++) {
      const { items, total } = await queries.fetchQuery(
        pageQuery(api, list, { page, pageSize: maxPageSize }),
      );
      tasks.push(...items);
      if (tasks.length >= total || items.length === 0) return tasks;
    }
  };
  return {
    /** Undefined until loaded. */
    total: data?.total,
    /** Undefined for rows that are not loaded yet. */
    rows: endless?.rows ?? data?.items ?? none,
    /** Null for a list with pages. */
    endless,
    /** The filters and the order, as text. */
    key: JSON.stringify(list),
    /** Loads the tasks of all pages. */
    loadAll,
    isStale: isPlaceholderData,
    failure,
    refetch: () => void refetch(),
  };
}

export type LoadedTasks = ReturnType<typeof useTaskList>;

/** Loads what the list of the current URL shows first. */
export async function prefetchTaskList({ api, queries }: PageData): Promise<void> {
  const state = readListState(location.search, location.pathname);
  await queries.prefetchQuery(firstQuery(api, state, state.pageSize ?? readPageSize()));
}

/** The query of the page in the URL, or of the first one of an endless list. */
function firstQuery(api: Api, state: ListState, pageSize: PageSize) {
  const page = pageSize === "all" ? { page: 1, pageSize: endlessPageSize } : { page: state.page, pageSize };
  return pageQuery(api, queryOf(state), page);
}

function pageQuery(api: Api, list: ListQuery, page: { page: number; pageSize: number }) {
  const query = { ...list, ...page };
  return {
    queryKey: queryKeys.taskList(query),
    queryFn: ({ signal }: { signal: AbortSignal }) => api.get<List<Task>>("/tasks", { query, signal }),
  };
}

type KnownPages = ReadonlyMap<number, readonly Task[]>;

/** Refetches the visible pages, caches the others, and loads more when a range of rows is needed. Null without a total. */
function useEndlessPages(list: ListQuery, total: number | null) {
  const api = useApi();
  const queries = useQueryClient();
  const key = total === null ? "" : JSON.stringify(list);
  const [range, setRange] = useState({ key, pages: [1] });
  const cache = useRef<{ key: string; pages: KnownPages }>({ key, pages: new Map() });
  if (cache.current.key !== key) cache.current = { key, pages: new Map() };
  const pages = range.key === key ? range.pages : [1];
  const pageOf = (page: number) => pageQuery(api, list, { page, pageSize: endlessPageSize });
  const loaded = useQueries({
    queries: total === null ? [] : pages.map(pageOf),
    combine: (results) => results.map(({ data }) => data?.items),
  });
  const known = cache.current.pages = withPages(cache.current.pages, pages, loaded);
  const rows = useMemo(() => joinPages(known, total ?? 0, endlessPageSize), [known, total]);
  const onVisible = useCallback((first: number, last: number) => {
    const next = pagesOf(first, last, endlessPageSize);
    setRange((before) =>
      before.key === key && before.pages.join() === next.join() ? before : { key, pages: next }
    );
  }, [key]);
  if (total === null) return null;
  const load = async (first: number, last: number): Promise<readonly Task[]> => {
    const { current } = cache; // replaced when the filters change
    for (const page of pagesOf(first, last, endlessPageSize)) {
      if (current.pages.has(page)) continue;
      const { items } = await queries.fetchQuery(pageOf(page));
      current.pages = withPages(current.pages, [page], [items]);
    }
    const all = joinPages(current.pages, total, endlessPageSize);
    return all.slice(first, last + 1).filter((task) => task !== undefined);
  };
  return { key, rows, onVisible, load };
}

/** Adds loaded pages; returns the same map when nothing changed. */
function withPages(
  known: KnownPages,
  pages: readonly number[],
  items: readonly (readonly Task[] | undefined)[],
): KnownPages {
  const changed = pages.flatMap((page, index) => {
    const tasks = items[index];
    return tasks && known.get(page) !== tasks ? [[page, tasks] as const] : [];
  });
  return changed.length === 0 ? known : new Map([...known, ...changed]);
}

/** Lists the pages, counted from 1, that contain the rows from one index to another. */
export function pagesOf(first: number, last: number, pageSize: number): number[] {
  const start = Math.floor(first / pageSize);
  const count = Math.max(0, Math.floor(last / pageSize) - start + 1);
  return Array.from({ length: count }, (_, step) => start + step + 1);
}

/** Joins pages into one list of `total` rows; undefined where a page is not loaded. */
export function joinPages<T>(
  pages: ReadonlyMap<number, readonly T[]>,
  total: number,
  pageSize: number,
): (T | undefined)[] {
  const rows = Array<T | undefined>(total).fill(undefined);
  for (const [page, items] of pages) {
    items.forEach((item, offset) => {
      const index = (page - 1) * pageSize + offset;
      if (index < total) rows[index] = item;
    });
  }
  return rows;
}
