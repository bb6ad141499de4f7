const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After the first try, the second, and so on. */
const DELAYS_MS = [MINUTE_MS / 2, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS];
/** A service that asks for more than this is not heeded further, milliseconds. */
const MAX_REQUEST_MS = 24 * HOUR_MS;

/** Tells how long to wait after so many tries, or as long as the service asks; null when there is no further try. Milliseconds. */
export function retryDelayMs(attempts: number, retryAfterMs: number | null): number | null {
  const usual = DELAYS_MS[attempts - 1];
  return usual === undefined ? null : Math.max(usual, Math.min(retryAfterMs ?? 0, MAX_REQUEST_MS));
}
