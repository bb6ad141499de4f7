import type { Account } from "../../../server/contract/account.ts";
import { queryKeys } from "../../api/query_keys.ts";
import type { Api } from "../../api/request.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import { useAction, useChange } from "../../shared/actions/use_action.ts";

export function useAccount() {
  return useApiQuery<Account>(queryKeys.account(), "/account");
}

type Send<V, R> = (api: Api, variables: V) => Promise<R>;

/**
 * Returns a mutation that changes the account, reloads its queries and reports success with the message `done`. The
 * caller handles errors.
 */
export function useAccountChange<V, R>(send: Send<V, R>, done?: MessageKey) {
  return useChange(optionsOf(send, done));
}

/** Returns a mutation like `useAccountChange` that also reports errors. */
export function useAccountAction<V, R>(send: Send<V, R>, done?: MessageKey) {
  return useAction(optionsOf(send, done));
}

// Not awaited: a re-render may unmount the caller before its callbacks run.
function optionsOf<V, R>(send: Send<V, R>, done: MessageKey | undefined) {
  return { send, invalidates: [queryKeys.session()], ...(done && { done }) };
}
