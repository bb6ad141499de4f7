import type { LogTime } from "./log_source.ts";

/** Finds when a line was there: the first time at which the log reached its end; undefined when that is not known. */
export function timeOfLine(times: readonly LogTime[], end: number): string | undefined {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle]?.size ?? 0) >= end) high = middle;
    else low = middle + 1;
  }
  return times[low]?.at;
}
