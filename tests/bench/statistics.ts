/** Returns the value below which a share of the values lies; NaN for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Runs an action `times` times, `atOnce` concurrently; returns how long each took (ms). */
export async function timeEach(
  times: number,
  atOnce: number,
  action: (index: number) => Promise<unknown>,
): Promise<number[]> {
  const durations: number[] = [];
  let next = 0;
  const worker = async () => {
    while (next < times) {
      const index = next++;
      const startedAt = performance.now();
      await action(index);
      durations.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return durations;
}
