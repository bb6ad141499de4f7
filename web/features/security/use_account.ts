import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Account } from "../../../server/contract/account.ts";
import { queryKeys } from "../../api/query_keys.ts";
import type { Api } from "../../api/request.ts";
import { useApi } from "../../api/use_api.tsx";

/** Queries the account of the current user. */
export function useAccount() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.account(),
    queryFn: ({ signal }) => api.get<Account>("/account", { signal }),
  });
}

/** Returns a mutation that changes the account and then reloads its queries. */
export function useAccountAction<A, R>(action: (api: Api, given: A) => Promise<R>) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: A) => action(api, given),
    // Not awaited: the caller's message would be late, or lost when a re-render unmounts the caller.
    onSuccess: () => void queries.invalidateQueries({ queryKey: queryKeys.session() }),
  });
}
