/** Waits for a promise, or throws the reason of the signal as soon as it aborts. */
export function orAborted<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason);
    if (signal.aborted) give();
    signal.addEventListener("abort", give, { once: true });
    pending.then(resolve, reject).finally(() => signal.removeEventListener("abort", give));
  });
}
