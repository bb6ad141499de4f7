import type { LogTime } from "./log_source.ts";

/** Returns when a line was printed: the first time at which the log reached its end; undefined when unknown. */
export function timeOfLine(times: readonly LogTime[], end: number): string | undefined {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle]?.size ?? 0) >= end) high = middle;
    else low = middle + 1;
  }
  return times[low]?.at;
}
