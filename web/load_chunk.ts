// How any further part of the page is fetched. After an update of the panel the files of an open tab's build are gone, and a
// slow connection may never end, so whoever loads has to be ready for both.

/** How long a part of the page may take, milliseconds. */
const LIMIT_MS = 120_000;

/** Thrown when a part of the page did not arrive in time. */
export class LoadTimeoutError extends Error {
  override readonly name = "LoadTimeoutError";
}

/** Imports a part of the page; throws LoadTimeoutError after two minutes. */
export async function loadChunk<T>(load: () => Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LoadTimeoutError(`not loaded within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([load(), limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns whether an error means that a part of the page did not arrive; every browser words it differently. */
export function isLoadError(error: unknown): boolean {
  return error instanceof LoadTimeoutError ||
    error instanceof TypeError &&
      /dynamically imported module|Importing a module script failed|error loading/i.test(error.message);
}
