import type { SessionEntry } from "../../../server/contract/auth.ts";
import { Badge } from "../../ui/data/badge.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { Cell, HeadCell, Row } from "../../ui/data/table.tsx";
import { ExactTime, RelativeTime } from "../../ui/data/time_text.tsx";
import { useNarrow } from "../../ui/use_narrow.ts";
import { useMessages } from "../../messages/use_messages.tsx";

interface RowsProps {
  sessions: readonly SessionEntry[];
  ending: SessionEntry | undefined;
  onEnd: (session: SessionEntry) => void;
}

/** Sessions as a table, or as lines on a phone. */
export function SessionRows(props: RowsProps) {
  return useNarrow() ? <Lines {...props} /> : <SessionTable {...props} />;
}

function SessionTable({ sessions, ending, onEnd }: RowsProps) {
  const { t } = useMessages();
  return (
    <table aria-label={t("security.sessions")} className="w-full border-separate border-spacing-0 text-sm">
      <thead>
        <tr>
          <HeadCell className="ps-4">{t("security.device")}</HeadCell>
          <HeadCell>{t("security.address")}</HeadCell>
          <HeadCell width={150}>{t("security.lastSeen")}</HeadCell>
          <HeadCell width={180}>{t("security.since")}</HeadCell>
          <HeadCell width={110} hideLabel>{t("security.end")}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <Row key={session.id}>
            <Cell className="ps-4" title={session.userAgent}>
              <Device session={session} />
            </Cell>
            <Cell>
              <UrlState session={session} />
            </Cell>
            <Cell numeric>
              <LastSeen session={session} />
            </Cell>
            <Cell numeric className="text-muted">
              <ExactTime at={session.createdAt} />
            </Cell>
            <Cell className="pe-4 text-end">
              <Action session={session} busy={ending?.id === session.id} onEnd={onEnd} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </table>
  );
}

function Lines({ sessions, ending, onEnd }: RowsProps) {
  return (
    <ul>
      {sessions.map((session) => (
        <li
          key={session.id}
          className="flex items-center gap-3 border-b border-line px-4 py-3 last:border-b-0"
        >
          <div className="min-w-0 flex-1 text-sm">
            <Device session={session} />
            <div className="text-xs text-muted">
              <UrlState session={session} />
              {" · "}
              <LastSeen session={session} />
            </div>
          </div>
          <Action session={session} busy={ending?.id === session.id} onEnd={onEnd} />
        </li>
      ))}
    </ul>
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

function UrlState({ session: { ip, address, local } }: { session: SessionEntry }) {
  const { t } = useMessages();
  const location = local ? t("security.localNetwork") : address;
  return (
    <>
      <span className="font-mono text-xs">{ip}</span>
      {location && <span className="text-muted">{` · ${location}`}</span>}
    </>
  );
}

function Action(
  { session, busy, onEnd }: { session: SessionEntry; busy: boolean; onEnd: RowsProps["onEnd"] },
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
