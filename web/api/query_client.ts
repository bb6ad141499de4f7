import { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "./api_problem.ts";

const retries = 2;

/** Makes the store of everything the server said; live events, not time, make it look again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 30_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
}

/** Tries again only what may have been an accident: no answer, or a panel that was busy. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const final = error instanceof ApiProblem && error.status >= 400 && error.status < 502;
  return !final && failures < retries;
}
