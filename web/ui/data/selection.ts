/** The chosen rows of a list as they were last seen, and the one a range starts from. */
export interface Selection<T extends Chosen> {
  chosen: ReadonlyMap<number, T>;
  anchor: number | null;
}

interface Chosen {
  id: number;
}

// No row at all fits rows of every kind.
export const noSelection: Selection<never> = { chosen: new Map<number, never>(), anchor: null };

/** Chooses a row or lets it go; all of `range`, the rows from the last chosen one to it, follow suit. */
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

/** Chooses all rows, or none when all are chosen. */
export function toggleAll<T extends Chosen>({ chosen }: Selection<T>, rows: readonly T[]): Selection<T> {
  const all = rows.length > 0 && rows.every(({ id }) => chosen.has(id));
  return all ? noSelection : { chosen: new Map(rows.map((row) => [row.id, row])), anchor: null };
}

/** Forgets rows that are not there any more and sees the others as they are now; gives the same selection when nothing changed. */
export function keepPresent<T extends Chosen>(selection: Selection<T>, rows: readonly T[]): Selection<T> {
  const { chosen, anchor } = selection;
  const present = rows.filter(({ id }) => chosen.has(id));
  const same = present.length === chosen.size && present.every((row) => chosen.get(row.id) === row);
  return same ? selection : { chosen: new Map(present.map((row) => [row.id, row])), anchor };
}

/** Forgets one row. */
export function dropRow<T extends Chosen>(selection: Selection<T>, id: number): Selection<T> {
  if (!selection.chosen.has(id)) return selection;
  const chosen = new Map(selection.chosen);
  chosen.delete(id);
  return { ...selection, chosen };
}
