import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Account } from "../../../server/contract/account.ts";
import { queryKeys } from "../../api/query_keys.ts";
import type { Api } from "../../api/request.ts";
import { useApi } from "../../api/use_api.tsx";

/** Asks for the account of whoever is logged in. */
export function useAccount() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.account(),
    queryFn: ({ signal }) => api.get<Account>("/account", { signal }),
  });
}

/** Gives the way to change something of the account; what is shown of it is asked for anew. */
export function useAccountAction<A, R>(action: (api: Api, given: A) => Promise<R>) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: A) => action(api, given),
    // Not waited for: what the caller tells would come late, or not at all when it is drawn anew.
    onSuccess: () => void queries.invalidateQueries({ queryKey: queryKeys.session() }),
  });
}
