import { useMemo } from "react";
import type { AccountEntry } from "../../../server/contract/accounts.ts";
import { useSession } from "../../api/use_session.ts";
import type { Translate } from "../../messages/create_messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import type { Column } from "../../ui/data/columns.ts";
import { DataTable } from "../../ui/data/data_table.tsx";
import { RowMenu } from "../../ui/data/rows/row_actions.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { Badge } from "../../ui/feedback/badge.tsx";
import { LogOut, Pencil, Power, PowerOff, ShieldCheck, Trash2 } from "../../ui/icons/icons.ts";
import type { MenuEntry } from "../../ui/overlays/menu_entries.ts";
import { RoleLabels } from "./role_labels.tsx";
import type { AccountActions } from "./use_account_actions.tsx";

interface RowProps {
  /** The id of the person who looks at it. */
  ownId: number;
  actions: AccountActions;
  onChange: (account: AccountEntry) => void;
}

const nameOf = ({ username }: AccountEntry) => username;

/** Renders the accounts as a table, or as cards on a phone. */
export function AccountTable(
  { accounts, ...given }: Omit<RowProps, "ownId"> & { accounts: readonly AccountEntry[] },
) {
  const { t } = useMessages();
  const { actions, onChange } = given;
  const ownId = useSession().account.id;
  const columns = useMemo(() => columnsOf(ownId), [ownId]);
  const props = { ownId, actions, onChange };
  return (
    <DataTable
      label={t("accounts.tab")}
      columns={columns}
      rows={accounts}
      rowName={nameOf}
      actionsWidth={52}
      menu={(account) => entriesOf(account, props, t)}
      card={(account) => <AccountCard account={account} {...props} />}
    />
  );
}

function columnsOf(ownId: number): readonly Column<AccountEntry>[] {
  return [
    {
      id: "name",
      header: "accounts.name",
      share: 0.26,
      minWidth: 140,
      className: "py-1.5 ps-4",
      headClassName: "ps-4",
      title: nameOf,
      cell: (account) => <Name account={account} ownId={ownId} />,
    },
    {
      id: "role",
      header: "accounts.role",
      minWidth: 196,
      className: "py-1.5",
      cell: (account) => <RoleLabels {...account} />,
    },
    {
      id: "secondFactor",
      header: "accounts.secondFactor",
      width: 112,
      cell: ({ secondFactor }) => <SecondFactor isOn={secondFactor} />,
    },
    {
      id: "passkeys",
      header: "accounts.passkeys",
      width: 92,
      minWindowWidth: 1480,
      tabularDigits: true,
      cell: ({ passkeys }) => <Count count={passkeys} />,
    },
    {
      id: "sessions",
      header: "accounts.sessions",
      width: 92,
      minWindowWidth: 1380,
      tabularDigits: true,
      cell: ({ sessions }) => <Count count={sessions} />,
    },
    {
      id: "lastLogin",
      header: "accounts.lastLogin",
      width: 112,
      minWindowWidth: 1180,
      tabularDigits: true,
      className: "text-muted",
      cell: ({ lastLoginAt }) => <LastLogin at={lastLoginAt} />,
    },
  ];
}

function Name({ account: { id, username, disabled }, ownId }: { account: AccountEntry; ownId: number }) {
  const { t } = useMessages();
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className={disabled ? "truncate text-faint line-through" : "truncate font-medium"}>
        {username}
      </span>
      {id === ownId && <Badge tone="accent">{t("accounts.you")}</Badge>}
      {disabled && <Badge tone="warning">{t("accounts.disabled")}</Badge>}
    </span>
  );
}

function SecondFactor({ isOn }: { isOn: boolean }) {
  const { t } = useMessages();
  return isOn
    ? <Badge tone="success">{t("accounts.secondFactorOn")}</Badge>
    : <span className="text-faint">{t("accounts.secondFactorOff")}</span>;
}

function Count({ count }: { count: number }) {
  const { format } = useMessages();
  return <span className={count === 0 ? "text-faint" : ""}>{format.number(count)}</span>;
}

function LastLogin({ at }: { at: string | null }) {
  const { t } = useMessages();
  return at === null ? <span className="text-faint">{t("accounts.never")}</span> : <RelativeTime at={at} />;
}

function entriesOf(
  account: AccountEntry,
  { ownId, actions: { ask, enable }, onChange }: RowProps,
  t: Translate,
): MenuEntry[] {
  const { id, disabled, secondFactor, sessions } = account;
  const change = { label: t("accounts.change"), icon: <Pencil />, onSelect: () => onChange(account) };
  // Whoever looks has all of their own in the security settings, and may only give up the role here.
  if (id === ownId) return [change];
  return [
    change,
    disabled
      ? { label: t("accounts.enable"), icon: <Power />, onSelect: () => enable(account) }
      : { label: t("accounts.disable"), icon: <PowerOff />, onSelect: () => ask("disable", account) },
    ...(sessions > 0
      ? [{
        label: t("accounts.endSessions"),
        icon: <LogOut />,
        onSelect: () => ask("endSessions", account),
      }]
      : []),
    ...(secondFactor
      ? [{
        label: t("accounts.removeFactor"),
        icon: <ShieldCheck />,
        onSelect: () => ask("removeFactor", account),
      }]
      : []),
    "separator",
    { label: t("ui.delete"), icon: <Trash2 />, danger: true, onSelect: () => ask("remove", account) },
  ];
}

function AccountCard({ account, ...props }: RowProps & { account: AccountEntry }) {
  const { t } = useMessages();
  const { username, secondFactor, passkeys, sessions, lastLoginAt } = account;
  return (
    <article
      aria-label={username}
      className="flex flex-col gap-1.5 rounded-md border border-line bg-surface px-3 py-2"
    >
      <div className="flex items-center gap-2 text-sm">
        <span className="min-w-0 flex-1">
          <Name account={account} ownId={props.ownId} />
        </span>
        <span className="-my-1 -me-1.5">
          <RowMenu name={username} entries={() => entriesOf(account, props, t)} />
        </span>
      </div>
      <div className="text-sm">
        <RoleLabels {...account} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        {secondFactor && <span>{t("accounts.secondFactor")}</span>}
        {passkeys > 0 && <span>{t("accounts.passkeyCount", { count: passkeys })}</span>}
        <span>{t("accounts.sessionCount", { count: sessions })}</span>
        <span className="ms-auto">
          <LastLogin at={lastLoginAt} />
        </span>
      </div>
    </article>
  );
}
