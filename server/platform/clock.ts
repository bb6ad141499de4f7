import { AsyncResource } from "node:async_hooks";

export interface Timer {
  cancel(): void;
}

/** The source of time. Everything that waits or reads the time takes a clock, so that tests can control it. */
export interface Clock {
  /** Wall clock, ms since 1970 UTC. May jump. */
  now(): number;
  /** Monotonic time in ms, for measuring; unrelated to `now`. */
  monotonic(): number;
  /** Calls `action` once after `delayMs`. Delays over 2^31-1 ms are capped at that. */
  after(delayMs: number, action: () => void): Timer;
}

export interface Instant {
  wall: number;
  monotonic: number;
}

export function instantOf(clock: Clock): Instant {
  return { wall: clock.now(), monotonic: clock.monotonic() };
}

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Calls a function in no request: what a timer does is not done on behalf of who happened to set it. */
const outsideRequests = AsyncResource.bind((action: () => void) => action());

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, action) {
    const handle = setTimeout(() => outsideRequests(action), Math.min(Math.max(0, delayMs), MAX_TIMEOUT_MS));
    return { cancel: () => clearTimeout(handle) };
  },
};

const GRID_MS = 1_000;

/**
 * Calls `action` once after about `delayMs`, up to half a second earlier or later: at a moment at which everything waits that
 * may, because waking an idle process costs more than what is done then.
 */
export function afterAbout(clock: Clock, delayMs: number, action: () => void): Timer {
  const now = clock.monotonic();
  return clock.after(Math.round((now + delayMs) / GRID_MS) * GRID_MS - now, action);
}

/** Resolves after a delay, or as soon as `signal` is aborted. */
export function sleep(clock: Pick<Clock, "after">, delayMs: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = clock.after(delayMs, resolve);
  if (!signal) return promise;
  const end = () => resolve();
  signal.addEventListener("abort", end);
  return promise.finally(() => {
    timer.cancel();
    signal.removeEventListener("abort", end);
  });
}

/** Returns a clock whose timers report what they throw instead of ending the process. */
export function guardedClock(clock: Clock, onError: (error: unknown) => void): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    after: (delayMs, action) =>
      clock.after(delayMs, () => {
        try {
          action();
        } catch (error) {
          onError(error);
        }
      }),
  };
}
