import type { Account } from "../../../server/contract/account.ts";
import { queryKeys } from "../../api/query_keys.ts";
import type { Api } from "../../api/request.ts";
import { useApi, useApiQuery } from "../../api/use_api.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
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
  return useChange(useOptions(send, done));
}

/** Returns a mutation like `useAccountChange` that also reports errors. */
export function useAccountAction<V, R>(send: Send<V, R>, done?: MessageKey) {
  return useAction(useOptions(send, done));
}

function useOptions<V, R>(send: Send<V, R>, done: MessageKey | undefined) {
  const api = useApi();
  const { t } = useMessages();
  return {
    send: (variables: V) => send(api, variables),
    // Not awaited: a re-render may unmount the caller before its callbacks run.
    invalidates: [queryKeys.session()],
    ...(done && { done: () => t(done) }),
  };
}
