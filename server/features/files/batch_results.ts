import { AppError } from "../../contract/app_error.ts";
import type { PathResults } from "../../contract/files.ts";
import type { Language } from "../../contract/settings.ts";
import { formatFieldError } from "../../contract/messages/format.ts";
import { asFileError } from "../../platform/files/file_errors.ts";

/** The result for one path; `error` is null on success. */
export interface PathResult {
  path: string;
  error: AppError | null;
  binId?: number;
}

/** Applies an action to several items in order; an expected error does not stop the others. Rethrows bugs. */
export async function applyToEach<T>(
  items: readonly T[],
  pathOf: (item: T) => string,
  action: (item: T) => Promise<Omit<PathResult, "path" | "error"> & { more?: PathResult[] } | void>,
): Promise<PathResult[]> {
  const results: PathResult[] = [];
  const left: PathResult[] = [];
  for (const item of items) {
    const path = pathOf(item);
    try {
      const { more = [], ...done } = await action(item) ?? {};
      results.push({ path, error: null, ...done });
      left.push(...more);
    } catch (error) {
      results.push({ path, error: orThrow(asFileError(error, path)) });
    }
  }
  return [...results, ...left];
}

export function formatResults(results: readonly PathResult[], language: Language): PathResults {
  return {
    results: results.map(({ path, error, ...rest }) =>
      error === null
        ? { path, ok: true, ...rest }
        : { path, ok: false, error: formatFieldError(error, language) }
    ),
  };
}

function orThrow(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}
