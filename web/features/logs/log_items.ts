import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { LogEntry, LogTree } from "../../../server/contract/logs.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import type { LevelQuery } from "../../ui/data/tree/use_tree.ts";
import { folderOf, foldersAbove, type TreeItem } from "../../ui/data/tree/tree_rows.ts";

/** A log or a folder of logs in the tree; a log named after its start time is displayed as that time. */
export type LogItem = LogEntry & TreeItem;

// The server names logs after their start time, with a number when several started in the same millisecond, and with the run where
// several machines write logs.
const timed = /^(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)-\d{3}(?:-(\d+))?(?:-r\d+(?:-\d+)?)?\.log$/;

/** Returns the start time in the name of a log; null for any other name. */
export function timeOfName(name: string): string | null {
  const [, day, hour, minute, second, number] = timed.exec(name) ?? [];
  if (day === undefined) return null;
  return `${day} ${hour}:${minute}:${second}${number === undefined ? "" : ` (${number})`}`;
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function useLogLevel(): (path: string) => LevelQuery<LogItem> {
  const api = useApi();
  return useCallback((path) => ({
    queryKey: queryKeys.logs("tree", path),
    queryFn: async ({ signal }) => {
      const { entries } = await api.get<LogTree>("/logs/tree", { query: { path }, signal });
      return entries.map((entry) => ({
        ...entry,
        name: timeOfName(entry.name) ?? entry.name,
        expandable: entry.kind === "folder",
      }));
    },
  }), [api]);
}

/** Queries the item at a path and its siblings; the item is null when there is none. */
export function useLogItem(path: string) {
  const level = useLogLevel();
  const { data, error, refetch } = useQuery(useMemo(() => level(folderOf(path)), [level, path]));
  const item = data && (data.find((one) => one.path === path) ?? null);
  return { item, beside: data ?? none, error, refetch };
}

const none: readonly LogItem[] = [];

/**
 * Removes folders that contain another selected item: opening a folder selects it, and selecting some of its logs afterwards does
 * not mean all of them.
 */
export function innermost<T extends { path: string }>(items: readonly T[]): T[] {
  const above = new Set(items.flatMap(({ path }) => foldersAbove(path)));
  return items.filter(({ path }) => !above.has(path));
}

/** Returns items by path from the loaded folders. */
export function loadedItems(queries: QueryClient, paths: Iterable<string>): LogItem[] {
  return [...paths].flatMap((path) => {
    const level = queries.getQueryData<readonly LogItem[]>(queryKeys.logs("tree", folderOf(path)));
    return level?.find((one) => one.path === path) ?? [];
  });
}
