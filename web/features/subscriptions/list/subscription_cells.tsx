import { ClipboardCheck, PackagePlus } from "../../../ui/icons/icons.ts";
import type { MouseEvent, ReactNode } from "react";
import { Link } from "wouter";
import { readSubscriptionAddress } from "../../../../server/contract/subscription_address.ts";
import type {
  PullCounts,
  Subscription,
  SubscriptionStatus,
  SubscriptionType,
} from "../../../../server/contract/subscriptions.ts";
import { useSession } from "../../../api/use_session.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { paths } from "../../../paths.ts";
import { intervalText } from "../../../shared/subscription/interval_text.ts";
import { useCronExplanations } from "../../../shared/cron/use_cron_explanations.ts";
import { zoneCity } from "../../../shared/cron/zone_name.ts";
import { endTime } from "../../../shared/run/end_time.ts";
import { isActive, RunStateDot } from "../../../shared/run/run_state.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { StatusDot } from "../../../ui/data/status_dot.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import type { Tone } from "../../../ui/tones.ts";
import { missingPackages } from "../actions/subscription_entries.tsx";
import { useSubscriptionActions } from "../actions/use_subscription_actions.tsx";
import { useMay } from "../../../api/use_permissions.ts";

interface CellProps {
  subscription: Subscription;
}

/** Renders the link to a subscription's form, or to its log; it preserves the state of the list. */
export function NameLink(
  { subscription: { id, name }, tabIndex, className, children }: CellProps & {
    tabIndex?: number;
    className: string;
    children: ReactNode;
  },
) {
  const { links, mayWrite } = useSubscriptionActions();
  const open = (event: MouseEvent) => {
    // With a modifier key the browser opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (mayWrite) links.edit(id);
    else links.log(id);
  };
  const href = mayWrite ? paths.subscriptionForm(id) : paths.subscriptionLog(id);
  return (
    <Link href={href} title={name} {...{ tabIndex, className }} onClick={open}>
      {children}
    </Link>
  );
}

/** Renders the button that leads to changes waiting for approval; nothing when there are none. */
export function WaitingBadge(
  { subscription: { id, name, waiting }, tabIndex }: CellProps & { tabIndex?: number },
) {
  const { t } = useMessages();
  const { links } = useSubscriptionActions();
  if (!waiting) return null;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={t("ui.labelAndValue", { label: t("subscriptions.waiting"), value: name })}
      title={t("subscriptions.reviewChanges")}
      onClick={() => links.waiting(id)}
      className="inline-flex shrink-0 items-center gap-1 rounded-sm bg-warning-soft px-1.5 py-px text-xs text-warning-text hover:underline icon-stroke touch:min-h-9 touch:px-2.5"
    >
      <ClipboardCheck size={12} />
      {t("subscriptions.waiting")}
    </button>
  );
}

/**
 * Renders a link to the form that installs the packages that the repository asks for; nothing when none are missing. Those
 * of another type follow once these are added.
 */
export function PackageBadge({ subscription, tabIndex }: CellProps & { tabIndex?: number }) {
  const { t } = useMessages();
  const mayInstall = useMay("dependencies:write");
  const [missing] = missingPackages(subscription);
  if (!mayInstall || !missing) return null;
  const { type, names, href } = missing;
  return (
    <Link
      href={href}
      tabIndex={tabIndex}
      title={names.join("\n")}
      aria-label={t("subscriptions.installPackagesOf", {
        count: names.length,
        type,
        name: subscription.name,
      })}
      className="inline-flex shrink-0 items-center gap-1 rounded-sm bg-accent-soft px-1.5 py-px text-xs text-accent-text hover:underline icon-stroke touch:min-h-9 touch:px-2.5"
    >
      <PackagePlus size={12} />
      {t("subscriptions.installPackages", { count: names.length, type })}
    </Link>
  );
}

/** Renders the outcome and time of the last ended pull. */
export function LastOutcome({ subscription: { lastRun } }: CellProps) {
  const { t } = useMessages();
  if (!lastRun) return <span className="text-faint">{t("subscriptions.neverPulled")}</span>;
  const endedAt = endTime(lastRun);
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <RunStateDot state={lastRun.outcome} />
      {endedAt && !isActive(lastRun.outcome) && (
        <span className="truncate text-muted">
          <RelativeTime at={endedAt} />
        </span>
      )}
    </span>
  );
}

/** Renders what the last pull changed, or would change once approved. */
export function LastChanges({ subscription: { lastRun, lastPull, waiting } }: CellProps) {
  const { t } = useMessages();
  const pull = [waiting, lastPull].find((one) => one && one.runId === lastRun?.id);
  if (!pull) return null;
  const { tasks, files } = pull.counts;
  if (tasks.added + tasks.changed + tasks.removed + tasks.failed > 0) {
    return <CountMarks counts={tasks} of={t("subscriptions.countsTasks")} />;
  }
  if (files.added + files.changed + files.removed > 0) {
    return <CountMarks counts={files} of={t("subscriptions.countsFiles")} />;
  }
  return <span className="text-faint">{t("subscriptions.changesNone")}</span>;
}

