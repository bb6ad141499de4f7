/** Thrown when a page's code did not arrive in time. */
export class LoadTimeoutError extends Error {
  override readonly name = "LoadTimeoutError";
}

/** Gives what `work` gives, or throws LoadTimeoutError after `ms` milliseconds. */
export async function withTimeLimit<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LoadTimeoutError(`not loaded within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
