/** Where the right text of a change begins and ends; empty where something was only taken away. */
export interface Stretch {
  fromB: number;
  toB: number;
}

export interface Position {
  /** Index of the change the cursor stands in; null between changes. */
  at: number | null;
  count: number;
}

/** Tells in which change a position lies. */
export function positionAt(changes: readonly Stretch[], head: number): Position {
  const at = changes.findIndex(({ fromB, toB }) => head >= fromB && head < Math.max(toB, fromB + 1));
  return { at: at < 0 ? null : at, count: changes.length };
}

/** Finds the change after a position, or before it; after the last comes the first. Null when there is none. */
export function stepFrom(changes: readonly Stretch[], head: number, by: 1 | -1): number | null {
  const { length } = changes;
  if (length === 0) return null;
  const { at } = positionAt(changes, head);
  if (at !== null) return (at + by + length) % length;
  const after = changes.findIndex(({ fromB }) => fromB > head);
  if (by === 1) return after < 0 ? 0 : after;
  return after < 0 ? length - 1 : (after - 1 + length) % length;
}
