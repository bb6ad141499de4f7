/**
 * Runs `action` for each item, at most `limit` at a time: as soon as one ends, the next item starts. Returns the results in the
 * order of the items.
 */
export async function runConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  action: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) results[index] = await action(item);
  };
  await Promise.all(Array.from({ length: limit }, work));
  return results;
}
