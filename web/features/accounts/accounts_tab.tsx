import { Suspense, useState } from "react";
import type { AccountEntry, CreatedInvitation } from "../../../server/contract/accounts.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { SettingsSkeleton } from "../../shared/settings/setting_row.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { NewButton } from "../../ui/buttons/new_button.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { lazyDialog, lazyPart } from "../../ui/feedback/lazy.tsx";
import { Plus, UserRound } from "../../ui/icons/icons.ts";
import { FocusBack } from "../../ui/overlays/focus_back.tsx";
import { useShortcuts } from "../../ui/use_shortcuts.ts";
import { AccountTable } from "./account_table.tsx";
import { useAccounts, useInvitations } from "./api.ts";
import { InvitationList } from "./invitation_list.tsx";
import { LinkDialog } from "./link_dialog.tsx";
import { useAccountActions } from "./use_account_actions.tsx";

const AccountChannels = lazyPart(() => import("./account_channels.tsx"));
const InviteDialog = lazyDialog(() => import("./invite_dialog.tsx"));
const RoleDialog = lazyDialog(() => import("./role_dialog.tsx"));

type Open = { dialog: "invite" } | { dialog: "role"; account: AccountEntry } | {
  dialog: "link";
  created: CreatedInvitation;
};

/** Renders the tab of the people with an account; of a panel with one, only how to invite another. */
export default function AccountsTab() {
  const [open, setOpen] = useState<Open | null>(null);
  const actions = useAccountActions();
  const close = () => setOpen(null);
  return (
    <div className="flex flex-col gap-3">
      <Accounts
        actions={actions}
        onInvite={() => setOpen({ dialog: "invite" })}
        onChange={(account) => setOpen({ dialog: "role", account })}
      />
      {(actions.question || open) && (
        <FocusBack>
          {actions.question}
          {open?.dialog === "invite" && (
            <InviteDialog
              onClose={close}
              onCreated={(created) => setOpen({ dialog: "link", created })}
            />
          )}
          {open?.dialog === "role" && <RoleDialog account={open.account} onClose={close} />}
          {open?.dialog === "link" && <LinkDialog created={open.created} onClose={close} />}
        </FocusBack>
      )}
    </div>
  );
}

function Accounts(
  { actions, onInvite, onChange }: {
    actions: ReturnType<typeof useAccountActions>;
    onInvite: () => void;
    onChange: (account: AccountEntry) => void;
  },
) {
  const { t } = useMessages();
  const accounts = useAccounts();
  const invitations = useInvitations();
  useShortcuts({ n: onInvite });
  if (!accounts.data || !invitations.data) {
    const failed = [accounts, invitations].find(({ error }) => error);
    return failed
      ? <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      : <SettingsSkeleton />;
  }
  const { items } = accounts.data;
  const isAlone = items.length === 1 && invitations.data.items.length === 0;
  if (isAlone) {
    return (
      <EmptyState
        frame="dashed"
        icon={<UserRound size={22} />}
        title={t("accounts.only")}
        text={t("accounts.onlyHelp")}
        action={<Button variant="primary" icon={<Plus />} onClick={onInvite}>{t("accounts.invite")}</Button>}
      />
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <p className="min-w-60 flex-1 text-sm text-muted">{t("accounts.intro")}</p>
        <NewButton label={t("accounts.invite")} onClick={onInvite} />
      </div>
      <AccountTable accounts={items} actions={actions} onChange={onChange} />
      <InvitationList invitations={invitations.data.items} onWithdraw={actions.askWithdraw} />
      <Suspense>
        <AccountChannels />
      </Suspense>
    </>
  );
}
