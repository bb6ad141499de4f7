import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { Column } from "./columns.ts";

/**
 * Returns a function that tells whether the window has at least a width, for the widths that columns require.
 */
export function useHasRoom(
  columns: readonly Pick<Column<never>, "minWindowWidth">[],
): (width: number) => boolean {
  const key = [...new Set(columns.flatMap(({ minWindowWidth }) => minWindowWidth ?? []))].join();
  const queries = useMemo(
    () => key.split(",").map((width) => ({ width, list: matchMedia(`(min-width: ${width}px)`) })),
    [key],
  );
  const subscribe = useCallback((listener: () => void) => {
    for (const { list } of queries) list.addEventListener("change", listener);
    return () => {
      for (const { list } of queries) list.removeEventListener("change", listener);
    };
  }, [queries]);
  const matching = useSyncExternalStore(
    subscribe,
    () => queries.filter(({ list }) => list.matches).map(({ width }) => width).join(),
  );
  return (width) => matching.split(",").includes(String(width));
}
