import { queryOptions, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { Session } from "../../server/contract/auth.ts";
import { patience } from "./patience.ts";
import { queryKeys } from "./query_keys.ts";
import type { Api } from "./request.ts";
import { useApi } from "./use_api.tsx";

function sessionQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.session(),
    queryFn: ({ signal }) => api.get<Session>("/auth/session", { signal, timeoutMs: 10_000 }),
    ...patience,
  });
}

/** Queries the current session; errors stay in the query. */
export function useSessionQuery() {
  return useQuery(sessionQuery(useApi()));
}

/** Returns the session, for pages that are only visible after login. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery(useApi())).data;
}
