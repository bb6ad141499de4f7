import type { LogTime } from "../../engine/log_times.ts";

const MAX = 2000;

/** Picks the times that tell when the bytes from `from` up to `to` appeared; evenly fewer where there are too many. */
export function timesBetween(
  times: readonly LogTime[],
  { from, to = Infinity }: { from: number; to?: number | undefined },
): { size: number; at: string }[] {
  const first = times.findIndex(({ size }) => size > from);
  if (first < 0) return [];
  const last = times.findIndex(({ size }) => size >= to);
  const wanted = times.slice(first, last < 0 ? times.length : last + 1);
  const step = Math.ceil(wanted.length / MAX);
  // Counted from the end: of several entries that become one, the last says when all of it was there.
  return wanted.filter((_, index) => (wanted.length - 1 - index) % step === 0)
    .map(({ at, size }) => ({ size, at: new Date(at).toISOString() }));
}
