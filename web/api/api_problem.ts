import type { ErrorCode } from "../../server/contract/error_codes.ts";
import type { Issue, Problem } from "../../server/contract/problem.ts";

/** What can go wrong on the way, before or instead of an answer of the panel. */
export type TransportCode = "unreachable" | "timeout" | "unexpected_answer";

/** A request that did not succeed: the panel's own words, its code and the refused fields. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly code: ErrorCode | TransportCode;
  /** HTTP status; 0 when there was no answer. */
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

/** Tells whether the panel itself could not be reached: down, starting, or behind a proxy that found nobody. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiProblem &&
    (error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504);
}

/** Tells whether the answer was "who are you?". */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiProblem &&
    (error.code === "session_expired" || error.code === "not_authenticated");
}

/** Finds the message of one field: `issueAt(error, "name")`; a place inside the field counts too. */
export function issueAt(error: unknown, path: string): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  return error.issues.find((issue) => issue.path === path || issue.path.startsWith(`${path}.`))?.message;
}

/** Lists the issues that belong to none of the given fields, for the foot of a form. */
export function otherIssues(error: unknown, visible: readonly string[]): Issue[] {
  if (!(error instanceof ApiProblem)) return [];
  return error.issues.filter(({ path }) =>
    !visible.some((name) => path === name || path.startsWith(`${name}.`))
  );
}
