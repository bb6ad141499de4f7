import { GitBranch, Play, ScrollText, Square } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { paths } from "../../../paths.ts";
import { classNames } from "../../../ui/class_names.ts";
import { CopyButton } from "../../../ui/inputs/copy_button.tsx";
import { RowBox } from "../../../ui/data/rows/choose_boxes.tsx";
import { cellRing, HoverActions, RowAction, RowMenu } from "../../../ui/data/rows/row_actions.tsx";
import { Cell, Row } from "../../../ui/data/table.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useSubscriptionActions } from "../actions/use_subscription_actions.tsx";
import { isStoppable } from "../actions/is_stoppable.ts";
import { subscriptionEntries } from "../actions/subscription_entries.tsx";
import { LastChanges, LastOutcome } from "../show/last_pull.tsx";
import { ScheduleLine } from "../show/schedule_line.tsx";
import { shortAddress } from "../show/short_address.ts";
import { SubscriptionStatusDot, typeMessages } from "../show/subscription_status.tsx";
import { NameLink } from "./name_link.tsx";
import { WaitingBadge } from "./waiting_badge.tsx";

interface SubscriptionRowProps {
  subscription: Subscription;
  location: number;
  selected: boolean;
  /** Whether Tab reaches this row. */
  reachable: boolean;
  onToggle: (subscription: Subscription, range: boolean) => void;
}

/** One subscription as a row of two lines: what it is above, where it comes from and what came of it beneath. */
export function SubscriptionRow(
  { subscription, location: index, selected, reachable, onToggle }: SubscriptionRowProps,
) {
  const { t } = useMessages();
  const { name } = subscription;
  return (
    <Row
      selected={selected}
      data-place={index}
      tabIndex={reachable ? 0 : -1}
      aria-label={name}
      className={classNames("outline-none", !selected && "bg-surface")}
    >
      <Cell className={`${cellRing} sticky start-0 z-1 bg-inherit ps-4`}>
        <RowBox name={name} checked={selected} onToggle={(range) => onToggle(subscription, range)} />
      </Cell>
      <Cell className={`${cellRing} sticky start-11 z-1 max-w-0 bg-inherit`}>
        <NameLines subscription={subscription} />
      </Cell>
      <Cell className={`${cellRing} max-w-0`}>
        <Lines second={<BranchLine subscription={subscription} />}>
          {t(typeMessages[subscription.type])}
        </Lines>
      </Cell>
      <Cell className={`${cellRing} max-w-0`}>
        <Lines second={<NextLine subscription={subscription} />}>
          <ScheduleLine subscription={subscription} />
        </Lines>
      </Cell>
      <Cell className={`${cellRing} max-w-0`}>
        <SubscriptionStatusDot status={subscription.status} />
      </Cell>
      <Cell className={`${cellRing} max-w-0`}>
        <Lines second={<LastChanges subscription={subscription} />}>
          <LastOutcome subscription={subscription} />
        </Lines>
      </Cell>
      <Cell numeric className={cellRing}>
        <TaskCount subscription={subscription} />
      </Cell>
      <Cell className={`${cellRing} pe-3`}>
        <RowActions subscription={subscription} />
      </Cell>
    </Row>
  );
}

/** Two lines; the second is quieter and may be missing. */
function Lines({ children, second }: { children: ReactNode; second: ReactNode }) {
  return (
    <div className="flex min-h-14 min-w-0 flex-col justify-center gap-0.5 py-2">
      <div className="min-w-0 truncate">{children}</div>
      <div className="min-w-0 truncate text-xs text-muted empty:hidden">{second}</div>
    </div>
  );
}

function NameLines({ subscription }: { subscription: Subscription }) {
  const { name, url } = subscription;
  return (
    <div className="flex min-w-0 flex-col justify-center gap-0.5 py-2">
      <span className="flex min-w-0 items-center gap-2">
        <NameLink
          subscription={subscription}
          tabIndex={-1}
          className="min-w-0 truncate font-medium hover:text-accent-text hover:underline"
        >
          {name}
        </NameLink>
        <WaitingBadge subscription={subscription} tabIndex={-1} />
      </span>
      <span className="-my-1.5 flex min-w-0 items-center gap-1">
        <span className="min-w-0 truncate font-mono text-xs text-muted" title={url}>{shortAddress(url)}</span>
        <span className="opacity-0 transition-opacity duration-100 group-hover/row:opacity-100 group-focus-within/row:opacity-100 touch:opacity-100">
          <CopyButton text={url} />
        </span>
      </span>
    </div>
  );
}

function BranchLine({ subscription: { branch } }: { subscription: Subscription }) {
  const { t } = useMessages();
  if (branch === "") return null;
  return (
    <span className="flex min-w-0 items-center gap-1 icon-stroke" title={branch}>
      <GitBranch size={12} aria-label={t("subscriptions.branch")} className="shrink-0 text-faint" />
      <span className="truncate font-mono">{branch}</span>
    </span>
  );
}

function NextLine({ subscription: { nextRunAt } }: { subscription: Subscription }) {
  const { format } = useMessages();
  if (!nextRunAt) return null;
  return (
    <span className="flex min-w-0 gap-2">
      <RelativeTime at={nextRunAt} />
      <span className="truncate text-faint tabular-nums">{format.shortTime(nextRunAt, Date.now())}</span>
    </span>
  );
}

function TaskCount({ subscription: { id, name, taskCount } }: { subscription: Subscription }) {
  const { t, format } = useMessages();
  if (taskCount === 0) return <span className="text-faint">0</span>;
  return (
    <Link
      href={paths.tasks({ subscription: id })}
      title={t("subscriptions.tasksShow")}
      className="-mx-1 rounded-sm px-1 text-accent-text hover:underline"
    >
      {format.number(taskCount)}
      <span className="sr-only">{t("subscriptions.tasksShowOf", { name })}</span>
    </Link>
  );
}

function RowActions({ subscription }: { subscription: Subscription }) {
  const { t } = useMessages();
  const actions = useSubscriptionActions();
  const { id, name } = subscription;
  const stoppable = isStoppable(subscription);
  return (
    <span className="flex items-center justify-end gap-0.5">
      <HoverActions>
        <RowAction
          act={stoppable ? t("subscriptions.stop") : t("subscriptions.run")}
          name={name}
          icon={stoppable ? <Square size={12} fill="currentColor" /> : <Play size={16} />}
          onClick={() => void actions.act(stoppable ? "stop" : "run", [subscription])}
        />
        <RowAction
          act={t("subscriptions.log")}
          name={name}
          icon={<ScrollText size={16} />}
          onClick={() => actions.links.log(id)}
        />
      </HoverActions>
      <RowMenu name={name} entries={() => subscriptionEntries(subscription, { actions, t })} />
    </span>
  );
}
