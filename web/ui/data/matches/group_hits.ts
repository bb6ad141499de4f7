/** Puts what was found together by path, in the order the paths came. */
export function groupHits<T extends { path: string }>(hits: readonly T[]): { path: string; hits: T[] }[] {
  return [...Map.groupBy(hits, ({ path }) => path)].map(([path, some]) => ({ path, hits: some }));
}
