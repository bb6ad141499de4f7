import { useMemo } from "react";
import type { SessionEntry } from "../../../server/contract/auth.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { Badge } from "../../ui/feedback/badge.tsx";
import { Card } from "../../ui/data/card.tsx";
import type { Column } from "../../ui/data/columns.ts";
import { DataTable } from "../../ui/data/data_table.tsx";
import { ExactTime, RelativeTime } from "../../ui/data/time_text.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";
import { useAccountAction } from "./use_account.ts";

/** Renders the sessions of the account, and buttons to end them. */
export function SessionsCard() {
  const { t } = useMessages();
  const { data, error, refetch } = useSessions();
  const { ask, question } = useConfirm();
  const one = useAccountAction(
    (api, { id }: SessionEntry) => api.delete<void>(`/auth/sessions/${id}`),
    "security.ended",
  );
  const others = useAccountAction(
    (api, _: void) => api.delete<void>("/auth/sessions"),
    "security.othersEnded",
  );
  const askOthers = () =>
    ask({
      danger: true,
      title: t("security.endOthersTitle"),
      text: t("security.endOthersText"),
      confirmLabel: t("security.endOthers"),
      onConfirm: () => others.mutateAsync(),
    });
  const ending = one.isPending ? one.variables : undefined;
  const hasOthers = data?.items.some((one) => !one.current) ?? false;
  return (
    <Card
      id="sessions"
      title={t("security.sessions")}
      help={t("security.sessionsHelp")}
      flush
      actions={hasOthers && <Button onClick={askOthers}>{t("security.endOthers")}</Button>}
    >
      {data
        ? <SessionTable sessions={data.items} ending={ending} onEnd={one.mutate} />
        : error
        ? <ErrorState error={error} onRetry={() => void refetch()} />
        : <div className="h-20" />}
      {question}
    </Card>
  );
}

const maxVisible = 100;

function useSessions() {
  return useApiQuery<List<SessionEntry>>(queryKeys.sessions(), "/auth/sessions", {
    query: { pageSize: maxVisible },
  });
}

interface RowProps {
  ending: SessionEntry | undefined;
  onEnd: (session: SessionEntry) => void;
}

/** Renders sessions as a table, or as lines on a phone. */
function SessionTable({ sessions, ...props }: RowProps & { sessions: readonly SessionEntry[] }) {
  const { t } = useMessages();
  const { ending, onEnd } = props;
  const columns = useMemo(() => columnsOf({ ending, onEnd }), [ending, onEnd]);
  return (
    <DataTable
      flush
      label={t("security.sessions")}
      columns={columns}
      rows={sessions}
      minWidth={560}
      card={(session) => <Line session={session} {...props} />}
    />
  );
}

function columnsOf({ ending, onEnd }: RowProps): readonly Column<SessionEntry>[] {
  return [
    {
      id: "device",
      header: "security.device",
      className: "py-1.5 ps-4",
      headClassName: "ps-4",
      title: ({ userAgent }) => userAgent,
      cell: (session) => <Device session={session} />,
    },
    {
      id: "address",
      header: "security.address",
      className: "py-1.5",
      cell: (session) => <Origin session={session} />,
    },
    {
      id: "lastSeen",
      header: "security.lastSeen",
      width: 130,
      tabularDigits: true,
      cell: (session) => <LastSeen session={session} />,
    },
    {
      id: "since",
      header: "security.since",
      width: 180,
      minWindowWidth: 1280,
      tabularDigits: true,
      className: "text-muted",
      cell: ({ createdAt }) => <ExactTime at={createdAt} />,
    },
    {
      id: "end",
      header: "security.end",
      hideHeader: true,
      width: 130,
      className: "pe-4 text-end",
      cell: (session) => <Action session={session} busy={ending?.id === session.id} onEnd={onEnd} />,
    },
  ];
}

function Line({ session, ending, onEnd }: RowProps & { session: SessionEntry }) {
  return (
    <div className="flex items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 text-sm">
        <Device session={session} />
        <div className="text-xs text-muted">
          <Origin session={session} />
          {" · "}
          <LastSeen session={session} />
        </div>
      </div>
      <Action session={session} busy={ending?.id === session.id} onEnd={onEnd} />
    </div>
  );
}

function Device({ session }: { session: SessionEntry }) {
  const { t } = useMessages();
  return <span className="break-words">{session.device || t("security.unknownDevice")}</span>;
}

function LastSeen({ session: { current, lastSeenAt } }: { session: SessionEntry }) {
  const { t } = useMessages();
  return current ? t("security.seenNow") : <RelativeTime at={lastSeenAt} />;
}

function Origin({ session: { ip, address, local } }: { session: SessionEntry }) {
  const { t } = useMessages();
  const location = local ? t("security.localNetwork") : address;
  return (
    <span className="inline-flex max-w-full flex-wrap items-baseline gap-x-2">
      <span className="font-mono text-xs">{ip}</span>
      {location && <span className="text-muted">{location}</span>}
    </span>
  );
}

function Action(
  { session, busy, onEnd }: { session: SessionEntry; busy: boolean; onEnd: RowProps["onEnd"] },
) {
  const { t } = useMessages();
  if (session.current) return <Badge tone="accent">{t("security.thisSession")}</Badge>;
  const device = session.device || t("security.unknownDevice");
  return (
    <Button
      size="small"
      loading={busy}
      aria-label={t("security.endOne", { device })}
      onClick={() => onEnd(session)}
    >
      {t("security.end")}
    </Button>
  );
}
