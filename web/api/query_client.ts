import { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "./api_problem.ts";

const retries = 2;

/** Creates the cache of server data. Live events, not time, make queries stale. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 30_000, refetchOnWindowFocus: true },
      // Offline, a change fails at once instead of being sent later without notice.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/** Retries only failures that may be temporary: no response, or a busy server. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const final = error instanceof ApiProblem && error.status >= 400 && error.status < 502;
  return !final && failures < retries;
}
