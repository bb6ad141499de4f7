/** The range of a change in the right text; empty for a pure deletion. */
export interface Stretch {
  fromB: number;
  toB: number;
}

export interface Position {
  /** Index of the change at the cursor; null between changes. */
  at: number | null;
  count: number;
}

/** Returns the change at a text position. */
export function positionAt(changes: readonly Stretch[], head: number): Position {
  const at = changes.findIndex(({ fromB, toB }) => head >= fromB && head < Math.max(toB, fromB + 1));
  return { at: at < 0 ? null : at, count: changes.length };
}

/** Returns the index of the change after or before a position, wrapping around; null when there are no changes. */
export function stepFrom(changes: readonly Stretch[], head: number, by: 1 | -1): number | null {
  const { length } = changes;
  if (length === 0) return null;
  const { at } = positionAt(changes, head);
  if (at !== null) return (at + by + length) % length;
  const after = changes.findIndex(({ fromB }) => fromB > head);
  if (by === 1) return after < 0 ? 0 : after;
  return after < 0 ? length - 1 : (after - 1 + length) % length;
}
