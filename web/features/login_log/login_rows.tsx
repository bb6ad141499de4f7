import type { LoginLogEntry } from "../../../server/contract/login_log.ts";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { Cell, HeadCell, Row, Table } from "../../ui/data/table.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";
import { useNarrow } from "../../ui/use_narrow.ts";
import { useMessages } from "../../messages/use_messages.tsx";

/** Attempts to log in as a table, or as cards on a phone. */
export function LoginRows({ entries }: { entries: readonly LoginLogEntry[] }) {
  return useNarrow() ? <Cards entries={entries} /> : <LoginTable entries={entries} />;
}

function LoginTable({ entries }: { entries: readonly LoginLogEntry[] }) {
  const { t } = useMessages();
  return (
    <Table label={t("loginLog.tab")} minWidth={720}>
      <thead>
        <tr>
          <HeadCell className="ps-4" width={180}>{t("loginLog.time")}</HeadCell>
          <HeadCell>{t("loginLog.address")}</HeadCell>
          <HeadCell width={150}>{t("loginLog.ip")}</HeadCell>
          <HeadCell>{t("loginLog.device")}</HeadCell>
          <HeadCell width={190}>{t("loginLog.status")}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id}>
            <Cell numeric className="ps-4 text-muted">
              <ExactTime at={entry.at} />
            </Cell>
            <Cell className="max-w-0 truncate">
              <UrlState entry={entry} />
            </Cell>
            <Cell mono>{entry.ip}</Cell>
            <Cell className="max-w-0 truncate" title={entry.userAgent}>
              <Device entry={entry} />
            </Cell>
            <Cell>
              <Status entry={entry} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Cards({ entries }: { entries: readonly LoginLogEntry[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {entries.map((entry) => (
        <li key={entry.id} className="rounded-md border border-line bg-surface p-3 text-sm">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <Status entry={entry} />
            <span className="ms-auto text-xs text-muted">
              <ExactTime at={entry.at} />
            </span>
          </div>
          <div className="mt-1 flex flex-wrap gap-x-2 text-xs text-muted">
            <span className="font-mono break-all">{entry.ip}</span>
            <UrlState entry={entry} />
          </div>
          <div className="mt-0.5 text-xs break-words text-muted">
            <Device entry={entry} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function UrlState({ entry: { address, local } }: { entry: LoginLogEntry }) {
  const { t } = useMessages();
  if (address !== null) return <span>{address}</span>;
  return <span className="text-muted">{t(local ? "loginLog.local" : "loginLog.unknown")}</span>;
}

function Device({ entry: { device } }: { entry: LoginLogEntry }) {
  const { t } = useMessages();
  return device === "" ? <span className="text-muted">{t("loginLog.unknown")}</span> : <span>{device}</span>;
}

function Status({ entry: { status, way } }: { entry: LoginLogEntry }) {
  const { t } = useMessages();
  const isIn = status === "succeeded";
  const messages = [t(`loginLog.${status}`), isIn && way === "passkey" && t("loginLog.byPasskey")];
  return (
    <StatusDot tone={isIn ? "success" : "danger"}>
      {messages.filter(Boolean).join(" · ")}
    </StatusDot>
  );
}
