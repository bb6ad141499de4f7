/**
 * Does all of `items` in their order, as many at once as there are `hands`: whoever is free takes the next. Answers what
 * came of each, in the order of the items.
 */
export async function deal<T, R>(
  items: readonly T[],
  hands: number,
  act: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [at, item] of queue) results[at] = await act(item);
  };
  await Promise.all(Array.from({ length: hands }, work));
  return results;
}

/** Puts those in front that `longest` names, in its order, then the others, the largest first. Throws when one named is not there. */
export function longestFirst(
  files: readonly { path: string; size: number }[],
  longest: readonly string[],
): string[] {
  const unknown = longest.filter((name) => !files.some(({ path }) => path.endsWith(`/${name}`)));
  if (unknown.length > 0) throw new Error(`there is no ${unknown.join(", ")} to begin with`);
  const place = (path: string) => {
    const at = longest.findIndex((name) => path.endsWith(`/${name}`));
    return at < 0 ? longest.length : at;
  };
  return files.toSorted((a, b) => place(a.path) - place(b.path) || b.size - a.size).map(({ path }) => path);
}
