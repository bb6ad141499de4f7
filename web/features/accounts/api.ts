import type {
  AccountChange,
  AccountEntry,
  CreatedInvitation,
  Invitation,
} from "../../../server/contract/accounts.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useChange } from "../../shared/actions/use_action.ts";
import type { Submission } from "../../ui/form/use_server_form.ts";
import { inputOf, type InviteValues, type RoleValues } from "./role_values.ts";

/** Queries all accounts. */
export function useAccounts() {
  return useApiQuery<{ items: AccountEntry[] }>(queryKeys.accounts("list"), "/accounts");
}

/** Queries the invitations that can be used. */
export function useInvitations() {
  return useApiQuery<{ items: Invitation[] }>(queryKeys.accounts("invitations"), "/accounts/invitations");
}

/** Returns a mutation that creates an invitation; resolves to its link. */
export function useInvite() {
  return useChange({
    send: (api, { values }: Submission<InviteValues>) => {
      const username = values.username.trim();
      return api.post<CreatedInvitation>("/accounts/invitations", {
        ...inputOf(values),
        username: username === "" ? null : username,
        channelId: values.channel === "" ? null : Number(values.channel),
      });
    },
    invalidates: [queryKeys.accounts()],
  });
}

/** Returns a mutation that changes role and labels of an account. */
export function useSaveRole({ id, username }: AccountEntry) {
  const { t } = useMessages();
  return useChange({
    send: (api, { values, base }: Submission<RoleValues, AccountEntry>) => {
      const change: AccountChange = inputOf(values);
      return api.patch<AccountEntry>(`/accounts/${id}`, change, { version: base?.version });
    },
    invalidates: [queryKeys.accounts()],
    done: () => t("accounts.changed", { name: username }),
  });
}
