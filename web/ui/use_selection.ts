import { useMemo, useState } from "react";
import { keepPresent, noSelection, type Selection, toggleAll, toggleRow } from "./selection.ts";

/** Keeps which of the rows that are shown are chosen, and the ways to choose: one, all from the last chosen to it, all. */
export function useSelection<T extends { id: number }>(rows: readonly T[]) {
  const [kept, setKept] = useState<Selection<T>>(noSelection);
  const selection = useMemo(() => keepPresent(kept, rows), [kept, rows]);
  return {
    chosen: selection.chosen,
    onToggle(row: T, range: boolean) {
      const from = range ? rows.findIndex(({ id }) => id === selection.anchor) : -1;
      const to = rows.findIndex(({ id }) => id === row.id);
      const between = from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      setKept(toggleRow(selection, row, between));
    },
    onToggleAll: () => setKept(toggleAll(selection, rows)),
    clear: () => setKept(noSelection),
  };
}
