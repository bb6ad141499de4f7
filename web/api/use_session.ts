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

/** Asks who is logged in; errors stay in the query. */
export function useSessionQuery() {
  return useQuery(sessionQuery(useApi()));
}

/** Gives the session of a page that is shown only to whoever is logged in. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery(useApi())).data;
}
