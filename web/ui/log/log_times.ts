import { useEffect, useRef, useState } from "react";
import { useToast } from "../feedback/use_toast.tsx";
import type { LogLoader, LogState } from "./log_loader.ts";
import type { LogSource, LogTime } from "./log_source.ts";

const restMs = 500;
const lateMs = 1500;
const none: readonly LogTime[] = [];

/**
 * Loads the print times of the lines in the window while they are wanted; updates them when the lines change, at a
 * limited rate.
 */
export function useLogTimes(
  source: LogSource,
  { loader, state, wanted }: { loader: LogLoader; state: LogState; wanted: boolean },
): readonly LogTime[] {
  const toast = useToast();
  const [times, setTimes] = useState(none);
  const [late, setLate] = useState(0);
  const askedAt = useRef(-restMs);
  const { version, ended, phase } = state;
  useEffect(() => {
    if (!wanted || phase !== "ready" || !source.times) return;
    const abort = new AbortController();
    const ask = async () => {
      askedAt.current = performance.now();
      const { offset, next } = loader.buffer;
      try {
        const found = await source.times?.(offset, next, abort.signal) ?? none;
        if (abort.signal.aborted) return;
        setTimes(found);
        // The times of the last lines arrive a little after the lines.
        if (!ended && (found.at(-1)?.size ?? 0) < next) {
          setTimeout(() => setLate((count) => count + 1), lateMs);
        }
      } catch (error) {
        if (!abort.signal.aborted) toast.problem(error);
      }
    };
    const wait = Math.max(0, askedAt.current + restMs - performance.now());
    const timer = setTimeout(() => void ask(), wait);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [source, loader, toast, wanted, version, ended, phase, late]);
  return times;
}

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
