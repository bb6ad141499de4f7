import { type QueryKey, useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef } from "react";
import { folderOf, type Level, openFolders, type TreeItem } from "./tree_rows.ts";

/** The query for one folder; its key goes stale when the folder changes. */
export interface LevelQuery<T extends TreeItem> {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<readonly T[]>;
}

/** Loads every open folder and keeps it up to date. Also returns a function that retries one folder. */
export function useLevels<T extends TreeItem>(
  expanded: ReadonlySet<string>,
  level: (path: string) => LevelQuery<T>,
): { levels: ReadonlyMap<string, Level<T>>; retry: (path: string) => void } {
  const queries = useQueryClient();
  const open = useMemo(() => openFolders(expanded), [expanded]);
  // Skips folders known to be gone. A folder whose parent is not loaded yet counts as present.
  const folders = open.filter((path) => {
    const beside = queries.getQueryData<readonly T[]>(level(folderOf(path)).queryKey);
    return path === "" || (beside?.some((item) => item.path === path && item.expandable) ?? true);
  });
  const results = useQueries({ queries: folders.map((path) => ({ ...level(path), retryDelay: 300 })) });
  const asked = useRef({ folders, results });
  asked.current = { folders, results };
  const known = results.map(({ data, error }, index) => ({ path: folders[index] ?? "", items: data, error }));
  const levels = useSame(known);
  const retry = useCallback((path: string) => {
    const { folders, results } = asked.current;
    void results[folders.indexOf(path)]?.refetch();
  }, []);
  return { levels, retry };
}

interface Known<T extends TreeItem> extends Level<T> {
  path: string;
}

/** Returns the same map until an entry changes, so that thousands of rows are recomputed only then. */
function useSame<T extends TreeItem>(known: readonly Known<T>[]): ReadonlyMap<string, Level<T>> {
  const last = useRef<readonly Known<T>[]>([]);
  const map = useRef<ReadonlyMap<string, Level<T>>>(new Map());
  const same = known.length === last.current.length && known.every((one, index) => {
    const before = last.current[index];
    return before?.path === one.path && before.items === one.items && before.error === one.error;
  });
  if (!same) {
    last.current = known;
    map.current = new Map(known.map((one) => [one.path, one]));
  }
  return map.current;
}
