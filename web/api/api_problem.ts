import type { ErrorCode } from "../../server/contract/error_codes.ts";
import type { Issue, Problem } from "../../server/contract/problem.ts";

/** Transport failures, before or instead of a response of the server. */
export type TransportCode = "unreachable" | "timeout" | "unexpected_answer";

/** A failed request: the server's title and detail, its code and the invalid fields. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly code: ErrorCode | TransportCode;
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly issues: Issue[];

  constructor(
    problem: Omit<Problem, "type" | "code"> & { code: ErrorCode | TransportCode },
    cause?: unknown,
  ) {
    super(`${problem.code}: ${problem.detail}`, { cause });
    this.code = problem.code;
    this.status = problem.status;
    this.title = problem.title;
    this.detail = problem.detail;
    this.issues = problem.issues ?? [];
  }
}

/** Returns whether the panel itself could not be reached: down, starting, or behind a proxy without an upstream. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiProblem &&
    (error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504);
}

/** Returns whether the request failed because no user is logged in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiProblem &&
    (error.code === "session_expired" || error.code === "not_authenticated");
}

/** Returns the message of one field: `issueAt(error, "name")`; issues inside the field count too. */
export function issueAt(error: unknown, path: string): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  return error.issues.find((issue) => issue.path === path || issue.path.startsWith(`${path}.`))?.message;
}

/** Returns the issues that belong to none of the given fields, for the bottom of a form. */
export function otherIssues(error: unknown, fields: readonly string[]): Issue[] {
  if (!(error instanceof ApiProblem)) return [];
  return error.issues.filter(({ path }) =>
    !fields.some((name) => path === name || path.startsWith(`${name}.`))
  );
}
