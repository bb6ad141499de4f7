const DEADLINE_MS = 180_000;
const POLL_INTERVAL_MS = 50;

/**
 * Waits until a condition holds and returns its result. Throws with `what` in the message after three
 * minutes.
 */
export async function until<T>(
  what: string,
  condition: () => Promise<T | null | false> | T | null | false,
  everyMs = POLL_INTERVAL_MS,
): Promise<T> {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline) {
    const response = await condition();
    if (response !== null && response !== false) return response;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  throw new Error(`timed out waiting for: ${what}`);
}
