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

/** Removes one row from the selection. */
export function dropRow<T extends Chosen>(selection: Selection<T>, id: number): Selection<T> {
  if (!selection.chosen.has(id)) return selection;
  const chosen = new Map(selection.chosen);
  chosen.delete(id);
  return { ...selection, chosen };
}
