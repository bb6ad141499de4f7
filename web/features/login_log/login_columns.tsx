import type { LoginLogEntry } from "../../../server/contract/login_log.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import type { Column } from "../../ui/data/columns.ts";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";

/** The columns of login attempts. */
export const loginColumns: readonly Column<LoginLogEntry>[] = [
  {
    id: "time",
    header: "loginLog.time",
    width: 180,
    numeric: true,
    className: "ps-4 text-muted",
    headClassName: "ps-4",
    cell: ({ at }) => <ExactTime at={at} />,
  },
  {
    id: "address",
    header: "loginLog.address",
    className: "truncate",
    cell: (entry) => <Origin entry={entry} />,
  },
  { id: "ip", header: "loginLog.ip", width: 150, mono: true, cell: ({ ip }) => ip },
  {
    id: "device",
    header: "loginLog.device",
    className: "truncate",
    title: ({ userAgent }) => userAgent,
    cell: (entry) => <Device entry={entry} />,
  },
  {
    id: "status",
    header: "loginLog.status",
    width: 190,
    cell: (entry) => <Status entry={entry} />,
  },
];

/** Renders one attempt as a card, for a phone. */
export function LoginCard({ entry }: { entry: LoginLogEntry }) {
  return (
    <div className="rounded-md border border-line bg-surface p-3 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <Status entry={entry} />
        <span className="ms-auto text-xs text-muted">
          <ExactTime at={entry.at} />
        </span>
      </div>
      <div className="mt-1 flex flex-wrap gap-x-2 text-xs text-muted">
        <span className="font-mono break-all">{entry.ip}</span>
        <Origin entry={entry} />
      </div>
      <div className="mt-0.5 text-xs break-words text-muted">
        <Device entry={entry} />
      </div>
    </div>
  );
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
