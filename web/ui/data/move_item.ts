/** Moves an item to an index; clamps the index to the ends of the list. */
export function moveItem(ids: readonly number[], id: number, to: number): readonly number[] {
  const from = ids.indexOf(id);
  const index = Math.min(Math.max(to, 0), ids.length - 1);
  if (from < 0 || from === index) return ids;
  const others = ids.filter((one) => one !== id);
  return [...others.slice(0, index), id, ...others.slice(index)];
}
