import { isUnreachable } from "./api_problem.ts";

/** Retry options for the first queries of a page while the panel does not respond: once a second, ten times. */
export const patience = {
  retry: (failures: number, error: unknown): boolean => isUnreachable(error) && failures < 10,
  retryDelay: 1000,
};
