import { keepPreviousData } from "@tanstack/react-query";
import { History } from "../../ui/icons/icons.ts";
import type { LoginLogEntry } from "../../../server/contract/login_log.ts";
import { loginStatuses } from "../../../server/contract/login_statuses.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useSession } from "../../api/use_session.ts";
import { paths } from "../../paths.ts";
import { oneOf, page, queryState, type StateOf } from "../../shared/page/query_state.ts";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { DataTable } from "../../ui/data/data_table.tsx";
import { Pagination } from "../../ui/data/pagination.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { useLastPage, useListState } from "../../ui/data/use_list_state.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import type { Column } from "../../ui/data/columns.ts";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";

const none: readonly LoginLogEntry[] = [];

export default function LoginLogTab() {
  const { t } = useMessages();
  const { state, change } = useListState(address);
  const { data, error, refetch, isPlaceholderData } = useLogins(state);
  const hasSeveral = useHasSeveral(data?.items ?? none);
  useLastPage({
    total: data?.total,
    page: state.page,
    pageSize,
    onPage: (page) => change({ page }),
  });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-60 flex-1 text-sm text-muted">{t("loginLog.intro")}</p>
        <Select
          label={t("loginLog.status")}
          hideLabel
          className="w-52"
          value={state.status ?? "all"}
          options={[
            { value: "all", label: t("loginLog.all") },
            ...loginStatuses.map((status) => ({ value: status, label: t(`loginLog.${status}`) })),
          ]}
          onValue={(status) => change({ status: status === "all" ? null : status })}
        />
      </div>
      <DataTable
        label={t("loginLog.tab")}
        columns={hasSeveral ? loginColumns : loginColumns.filter(({ id }) => id !== "account")}
        rows={data?.items ?? none}
        loading={!data}
        stale={isPlaceholderData}
        error={data ? null : error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState
            icon={<History size={22} />}
            title={t(state.status ? "loginLog.noneOfStatus" : "loginLog.empty")}
          />
        }
        minWidth={560}
        card={(entry) => <LoginCard entry={entry} named={hasSeveral} />}
      />
      {data && data.total > 0 && (
        <Pagination
          page={state.page}
          pageSize={pageSize}
          total={data.total}
          onPage={(page) => change({ page })}
        />
      )}
    </div>
  );
}

/** Returns whether the list names an account other than one's own: one person alone needs no names. */
function useHasSeveral(entries: readonly LoginLogEntry[]): boolean {
  const { account: own } = useSession();
  return entries.some(({ account }) => account !== null && account.id !== own.id);
}

function useLogins(state: ListState) {
  const { page, status } = state;
  return useApiQuery<List<LoginLogEntry>>(queryKeys.loginLog(state), "/login-logs", {
    query: { page, pageSize, status },
    placeholderData: keepPreviousData,
  });
}

const pageSize = 20;

const query = queryState({ page: page(), status: oneOf(loginStatuses) });
type ListState = StateOf<typeof query>;
const address = query.at(paths.loginLog);

const loginColumns: readonly Column<LoginLogEntry>[] = [
  {
    id: "time",
    header: "loginLog.time",
    width: 170,
    tabularDigits: true,
    className: "ps-4 text-muted",
    headClassName: "ps-4",
    cell: ({ at }) => <ExactTime at={at} />,
  },
  {
    id: "account",
    header: "loginLog.account",
    width: 150,
    className: "truncate",
    title: ({ account }) => account?.username ?? "",
    cell: (entry) => <AccountName entry={entry} />,
  },
  {
    id: "address",
    header: "loginLog.address",
    className: "truncate",
    cell: (entry) => <Origin entry={entry} />,
  },
  { id: "ip", header: "loginLog.ip", width: 132, mono: true, cell: ({ ip }) => ip },
  {
    id: "device",
    header: "loginLog.device",
    minWindowWidth: 1280,
    className: "truncate",
    title: ({ userAgent }) => userAgent,
    cell: (entry) => <Device entry={entry} />,
  },
  {
    id: "status",
    header: "loginLog.status",
    width: 148,
    cell: (entry) => <Status entry={entry} />,
  },
];

/** Renders one attempt as a card, for a phone. */
function LoginCard({ entry, named }: { entry: LoginLogEntry; named: boolean }) {
  return (
    <div className="rounded-md border border-line bg-surface px-3 py-2 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <Status entry={entry} />
        <span className="ms-auto text-xs text-muted">
          <ExactTime at={entry.at} />
        </span>
      </div>
      {named && entry.account && <div className="mt-1 break-words">{entry.account.username}</div>}
      <div className="mt-1 flex flex-wrap gap-x-2 text-xs text-muted">
        <span className="font-mono break-all">{entry.ip}</span>
        <Origin entry={entry} />
      </div>
      <div className="mt-0.5 truncate text-xs text-muted">
        <Device entry={entry} />
      </div>
    </div>
  );
}

function AccountName({ entry: { account } }: { entry: LoginLogEntry }) {
  const { t } = useMessages();
  return account === null
    ? <span className="text-muted">{t("loginLog.unknown")}</span>
    : <span>{account.username}</span>;
}

/** Renders the origin of an attempt: its network address. */
function Origin({ entry: { address, local } }: { entry: LoginLogEntry }) {
  const { t } = useMessages();
  if (address !== null) return <span>{address}</span>;
  return <span className="text-muted">{t(local ? "loginLog.local" : "loginLog.unknown")}</span>;
}

function Device({ entry: { device } }: { entry: LoginLogEntry }) {
  const { t } = useMessages();
  return device === "" ? <span className="text-muted">{t("loginLog.unknown")}</span> : <span>{device}</span>;
}

const wayTexts = {
  password: null,
  passkey: "loginLog.byPasskey",
  provider: "loginLog.byProvider",
  proxy: "loginLog.byProxy",
} as const satisfies Record<LoginLogEntry["way"], MessageKey | null>;

function Status({ entry: { status, way } }: { entry: LoginLogEntry }) {
  const { t } = useMessages();
  const isIn = status === "succeeded";
  const key = wayTexts[way];
  const messages = [t(`loginLog.${status}`), isIn && key !== null && t(key)];
  return (
    <StatusDot tone={isIn ? "success" : "danger"}>
      {messages.filter(Boolean).join(" · ")}
    </StatusDot>
  );
}
