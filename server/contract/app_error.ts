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
  readonly code: ErrorCode;
  readonly params: Record<string, string | number>;
  readonly issues: FieldIssue[];

  constructor(code: ErrorCode, params: Record<string, string | number> = {}, issues: FieldIssue[] = []) {
    super(code);
    this.code = code;
    this.params = params;
    this.issues = issues;
  }
}

/** Throws `validation_failed` when there are issues. */
export function refuseIf(issues: FieldIssue[]): void {
  if (issues.length > 0) throw new AppError("validation_failed", { count: issues.length }, issues);
}
