/** Moves an item to an index; clamps the index to the ends of the list. */
export function moveItem(ids: readonly number[], id: number, to: number): readonly number[] {
  const from = ids.indexOf(id);
  const index = Math.min(Math.max(to, 0), ids.length - 1);
  if (from < 0 || from === index) return ids;
  const others = ids.filter((one) => one !== id);
  return [...others.slice(0, index), id, ...others.slice(index)];
}

/** A moved item, and the item it was moved before; null for the end. */
export interface Move {
  ids: [number];
  before: number | null;
}

/** Returns the one item that was moved between two orders of the same items; null when none was. */
export function moveBetween(before: readonly number[], after: readonly number[]): Move | null {
  const first = before.findIndex((id, index) => after[index] !== id);
  if (first < 0) return null;
  const [was, now] = [before[first], after[first]];
  if (was === undefined || now === undefined) return null;
  // Either the item at this index moved down, or the one that is here now moved up.
  const moved = after[first] === before[first + 1] && before.length > first + 1 &&
      sameWithout(before, after, was)
    ? was
    : now;
  return { ids: [moved], before: after[after.indexOf(moved) + 1] ?? null };
}

function sameWithout(before: readonly number[], after: readonly number[], id: number): boolean {
  const others = after.filter((one) => one !== id);
  return before.filter((one) => one !== id).every((one, index) => others[index] === one);
}
