import { useMemo, useState } from "react";
import { keepPresent, noSelection, type Selection, toggleAll, toggleRow } from "./selection.ts";

/** Manages the selection of the visible rows: toggle one, select a range, select all. */
export function useSelection<T extends { id: number }>(rows: readonly T[]) {
  const [stored, setStored] = useState<Selection<T>>(noSelection);
  const selection = useMemo(() => keepPresent(stored, rows), [stored, rows]);
  return {
    chosen: selection.chosen,
    onToggle(row: T, range: boolean) {
      const from = range ? rows.findIndex(({ id }) => id === selection.anchor) : -1;
      const to = rows.findIndex(({ id }) => id === row.id);
      const between = from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      setStored(toggleRow(selection, row, between));
    },
    onToggleAll: () => setStored(toggleAll(selection, rows)),
    clear: () => setStored(noSelection),
  };
}
