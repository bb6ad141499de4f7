/**
 * Processes all `items` in order with `hands` concurrent workers: a free worker takes the next item. Returns the results
 * in the order of the items.
 */
export async function deal<T, R>(
  items: readonly T[],
  workers: number,
  action: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [at, item] of queue) results[at] = await action(item);
  };
  await Promise.all(Array.from({ length: workers }, work));
  return results;
}

export interface File {
  path: string;
  size: number;
}

/**
 * Puts the files named by `longest` first, in that order, then the others, largest first. Throws when a named file does not
 * exist.
 */
export function longestFirst(files: readonly File[], longest: readonly string[]): File[] {
  const named = longest.map((name) => fileCalled(files, name));
  const others = files.filter((file) => !named.includes(file)).toSorted((a, b) => b.size - a.size);
  return [...named, ...others];
}

/**
 * Splits off the files named by `names`: returns the others, then those. Throws when a named file does not
 * exist.
 */
export function setApart(files: readonly File[], names: readonly string[]): [File[], File[]] {
  const apart = names.map((name) => fileCalled(files, name));
  return [files.filter((file) => !apart.includes(file)), apart];
}

function fileCalled(files: readonly File[], name: string): File {
  const found = files.find(({ path }) => path.endsWith(`/${name}`));
  if (found === undefined) throw new Error(`there is no ${name} among the tests`);
  return found;
}
