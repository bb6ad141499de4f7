import type { ErrorCode } from "./error_codes.ts";
import type { IssueCode } from "./issue_codes.ts";

/** One rejected field: its path, the reason, and the values its message needs. */
export interface Issue {
  /** Path in the body or query, joined with dots: `schedules.0`. */
  path: string;
  code: IssueCode;
  message: string;
  params: Record<string, string | number>;
}

/** The body of every error response (RFC 9457), sent as `application/problem+json`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  issues?: Issue[];
}
