import { useState } from "react";
import { useLocation } from "wouter";
import type { Heartbeat, Ping } from "../../../../server/contract/heartbeats.ts";
import { heartbeatLimits } from "../../../../server/contract/limits/heartbeats.ts";
import type { Messages } from "../../../messages/create_messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { paths } from "../../../paths.ts";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { Tooltip } from "../../../ui/buttons/tooltip.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { Card } from "../../../ui/data/card.tsx";
import type { Column } from "../../../ui/data/columns.ts";
import { DataTable } from "../../../ui/data/data_table.tsx";
import { Pagination } from "../../../ui/data/pagination.tsx";
import { StatusDot } from "../../../ui/data/status_dot.tsx";
import { ExactTime } from "../../../ui/data/time_text.tsx";
import { Badge } from "../../../ui/feedback/badge.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { Activity, ScrollText } from "../../../ui/icons/icons.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { toneBorder, toneDot } from "../../../ui/tones.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { usePings } from "../api.ts";
import { pingStyles } from "../state_style.tsx";

const pageSize = 20;
const stripPings = 60;
const phoneStripPings = 26;

/** Renders the newest pings as a strip, and all that are kept as a table with pages. */
export function PingsCard({ heartbeat: { id }, page }: { heartbeat: Heartbeat; page: number }) {
  const { t, format } = useMessages();
  const [, navigate] = useLocation();
  const [shown, setShown] = useState<Ping | null>(null);
  const list = usePings(id, { page, pageSize });
  const total = list.data?.total ?? 0;
  return (
    <Card
      flush
      title={t("heartbeats.pings")}
      help={t("heartbeats.pingsHelp", { max: format.number(heartbeatLimits.pings) })}
      footer={total > pageSize && (
        <Pagination
          {...{ page, pageSize, total }}
          onPage={(page) => navigate(paths.heartbeat(id, { page }))}
        />
      )}
    >
      {total > 0 && <Strip id={id} />}
      <DataTable
        flush
        label={t("heartbeats.pings")}
        columns={columnsOf(setShown)}
        rows={list.data?.items ?? []}
        loading={!list.data}
        stale={list.isPlaceholderData}
        skeletons={4}
        error={list.data ? null : list.error}
        onRetry={() => void list.refetch()}
        empty={total === 0 && (
          <EmptyState
            icon={<Activity size={22} />}
            title={t("heartbeats.pingsNone")}
            text={t("heartbeats.pingsNoneHelp")}
          />
        )}
        cardHeight="h-16"
        card={(ping) => <PingCard ping={ping} onShow={setShown} />}
      />
      {shown && <BodyDialog ping={shown} onClose={() => setShown(null)} />}
    </Card>
  );
}

/** Renders the newest pings as bars, oldest first. */
function Strip({ id }: { id: number }) {
  const messages = useMessages();
  const most = useNarrow() ? phoneStripPings : stripPings;
  const { data } = usePings(id, { page: 1, pageSize: stripPings });
  const pings = data?.items.slice(0, most).toReversed() ?? [];
  return (
    <div
      role="img"
      aria-label={messages.t("heartbeats.strip", { count: pings.length })}
      className="flex h-14 items-center gap-1 border-b border-line px-4 rtl:flex-row-reverse"
    >
      {pings.map((ping) => {
        const { tone, hollow } = pingStyles[ping.kind];
        return (
          <Tooltip key={ping.id} text={describe(ping, messages)}>
            <span
              className={classNames(
                "h-7 w-2 shrink-0 rounded-full",
                hollow ? `border-[1.5px] ${toneBorder[tone]}` : toneDot[tone],
              )}
            />
          </Tooltip>
        );
      })}
    </div>
  );
}

function describe(ping: Ping, messages: Messages): string {
  const { t, format } = messages;
  const { kind, exitCode, at, durationMs } = ping;
  return [
    t(pingStyles[kind].label),
    ...(exitCode === null ? [] : [t("heartbeats.exitCode", { code: exitCode })]),
    ...(durationMs === null ? [] : [format.duration(durationMs)]),
    format.dateTime(at),
  ].join(" · ");
}

