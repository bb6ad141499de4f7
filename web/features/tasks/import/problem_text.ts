import { ApiProblem } from "../../../api/api_problem.ts";

/** Returns why a request failed, in one line with the invalid values. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return String(error);
  const issues = error.issues.map(({ message }) => message);
  return [error.title, issues.length > 0 ? issues.join("; ") : error.detail].filter(Boolean).join(": ");
}
