import type { AccountEntry } from "../../server/contract/accounts.ts";
import { queryKeys } from "./query_keys.ts";
import { useApiQuery } from "./use_api.tsx";
import { useIsAdministrator } from "./use_permissions.ts";

/** Returns whether the panel has other accounts than this one: only then do pages mention whose something is. */
export function useHasOtherAccounts(): boolean {
  const isAdministrator = useIsAdministrator();
  const { data } = useApiQuery<{ items: AccountEntry[] }>(queryKeys.accounts("list"), "/accounts", {
    enabled: isAdministrator,
  });
  // There is an administrator always.
  return !isAdministrator || data !== undefined && data.items.length > 1;
}