export function ScheduleLine({ subscription: { schedule, timeZone } }: CellProps) {
  const messages = useMessages();
  const { t } = messages;
  if (schedule.kind === "manual") return <span className="text-muted">{t("subscriptions.manual")}</span>;
  if (schedule.kind === "cron") return <CronLine rules={schedule.rules} timeZone={timeZone} />;
  return intervalText(schedule, messages);
}

/**
 * Renders the description of the first rule, the number of others, and the city of the time zone if that is not the panel's;
 * the tooltip lists the rules.
 */
function CronLine({ rules, timeZone }: { rules: readonly string[]; timeZone: string | null }) {
  const [first = "", ...others] = rules;
  const [explained] = useCronExplanations([first], { timeZone, count: 1 });
  const description = explained?.data?.description;
  const panelZone = useSession().settings.effectiveTimeZone;
  return (
    <span
      className="flex min-w-0 items-baseline gap-1.5"
      title={[...rules, timeZone].filter(Boolean).join("\n")}
    >
      {description === undefined
        ? <span className="truncate font-mono text-xs">{first}</span>
        : <span className="truncate">{description}</span>}
      {others.length > 0 && <span className="text-xs text-faint">+{others.length}</span>}
      {timeZone !== null && timeZone !== panelZone && (
        <span className="max-w-3/5 shrink-0 truncate text-xs text-faint">{zoneCity(timeZone)}</span>
      )}
    </span>
  );
}

interface Style {
  label: MessageKey;
  tone: Tone;
  pulse?: boolean;
  faint?: boolean;
}

/** Style and label of each status, in the order of the filter. */
export const statusStyles: Record<SubscriptionStatus, Style> = {
  idle: { label: "subscriptions.statusIdle", tone: "neutral" },
  running: { label: "subscriptions.statusRunning", tone: "accent", pulse: true },
  queued: { label: "subscriptions.statusQueued", tone: "warning" },
  disabled: { label: "subscriptions.statusDisabled", tone: "neutral", faint: true },
};

export const typeMessages: Record<SubscriptionType, MessageKey> = {
  public_repository: "subscriptions.typePublic",
  private_repository: "subscriptions.typePrivate",
  file: "subscriptions.typeFile",
};

export function SubscriptionStatusDot({ status }: { status: SubscriptionStatus }) {
  const { t } = useMessages();
  const { label, ...style } = statusStyles[status];
  return <StatusDot {...style}>{t(label)}</StatusDot>;
}

interface Mark {
  sign: string;
  count: number;
  label: MessageKey;
  className: string;
}

/** Lists the non-zero counts: added, changed, deleted and rejected. */
function marksOf({ added, changed, removed, failed = 0 }: Counts): Mark[] {
  const marks: Mark[] = [
    { sign: "+", count: added, label: "subscriptions.countsAdded", className: "text-success-text" },
    { sign: "~", count: changed, label: "subscriptions.countsChanged", className: "text-accent-text" },
    { sign: "−", count: removed, label: "subscriptions.countsRemoved", className: "text-danger-text" },
    { sign: "!", count: failed, label: "subscriptions.countsFailed", className: "text-warning-text" },
  ];
  return marks.filter(({ count }) => count > 0);
}

type Counts = PullCounts["files"] & { failed?: number };

export function isNothing({ tasks, files }: PullCounts): boolean {
  return marksOf(tasks).length + marksOf(files).length === 0;
}

/** Renders counts as signs, `+3 ~1 −2`, with a label for screen readers. */
export function CountMarks({ counts, of }: { counts: Counts; of: string }) {
  const { t, format } = useMessages();
  const marks = marksOf(counts);
  if (marks.length === 0) return null;
  const messages = marks.map(({ label, count }) => t(label, { count }));
  return (
    <span
      className="inline-flex items-baseline gap-1.5 whitespace-nowrap tabular-nums"
      title={format.list(messages)}
    >
      {marks.map(({ sign, count, className }) => (
        <span key={sign} aria-hidden className={classNames("font-medium", className)}>
          {sign}
          {format.number(count)}
        </span>
      ))}
      <span className="sr-only">{format.list(messages)}</span>
      <span className="text-muted">{of}</span>
    </span>
  );
}

/** Shortens an address to host and path, without protocol, user, query and `.git`. */
export function shortAddress(url: string): string {
  const address = readSubscriptionAddress(url);
  if (!address) return url;
  const { host, port, path } = address;
  const way = (path.split(/[?#]/, 1)[0] ?? "").replace(/\.git$/, "").replace(/^\/+/, "");
  return `${host.includes(":") ? `[${host}]` : host}${port === null ? "" : `:${port}`}/${way}`;
}
