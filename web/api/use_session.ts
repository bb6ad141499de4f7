import { queryOptions, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { InitializationState, Session } from "../../server/contract/auth.ts";
import { queryKeys } from "./query_keys.ts";
import type { Api } from "./request.ts";
import { useApi } from "./use_api.tsx";
import { isSignedOut, isUnreachable } from "./api_problem.ts";

/** The session as the page shows it. */
export interface PageSession extends Session {
  /** Whether it has the role of an earlier response, because something on the page is not saved. */
  isRoleOutdated?: true;
}

export function sessionQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.session(),
    queryFn: ({ signal }) => api.get<PageSession>("/auth/session", { signal, timeoutMs: 10_000 }),
    // That there is no session is known until someone logs in, also when it was asked before anything was rendered.
    retryOnMount: ({ state }) => !isSignedOut(state.error),
    ...patience,
  });
}

/** Queries the current session; errors stay in the query. */
export function useSessionQuery() {
  return useQuery(sessionQuery(useApi()));
}

/** Returns the session, for pages that are only visible after login. */
export function useSession(): PageSession {
  return useSuspenseQuery(sessionQuery(useApi())).data;
}

/** Queries whether the panel is initialized; cached until it is invalidated. */
export function initializationQuery(api: Api) {
  return queryOptions({
    queryKey: ["initialization"],
    queryFn: ({ signal }) => api.get<InitializationState>("/initialization", { signal }),
    staleTime: 2000,
    ...patience,
  });
}

/**
 * Retry options for the first queries of a page while the server does not respond: once a second, ten times.
 */
const patience = {
  retry: (failures: number, error: unknown): boolean => isUnreachable(error) && failures < 10,
  retryDelay: 1000,
};
