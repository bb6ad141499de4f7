import { useCallback, useMemo, useRef, useState } from "react";

/** The selected rows of a list as last loaded, and the row a range starts from. */
export interface Selection<T extends Chosen> {
  chosen: ReadonlyMap<number, T>;
  anchor: number | null;
}

interface Chosen {
  id: number;
}

// An empty selection is valid for rows of any type.
export const noSelection: Selection<never> = { chosen: new Map<number, never>(), anchor: null };

/** Selects or deselects a row; every row in `range`, the rows since the last selected one, gets the same state. */
export function toggleRow<T extends Chosen>(
  { chosen }: Selection<T>,
  row: T,
  range: readonly T[] = [row],
): Selection<T> {
  const next = new Map(chosen);
  const choosing = !chosen.has(row.id);
  for (const one of range) {
    if (choosing) next.set(one.id, one);
    else next.delete(one.id);
  }
  return { chosen: next, anchor: row.id };
}

/** Selects all rows, or none when all are selected. */
export function toggleAll<T extends Chosen>({ chosen }: Selection<T>, rows: readonly T[]): Selection<T> {
  const all = rows.length > 0 && rows.every(({ id }) => chosen.has(id));
  return all ? noSelection : { chosen: new Map(rows.map((row) => [row.id, row])), anchor: null };
}

/** Drops rows that no longer exist and updates the others; returns the same selection when nothing changed. */
export function keepPresent<T extends Chosen>(selection: Selection<T>, rows: readonly T[]): Selection<T> {
  const { chosen, anchor } = selection;
  const present = rows.filter(({ id }) => chosen.has(id));
  const same = present.length === chosen.size && present.every((row) => chosen.get(row.id) === row);
  return same ? selection : { chosen: new Map(present.map((row) => [row.id, row])), anchor };
}

export function dropRow<T extends Chosen>(selection: Selection<T>, id: number): Selection<T> {
  if (!selection.chosen.has(id)) return selection;
  const chosen = new Map(selection.chosen);
  chosen.delete(id);
  return { ...selection, chosen };
}

/** Returns the rows from one index to another, loaded if necessary. */
type LoadRows<T> = (first: number, last: number) => Promise<readonly T[]>;

type ChangeRange<T extends { id: number }> = (
  before: Selection<T>,
  range: readonly T[],
) => Selection<T>;

/**
 * Manages the selection of the visible rows: toggle one, select a range, select all. The functions are
 * stable. A list that loads rows on demand passes `load`; rows that are not loaded then stay selected until
 * `remove`. So do rows of other pages that `choose` has selected, until nothing is selected any more.
 */
export function useSelection<T extends { id: number }>(
  rows: readonly (T | undefined)[],
  load?: LoadRows<T> | undefined,
) {
  const [stored, setStored] = useState<Selection<T>>(noSelection);
  const [isBeyond, setBeyond] = useState(false);
  if (isBeyond && stored.chosen.size === 0) setBeyond(false);
  const isPartial = load !== undefined || isBeyond;
  const selection = useMemo(() => isPartial ? stored : keepPresent(stored, present(rows)), [
    stored,
    rows,
    isPartial,
  ]);
  const current = useRef({ rows, load, isPartial, anchor: selection.anchor });
  current.current = { rows, load, isPartial, anchor: selection.anchor };
  const change = useCallback((next: (before: Selection<T>) => Selection<T>) => {
    const { rows, isPartial } = current.current;
    setStored((before) => next(isPartial ? before : keepPresent(before, present(rows))));
  }, []);
  const changeRange = useCallback((first: number, last: number, next: ChangeRange<T>) => {
    const { rows, load } = current.current;
    if (!load) return change((before) => next(before, present(rows.slice(first, last + 1))));
    void load(first, last).then((range) => change((before) => next(before, range)));
  }, [change]);
  const onToggle = useCallback((row: T, range: boolean) => {
    const { rows, anchor } = current.current;
    const to = rows.findIndex((one) => one?.id === row.id);
    const from = range ? rows.findIndex((one) => one && one.id === anchor) : -1;
    if (from < 0 || to < 0) return change((before) => toggleRow(before, row));
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    changeRange(first, last, (before, between) => toggleRow(before, row, between));
  }, [change, changeRange]);
  const onToggleAll = useCallback(() => changeRange(0, current.current.rows.length - 1, toggleAll), [
    changeRange,
  ]);
  const choose = useCallback((all: readonly T[]) => {
    setStored({ chosen: new Map(all.map((row) => [row.id, row])), anchor: null });
    setBeyond(true);
  }, []);
  const clear = useCallback(() => setStored(noSelection), []);
  const remove = useCallback((id: number) => setStored((before) => dropRow(before, id)), []);
  return { chosen: selection.chosen, onToggle, onToggleAll, choose, isBeyond, clear, remove };
}

function present<T>(rows: readonly (T | undefined)[]): readonly T[] {
  return rows.filter((row) => row !== undefined);
}
