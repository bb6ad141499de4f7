/** Groups matches by path, in the order of the paths' first match. */
export function groupHits<T extends { path: string }>(hits: readonly T[]): { path: string; hits: T[] }[] {
  return [...Map.groupBy(hits, ({ path }) => path)].map(([path, some]) => ({ path, hits: some }));
}
