/** The chosen rows of a list, and the one a range starts from. */
export interface Selection {
  ids: ReadonlySet<number>;
  anchor: number | null;
}

export const noSelection: Selection = { ids: new Set(), anchor: null };

/** Chooses a row or lets it go; with `range`, everything from the last chosen row to it follows suit. */
export function toggleRow(
  selection: Selection,
  id: number,
  { order, range }: { order: readonly number[]; range: boolean },
): Selection {
  const ids = new Set(selection.ids);
  const chosen = !ids.has(id);
  for (const one of range ? between(order, selection.anchor, id) : [id]) {
    if (chosen) ids.add(one);
    else ids.delete(one);
  }
  return { ids, anchor: id };
}

/** Chooses all rows of the page, or none when all are chosen. */
export function toggleAll(selection: Selection, order: readonly number[]): Selection {
  const all = order.length > 0 && order.every((id) => selection.ids.has(id));
  return all ? noSelection : { ids: new Set(order), anchor: null };
}

/** Forgets rows that are not there any more; gives the same selection when none has gone. */
export function keepPresent(selection: Selection, order: readonly number[]): Selection {
  const present = new Set(order);
  const ids = [...selection.ids].filter((id) => present.has(id));
  return ids.length === selection.ids.size ? selection : { ids: new Set(ids), anchor: selection.anchor };
}

function between(order: readonly number[], from: number | null, to: number): readonly number[] {
  const [start, end] = [order.indexOf(from ?? to), order.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return order.slice(Math.min(start, end), Math.max(start, end) + 1);
}
