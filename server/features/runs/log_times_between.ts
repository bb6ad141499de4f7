import type { LogTime } from "../../engine/log_times.ts";

const MAX = 2000;

/** Returns the times at which the bytes from `from` to `to` appeared, thinned out evenly above the limit. */
export function timesBetween(
  times: readonly LogTime[],
  { from, to = Infinity }: { from: number; to?: number | undefined },
): { size: number; at: string }[] {
  const first = times.findIndex(({ size }) => size > from);
  if (first < 0) return [];
  const last = times.findIndex(({ size }) => size >= to);
  const wanted = times.slice(first, last < 0 ? times.length : last + 1);
  const step = Math.ceil(wanted.length / MAX);
  // Counts from the end: of the entries merged into one, the last one knows when all of its bytes were there.
  return wanted.filter((_, index) => (wanted.length - 1 - index) % step === 0)
    .map(({ at, size }) => ({ size, at: new Date(at).toISOString() }));
}
