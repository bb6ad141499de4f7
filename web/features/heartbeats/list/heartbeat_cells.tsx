import type { MouseEvent, ReactNode } from "react";
import { Link } from "wouter";
import type { Heartbeat } from "../../../../server/contract/heartbeats.ts";
import { useSession } from "../../../api/use_session.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { paths } from "../../../paths.ts";
import { useCronExplanations } from "../../../shared/cron/use_cron_explanations.ts";
import { zoneCity } from "../../../shared/cron/zone_name.ts";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { BellOff } from "../../../ui/icons/icons.ts";
import { useHeartbeatActions } from "../actions/use_heartbeat_actions.tsx";
import { HeartbeatStateDot } from "../state_style.tsx";

export interface CellProps {
  heartbeat: Heartbeat;
}

export function NameLink(
  { heartbeat: { id, name }, tabIndex, className, children }: CellProps & {
    tabIndex?: number;
    className: string;
    children: ReactNode;
  },
) {
  const { open } = useHeartbeatActions();
  const onClick = (event: MouseEvent) => {
    // With a modifier key the browser opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(id);
  };
  return (
    <Link href={paths.heartbeat(id)} title={name} {...{ tabIndex, className, onClick }}>
      {children}
    </Link>
  );
}

/** Renders the state, and that it is muted. */
export function StateCell({ heartbeat: { state, muted } }: CellProps) {
  const { t } = useMessages();
  return (
    <span className="inline-flex items-center gap-2 icon-stroke">
      <HeartbeatStateDot state={state} />
      {muted && <BellOff size={14} aria-label={t("heartbeats.muted")} className="shrink-0 text-faint" />}
    </span>
  );
}

export function LastPing({ heartbeat: { lastPingAt } }: CellProps) {
  const { t } = useMessages();
  if (lastPingAt === null) return <span className="text-faint">{t("heartbeats.never")}</span>;
  return <RelativeTime at={lastPingAt} />;
}

/** Renders what is expected, in words where there are some. */
export function Expected({ heartbeat: { id, schedule, periodMs, timeZone } }: CellProps) {
  const { t, format } = useMessages();
  const rules = schedule === null ? [] : [schedule];
  const [explained] = useCronExplanations(rules, { timeZone, count: 1, taskId: id });
  const panelZone = useSession().settings.effectiveTimeZone;
  if (schedule === null) return t("heartbeats.every", { period: format.duration(periodMs ?? 0) });
  const words = explained?.data?.description;
  return (
    <span
      className="flex min-w-0 items-baseline gap-1.5"
      title={[schedule, timeZone].filter(Boolean).join("\n")}
    >
      {words === undefined
        ? <span className="truncate font-mono text-xs">{schedule}</span>
        : <span className="truncate">{words}</span>}
      {timeZone !== null && timeZone !== panelZone && (
        <span className="max-w-3/5 shrink-0 truncate text-xs text-faint">{zoneCity(timeZone)}</span>
      )}
    </span>
  );
}
