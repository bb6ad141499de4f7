// Loads lazy chunks of the page. After an update of the panel the files of an open tab's build are gone, and a slow
// connection may never finish, so callers must handle both.

/** Maximum load time of a chunk, milliseconds. */
const LIMIT_MS = 120_000;

/** Thrown when a chunk did not load in time. */
export class LoadTimeoutError extends Error {
  override readonly name = "LoadTimeoutError";
}

/** Imports a chunk; throws LoadTimeoutError after two minutes. */
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

/** Returns whether an error means that a chunk did not load; every browser words it differently. */
export function isLoadError(error: unknown): boolean {
  return error instanceof LoadTimeoutError ||
    error instanceof TypeError &&
      /dynamically imported module|Importing a module script failed|error loading/i.test(error.message);
}
