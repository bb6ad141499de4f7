import type { ErrorCode } from "./error_codes.ts";
import type { IssueCode } from "./issue_codes.ts";

/** A field rejected by a rule that a schema cannot express. */
export interface FieldIssue {
  path: string;
  code: IssueCode;
  params?: Record<string, string | number>;
}

/**
 * A request that cannot be fulfilled, for a reason the caller should know. Mapped to a response in one file,
 * `http/errors.ts`.
 */
export class AppError extends Error {
  override readonly name = "AppError";

  constructor(
    readonly code: ErrorCode,
    readonly params: Record<string, string | number> = {},
    readonly issues: FieldIssue[] = [],
  ) {
    super(code);
  }
}

/** The result for one item of a batch; `error` is null on success. */
export interface ItemResult {
  id: number;
  error: AppError | null;
}

/** Runs an action for one item of a batch, so that its `AppError` does not stop the others. Rethrows bugs. */
export async function attempt(id: number, action: () => Promise<void>): Promise<ItemResult> {
  try {
    await action();
    return { id, error: null };
  } catch (error) {
    if (error instanceof AppError) return { id, error };
    throw error;
  }
}

/** Throws `validation_failed` when there are issues. */
export function refuseIf(issues: FieldIssue[]): void {
  if (issues.length > 0) throw new AppError("validation_failed", { count: issues.length }, issues);
}
