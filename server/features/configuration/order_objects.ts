// The order of views and of rules. A file names the one before it, because with a number in each, one that is new would change the
// files of all after it.

/** An object whose file names the one that it comes after. */
export interface Placed {
  id: number;
  afterId: number;
  key: string;
}

/**
 * Returns objects in the order that files ask for: others stay in their order, each followed by those that come after it. Of several
 * after the same one, as when two branches were merged, the key decides. `circular` are those that come after themselves.
 */
export function orderOf(
  current: readonly number[],
  placed: readonly Placed[],
): { order: number[]; circular: Placed[] } {
  const following = Map.groupBy(
    placed.toSorted((a, b) => a.key < b.key ? -1 : 1),
    ({ afterId }) => afterId,
  );
  const moved = new Set(placed.map(({ id }) => id));
  const order: number[] = [];
  const stack = current.filter((id) => !moved.has(id)).reverse();
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    order.push(id);
    stack.push(...(following.get(id) ?? []).map((one) => one.id).reverse());
  }
  const reached = new Set(order);
  return { order, circular: placed.filter(({ id }) => !reached.has(id)) };
}
