import { useQuery } from "@tanstack/react-query";
import type { SessionEntry } from "../../../server/contract/auth.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";

const maxVisible = 100;

/** Asks where the account is logged in. */
export function useSessions() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.sessions(),
    queryFn: ({ signal }) =>
      api.get<List<SessionEntry>>("/auth/sessions", { signal, query: { pageSize: maxVisible } }),
  });
}
