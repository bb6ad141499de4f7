import type { Clock } from "../clock.ts";
import { isSameProcess } from "./process_table.ts";
import type { Ended } from "./posix_spawn.ts";

const POLL_INTERVAL_MS = 300;

/**
 * Resolves when a process that is no child of this one has ended: only a parent is notified. Never resolves once the signal
 * is aborted.
 */
export function watchEnd(
  pid: number,
  start: string | null,
  clock: Clock,
  signal: AbortSignal,
): Promise<Ended> {
  return new Promise((resolve) => {
    const poll = () => {
      if (signal.aborted) return;
      if (!isSameProcess(pid, start)) return resolve({ code: null, signal: null });
      const timer = clock.after(POLL_INTERVAL_MS, () => {
        signal.removeEventListener("abort", timer.cancel);
        poll();
      });
      signal.addEventListener("abort", timer.cancel, { once: true });
    };
    poll();
  });
}
