import { AppError } from "../../contract/app_error.ts";
import type { PathResults } from "../../contract/files.ts";
import type { Language } from "../../contract/settings.ts";
import { formatContractError, formatIssue } from "../../contract/messages/format.ts";
import { asFileError } from "../../platform/files/file_errors.ts";

/** What came of one path; `error` null when it went well. */
export interface PathResult {
  path: string;
  error: AppError | null;
  binId?: number;
}

/** Acts on several one after the other; what cannot be done with one does not stop the others. Throws what is a bug. */
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

/** Says results in the caller's language. */
export function formatResults(results: readonly PathResult[], language: Language): PathResults {
  return {
    results: results.map(({ path, error, ...rest }) =>
      error === null ? { path, ok: true, ...rest } : { path, ok: false, error: formatError(error, language) }
    ),
  };
}

/** Says an error in one sentence: what was wrong with the field, where that is known. */
export function formatError(error: AppError, language: Language) {
  const [issue] = error.issues;
  const output = { code: error.code, ...formatContractError(error.code, error.params, language) };
  return issue === undefined ? output : { ...output, detail: formatIssue(issue, language).message };
}

function orThrow(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}
