import { ApiProblem } from "../../api/api_problem.ts";

/** What is wrong with a rule, and where: `start` and `end` are positions in the text, end exclusive. */
export interface RuleIssue {
  message: string;
  start: number;
  end: number;
}

/**
 * Returns the issue of the rule at a path of a rejected request; undefined when the issue is elsewhere. `incorrect`
 * replaces the server's message for an invalid rule.
 */
export function ruleIssue(error: unknown, path: string, incorrect?: string): RuleIssue | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  const issue = error.issues.find((one) => one.path === path);
  if (!issue) return undefined;
  const { start, end } = issue.params;
  const message = issue.code === "incorrect_cron" ? incorrect ?? issue.message : issue.message;
  return { message, start: Number(start ?? 0), end: Number(end ?? 0) };
}

export interface MarkedText {
  before: string;
  faulty: string;
  after: string;
}

/** Splits a rule around its invalid part; an issue without a range, such as a missing field, marks all of it. */
export function markIssue(text: string, { start, end }: RuleIssue): MarkedText {
  const from = Math.min(Math.max(0, start), text.length);
  const to = Math.min(Math.max(from, end), text.length);
  if (to === from) return { before: "", faulty: text, after: "" };
  return { before: text.slice(0, from), faulty: text.slice(from, to), after: text.slice(to) };
}
