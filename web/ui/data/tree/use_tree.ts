import { type QueryKey, useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { folderOf, foldersAbove, type Level, movedPath, openFolders, type TreeItem } from "./tree_rows.ts";

/** The state of a tree (expanded folders, selection, focus) and the functions that change it. */
export interface TreeHandle {
  expanded: ReadonlySet<string>;
  selection: TreeSelection;
  focused: string | null;
  /** The path to scroll into view once it is loaded. */
  scrollTarget: string | null;
  setSelection(selection: TreeSelection): void;
  setFocused(key: string | null): void;
  expand(path: string): void;
  collapse(path: string): void;
  collapseAll(): void;
  /** Expands all folders that contain a path, selects it and scrolls it into view. */
  reveal(path: string): void;
  /** Reports that the scroll target is in view. */
  clearScrollTarget(): void;
  /** Updates the state after a path was renamed or moved. */
  rename(from: string, to: string): void;
}

/**
 * Manages the state of one tree. `start` lists the initially expanded folders; `onExpanded` is called on every change
 * of them.
 */
export function useTree(
  { start = [], onExpanded }: { start?: readonly string[]; onExpanded?: (paths: readonly string[]) => void } =
    {},
): TreeHandle {
  const [expanded, setOpen] = useState<ReadonlySet<string>>(() => new Set(start));
  const [selection, setSelection] = useState<TreeSelection>(emptySelection);
  const [focused, setFocused] = useState<string | null>(null);
  const [scrollTarget, setScrollTarget] = useState<string | null>(null);
  const latest = useRef(expanded);
  const onExpandedRef = useRef(onExpanded);
  onExpandedRef.current = onExpanded;
  const functions = useMemo(() => {
    const setExpanded = (next: ReadonlySet<string>) => {
      latest.current = next;
      setOpen(next);
      onExpandedRef.current?.([...next]);
    };
    return {
      setSelection,
      setFocused,
      expand: (path: string) => setExpanded(new Set([...latest.current, path])),
      collapse: (path: string) => setExpanded(new Set([...latest.current].filter((one) => one !== path))),
      collapseAll: () => setExpanded(new Set()),
      reveal(path: string) {
        const closed = foldersAbove(path).filter((one) => !latest.current.has(one));
        if (closed.length > 0) setExpanded(new Set([...latest.current, ...closed]));
        setSelection(selectOnly(path));
        setFocused(path);
        setScrollTarget(path);
      },
      clearScrollTarget: () => setScrollTarget(null),
      rename(from: string, to: string) {
        const moved = [...latest.current].map((path) => movedPath(path, from, to) ?? path);
        setExpanded(new Set([...moved, ...foldersAbove(to)]));
        setSelection(selectOnly(to));
        setFocused(to);
        setScrollTarget(to);
      },
    };
  }, []);
  return useMemo(() => ({ expanded, selection, focused, scrollTarget, ...functions }), [
    expanded,
    selection,
    focused,
    scrollTarget,
    functions,
  ]);
}

/** The selected paths, and the one a range starts from. */
interface TreeSelection {
  selected: ReadonlySet<string>;
  anchor: string | null;
}

export const emptySelection: TreeSelection = { selected: new Set(), anchor: null };

/** Selects one path and deselects all others. */
export function selectOnly(path: string): TreeSelection {
  return { selected: new Set([path]), anchor: path };
}

/** Adds a path to the selection or removes it. */
export function togglePath({ selected }: TreeSelection, path: string): TreeSelection {
  const next = new Set(selected);
  if (!next.delete(path)) next.add(path);
  return { selected: next, anchor: path };
}

/** Selects everything from the start of the range to a path; only that path when there is no start. */
export function selectRange(
  { anchor }: TreeSelection,
  order: readonly string[],
  path: string,
): TreeSelection {
  const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(path)];
  if (from < 0 || to < 0) return selectOnly(path);
  return { selected: new Set(order.slice(Math.min(from, to), Math.max(from, to) + 1)), anchor };
}

export function selectAll({ anchor }: TreeSelection, order: readonly string[]): TreeSelection {
  return { selected: new Set(order), anchor: anchor ?? order[0] ?? null };
}

/** The query for one folder; its key is invalidated when the folder changes. */
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
  const current = useRef({ folders, results });
  current.current = { folders, results };
  const known = results.map(({ data, error }, index) => ({ path: folders[index] ?? "", items: data, error }));
  const levels = useSame(known);
  const retry = useCallback((path: string) => {
    const { folders, results } = current.current;
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
