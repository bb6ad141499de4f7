import { ManagedNotice } from "../../../shared/managed/managed_notice.tsx";
import type { ReactNode } from "react";
import type { Heartbeat } from "../../../../server/contract/heartbeats.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { useSession } from "../../../api/use_session.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { paths } from "../../../paths.ts";
import { usePageTitle } from "../../../shared/page/page_title.tsx";
import { useCronExplanations } from "../../../shared/cron/use_cron_explanations.ts";
import { Button, ButtonLink } from "../../../ui/buttons/button.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { Card } from "../../../ui/data/card.tsx";
import { type Detail, DetailList } from "../../../ui/data/detail_list.tsx";
import { ExactTime, RelativeTime } from "../../../ui/data/time_text.tsx";
import { Badge } from "../../../ui/feedback/badge.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import {
  ArrowLeft,
  BellOff,
  CirclePause,
  CirclePlay,
  Ellipsis,
  Pencil,
  SearchX,
} from "../../../ui/icons/icons.ts";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useShortcuts } from "../../../ui/use_shortcuts.ts";
import { heartbeatEntries, useHeartbeatActions } from "../actions/use_heartbeat_actions.tsx";
import { useHeartbeat } from "../api.ts";
import { downMessages, HeartbeatStateDot } from "../state_style.tsx";
import { AddressCard } from "./address_card.tsx";
import { PingsCard } from "./pings_card.tsx";

/** Renders one heartbeat: state, what is expected, its address and its pings. */
export default function HeartbeatDetail({ id, page }: { id: number | null; page: number }) {
  const { data: heartbeat, error, refetch } = useHeartbeat(id);
  const { t } = useMessages();
  usePageTitle(heartbeat?.name ?? null, { tabOnly: useNarrow() });
  if (id === null || (error instanceof ApiProblem && error.status === 404)) return <NotFound />;
  if (!heartbeat && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!heartbeat) return <Skeleton className="h-80 w-full" />;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <ButtonLink
          href={paths.heartbeats()}
          variant="ghost"
          size="small"
          icon={<ArrowLeft size={14} aria-hidden className="rtl:rotate-180" />}
          className="-ms-2"
        >
          {t("heartbeats.title")}
        </ButtonLink>
        <Header heartbeat={heartbeat} />
      </div>
      <ManagedNotice kind="heartbeat" id={heartbeat.id} />
      <WatchedAnew heartbeat={heartbeat} />
      <Details heartbeat={heartbeat} />
      <AddressCard heartbeat={heartbeat} />
      <PingsCard key={heartbeat.id} heartbeat={heartbeat} page={page} />
    </div>
  );
}

function NotFound() {
  const { t } = useMessages();
  return (
    <EmptyState
      icon={<SearchX size={22} />}
      title={t("heartbeats.notFound")}
      text={t("heartbeats.notFoundHelp")}
      action={<ButtonLink href={paths.heartbeats()} variant="primary">{t("heartbeats.toList")}</ButtonLink>}
    />
  );
}

function Header({ heartbeat }: { heartbeat: Heartbeat }) {
  const { t } = useMessages();
  const { name, state, labels, muted, downReason } = heartbeat;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-80">
        {/* On a phone, the header has no space for a long name. */}
        {useNarrow() && <h2 className="mb-1 text-xl font-semibold break-words">{name}</h2>}
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm icon-stroke touch:min-h-11">
          <span className="font-medium">
            <HeartbeatStateDot state={state} />
          </span>
          {state === "down" && downReason && <span className="text-muted">{t(downMessages[downReason])}
          </span>}
          {muted && (
            <span className="inline-flex items-center gap-1 text-muted" title={t("heartbeats.mutedHelp")}>
              <BellOff size={14} aria-hidden />
              {t("heartbeats.muted")}
            </span>
          )}
          {labels.map((label) => <Badge key={label}>{label}</Badge>)}
        </div>
      </div>
      <Buttons heartbeat={heartbeat} />
    </div>
  );
}

