import { isUnreachable } from "./api_problem.ts";

/** What the first questions of a page do while the panel does not answer: ask once a second, ten times. */
export const patience = {
  retry: (failures: number, error: unknown): boolean => isUnreachable(error) && failures < 10,
  retryDelay: 1000,
};