function Outcome({ ping: { kind, exitCode, early } }: { ping: Ping }) {
  const { t } = useMessages();
  const { label, ...style } = pingStyles[kind];
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Tooltip text={kind === "ignored" && t("heartbeats.kindIgnoredHelp")}>
        <span>
          <StatusDot {...style}>{t(label)}</StatusDot>
        </span>
      </Tooltip>
      {exitCode !== null && (
        <span className="text-xs text-muted tabular-nums">
          {t("heartbeats.exitCode", { code: exitCode })}
        </span>
      )}
      {early && kind !== "start" && (
        <Tooltip text={t("heartbeats.earlyHelp")}>
          <span>
            <Badge>{t("heartbeats.early")}</Badge>
          </span>
        </Tooltip>
      )}
    </span>
  );
}

function Duration({ ping: { durationMs } }: { ping: Ping }) {
  const { format } = useMessages();
  return durationMs === null
    ? <span aria-hidden className="text-faint">—</span>
    : format.duration(durationMs);
}

function BodyButton({ ping, onShow }: { ping: Ping; onShow: (ping: Ping) => void }) {
  const { t } = useMessages();
  return (
    <IconButton
      size="small"
      label={t("heartbeats.showBody")}
      icon={<ScrollText size={16} />}
      onClick={() => onShow(ping)}
    />
  );
}

function columnsOf(onShow: (ping: Ping) => void): readonly Column<Ping>[] {
  return [
    {
      id: "time",
      header: "heartbeats.time",
      width: 184,
      tabularDigits: true,
      className: "ps-4",
      headClassName: "ps-4",
      cell: ({ at }) => <ExactTime at={at} />,
    },
    {
      id: "outcome",
      header: "heartbeats.outcome",
      width: 232,
      cell: (ping) => <Outcome ping={ping} />,
    },
    {
      id: "duration",
      header: "heartbeats.duration",
      width: 112,
      tabularDigits: true,
      className: "text-end",
      headClassName: "text-end!",
      cell: (ping) => <Duration ping={ping} />,
    },
    {
      id: "source",
      header: "heartbeats.source",
      width: 168,
      minWindowWidth: 1100,
      className: "text-muted",
      title: ({ ip, method }) => `${method} ${ip}`,
      cell: ({ ip }) => <span className="font-mono text-xs">{ip}</span>,
    },
    {
      id: "body",
      header: "heartbeats.body",
      minWidth: 160,
      className: "max-w-0 pe-3",
      cell: (ping) => ping.body !== "" && <BodyLine ping={ping} onShow={onShow} />,
    },
  ];
}

/** Renders the last line of a text, which says how the work ended, and a button for all of it. */
function BodyLine({ ping, onShow }: { ping: Ping; onShow: (ping: Ping) => void }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="min-w-0 flex-1 truncate font-mono text-xs text-muted">
        {ping.body.trimEnd().split("\n").at(-1)}
      </span>
      <BodyButton ping={ping} onShow={onShow} />
    </span>
  );
}

function PingCard({ ping, onShow }: { ping: Ping; onShow: (ping: Ping) => void }) {
  return (
    <div className="flex min-h-16 items-center gap-2 py-2 ps-4 pe-2 text-sm">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <Outcome ping={ping} />
          {ping.durationMs !== null && (
            <span className="text-muted tabular-nums">
              <Duration ping={ping} />
            </span>
          )}
        </div>
        <div className="flex flex-wrap gap-x-2 text-xs text-muted">
          <ExactTime at={ping.at} />
          <span className="font-mono break-all">{ping.ip}</span>
        </div>
      </div>
      {ping.body !== "" && <BodyButton ping={ping} onShow={onShow} />}
    </div>
  );
}

function BodyDialog({ ping, onClose }: { ping: Ping; onClose: () => void }) {
  const messages = useMessages();
  return (
    <Dialog
      title={messages.t("heartbeats.body")}
      description={describe(ping, messages)}
      size="wide"
      onClose={onClose}
    >
      <pre
        tabIndex={0}
        dir="ltr"
        className="m-0 max-h-[60dvh] overflow-auto rounded-md bg-sunken p-3 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap"
      >
        {ping.body}
      </pre>
    </Dialog>
  );
}
