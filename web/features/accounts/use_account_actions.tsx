import type { AccountEntry, Invitation } from "../../../server/contract/accounts.ts";
import type { Api } from "../../api/request.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useAction, useChange } from "../../shared/actions/use_action.ts";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";

/** Messages of each confirmation and its result. */
const messagesOf = {
  disable: {
    title: "accounts.disableTitle",
    text: "accounts.disableText",
    label: "accounts.disable",
    done: "accounts.disabledDone",
  },
  endSessions: {
    title: "accounts.endSessionsTitle",
    text: "accounts.endSessionsText",
    label: "accounts.endSessions",
    done: "accounts.sessionsEnded",
  },
  removeFactor: {
    title: "accounts.removeFactorTitle",
    text: "accounts.removeFactorText",
    label: "accounts.removeFactor",
    done: "accounts.factorRemoved",
  },
  remove: {
    title: "accounts.deleteTitle",
    text: "accounts.deleteText",
    label: "ui.delete",
    done: "accounts.deleted",
  },
} as const;

type Action = keyof typeof messagesOf;

interface Change {
  action: Action;
  account: AccountEntry;
}

/** Returns the actions on accounts and invitations, and the confirmation to render. */
export function useAccountActions() {
  const { t } = useMessages();
  const { ask, question } = useConfirm();
  const change = useChange({
    send: async (api, { action, account }: Change) => await perform(api, action, account),
    invalidates: [queryKeys.accounts()],
    waits: true,
    done: (_, { action, account: { username: name } }) => t(messagesOf[action].done, { name }),
  });
  const { mutate: enable } = useAction({
    send: (api, { id }: AccountEntry) => api.patch<AccountEntry>(`/accounts/${id}`, { disabled: false }),
    invalidates: [queryKeys.accounts()],
    done: (_, { username: name }) => t("accounts.enabledDone", { name }),
  });
  const withdraw = useChange({
    send: (api, { id }: Invitation) => api.delete<void>(`/accounts/invitations/${id}`),
    invalidates: [queryKeys.accounts()],
    waits: true,
    done: "accounts.withdrawn",
  });
  return {
    question,
    ask: (action: Action, account: AccountEntry) => {
      const { title, text, label } = messagesOf[action];
      ask({
        danger: true,
        title: t(title, { name: account.username }),
        text: t(text),
        confirmLabel: t(label),
        onConfirm: () => change.mutateAsync({ action, account }),
      });
    },
    enable,
    askWithdraw: (invitation: Invitation) =>
      ask({
        danger: true,
        title: t("accounts.withdrawTitle"),
        text: t("accounts.withdrawText"),
        confirmLabel: t("accounts.withdraw"),
        onConfirm: () => withdraw.mutateAsync(invitation),
      }),
  };
}

export type AccountActions = ReturnType<typeof useAccountActions>;

async function perform(api: Api, action: Action, { id }: AccountEntry): Promise<void> {
  const path = `/accounts/${id}`;
  if (action === "endSessions") await api.delete(`${path}/sessions`);
  else if (action === "removeFactor") await api.delete(`${path}/second-factor`);
  else if (action === "remove") await api.delete(path);
  else await api.patch(path, { disabled: true });
}