function Buttons({ heartbeat }: { heartbeat: Heartbeat }) {
  const { t } = useMessages();
  const actions = useHeartbeatActions();
  const isPaused = heartbeat.state === "paused";
  useShortcuts({
    ...actions.mayWrite && { e: () => actions.edit(heartbeat.id) },
    c: () => actions.copyAddress(heartbeat),
  });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {actions.mayWrite && (isPaused
        ? (
          <Button
            keepsFocus
            icon={<CirclePlay size={16} aria-hidden />}
            onClick={() => actions.resume(heartbeat)}
          >
            {t("heartbeats.resume")}
          </Button>
        )
        : (
          <Button
            keepsFocus
            icon={<CirclePause size={16} aria-hidden />}
            onClick={() => actions.pause(heartbeat)}
          >
            {t("heartbeats.pause")}
          </Button>
        ))}
      {actions.mayWrite && (
        <Button
          icon={<Pencil size={16} aria-hidden />}
          onClick={() => actions.edit(heartbeat.id)}
        >
          {t("ui.edit")}
        </Button>
      )}
      <Menu entries={heartbeatEntries(heartbeat, { actions, t })}>
        <IconButton tooltip={false} label={t("ui.more")} icon={<Ellipsis size={16} />} />
      </Menu>
    </div>
  );
}

/** Says that the grace has begun anew with the panel, so that nobody wonders why it is not down. */
function WatchedAnew({ heartbeat: { watchedFrom, downFrom } }: { heartbeat: Heartbeat }) {
  const { t, format } = useMessages();
  if (watchedFrom === null || downFrom === null) return null;
  return (
    <Callout>
      {t("heartbeats.watchedFrom", { time: format.dateTime(watchedFrom), until: format.dateTime(downFrom) })}
    </Callout>
  );
}

function Details({ heartbeat }: { heartbeat: Heartbeat }) {
  const { t, format } = useMessages();
  const { lastPingAt, dueAt, downFrom, downAt, startedAt, graceMs, maxDurationMs, postOnly } = heartbeat;
  const time = (at: string | null, otherwise?: ReactNode) => at === null ? otherwise : <BothTimes at={at} />;
  const details: (Detail | null)[] = [
    [t("heartbeats.expected"), <ExpectedDetail key="expected" heartbeat={heartbeat} />, "long"],
    heartbeat.schedule === null ? null : [t("tasks.timeZone"), <Zone key="zone" heartbeat={heartbeat} />],
    [t("heartbeats.grace"), format.duration(graceMs)],
    maxDurationMs === null ? null : [t("heartbeats.maxDuration"), format.duration(maxDurationMs)],
    [t("heartbeats.lastPing"), time(lastPingAt, t("heartbeats.never"))],
    startedAt === null ? null : [t("heartbeats.startedSince"), time(startedAt)],
    dueAt === null ? null : [t("heartbeats.due"), time(dueAt)],
    downFrom === null ? null : [t("heartbeats.downFrom"), time(downFrom)],
    downAt === null ? null : [t("heartbeats.downSince"), time(downAt)],
    postOnly ? [t("heartbeats.postOnly"), t("heartbeats.postOnlyHelp")] : null,
  ];
  return (
    <Card title={t("heartbeats.facts")}>
      <DetailList details={details} wide />
    </Card>
  );
}

function BothTimes({ at }: { at: string }) {
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      <ExactTime at={at} />
      <span className="text-muted">
        <RelativeTime at={at} />
      </span>
    </span>
  );
}

function ExpectedDetail({ heartbeat: { id, schedule, periodMs, timeZone } }: { heartbeat: Heartbeat }) {
  const { t, format } = useMessages();
  const [explained] = useCronExplanations(schedule === null ? [] : [schedule], { timeZone, taskId: id });
  if (schedule === null) return t("heartbeats.every", { period: format.duration(periodMs ?? 0) });
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <code className="min-w-0 rounded-sm bg-sunken px-1.5 py-px font-mono text-xs wrap-anywhere">
        {schedule}
      </code>
      <span className="text-muted">{explained?.data?.description}</span>
    </span>
  );
}

function Zone({ heartbeat: { timeZone } }: { heartbeat: Heartbeat }) {
  const { t } = useMessages();
  const zone = useSession().settings.effectiveTimeZone;
  return timeZone ?? t("task.zoneOfPanel", { zone });
}
