// The order of views and of rules. A file names the one before it, because with a number in each, one that is new would change the
// files of all after it.

import type { StoredObject } from "./kinds.ts";

/** An object whose file names the one that it comes after. */
export interface Placed {
  id: number;
  afterId: number;
  key: string;
}

/** Returns the IDs of objects of one kind in their order. */
export function inPlace(objects: readonly Pick<StoredObject, "id" | "fields">[]): number[] {
  const positionOf = ({ fields }: Pick<StoredObject, "fields">) => Number(fields["position"]);
  return objects.toSorted((a, b) => positionOf(a) - positionOf(b)).map(({ id }) => id);
}

/**
 * Returns objects in the order that files ask for: others stay in their order, each followed by those that come after it. Of several
 * after the same one, as when two branches were merged, the key decides. What an export leaves out stays behind the one before it.
 * `circular` are those that come after themselves.
 */
export function orderOf(
  current: readonly number[],
  placed: readonly Placed[],
  leftOut: ReadonlySet<number>,
): { order: number[]; circular: Placed[] } {
  const following = Map.groupBy(
    placed.toSorted((a, b) => a.key < b.key ? -1 : 1),
    ({ afterId }) => afterId,
  );
  const behind = new Map(
    current.slice(1).flatMap((id, index) => leftOut.has(id) ? [[current[index]!, id] as const] : []),
  );
  const moved = new Set([...placed.map(({ id }) => id), ...behind.values()]);
  const order: number[] = [];
  const stack = current.filter((id) => !moved.has(id)).reverse();
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    order.push(id);
    stack.push(...(following.get(id) ?? []).map((one) => one.id).reverse());
    const next = behind.get(id);
    if (next !== undefined) stack.push(next);
  }
  const reached = new Set(order);
  return { order, circular: placed.filter(({ id }) => !reached.has(id)) };
}
