import { GitBranch, Play, ScrollText } from "../../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Subscription, SubscriptionSortField } from "../../../../server/contract/subscriptions.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { paths } from "../../../paths.ts";
import { classNames } from "../../../ui/class_names.ts";
import type { Column } from "../../../ui/data/columns.ts";
import { RowAction } from "../../../ui/data/rows/row_actions.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { CopyButton } from "../../../ui/inputs/copy_button.tsx";
import { isStoppable, missingPackages } from "../actions/subscription_entries.tsx";
import { useSubscriptionActions } from "../actions/use_subscription_actions.tsx";
import {
  LastChanges,
  LastOutcome,
  NameLink,
  PackageBadge,
  ScheduleLine,
  shortAddress,
  SubscriptionStatusDot,
  typeMessages,
  WaitingBadge,
} from "./subscription_cells.tsx";
import { StopIcon } from "../../../ui/buttons/stop_icon.tsx";

/**
 * The columns of the list, with cells of two lines. Their widths are fixed, so that nothing moves when times
 * and states change. In a narrow window, those that the form also contains are hidden.
 */
export const subscriptionColumns: readonly Column<Subscription, SubscriptionSortField>[] = [
  {
    id: "name",
    header: "subscriptions.name",
    sort: "name",
    minWidth: 200,
    className: "sticky start-(--selection-width) z-1 max-w-0 bg-inherit",
    headClassName: "start-(--selection-width) z-20",
    cell: (subscription) => <NameLines subscription={subscription} />,
  },
  {
    id: "type",
    header: "subscriptions.type",
    sort: "type",
    width: 148,
    minWindowWidth: 1520,
    className: "max-w-0",
    cell: (subscription) => (
      <Lines second={<BranchLine subscription={subscription} />}>
        <TypeName subscription={subscription} />
      </Lines>
    ),
  },
  {
    id: "schedule",
    header: "subscriptions.schedule",
    sort: "nextRunAt",
    width: 244,
    minWindowWidth: 1280,
    className: "max-w-0",
    cell: (subscription) => (
      <Lines second={<NextLine subscription={subscription} />}>
        <ScheduleLine subscription={subscription} />
      </Lines>
    ),
  },
  {
    id: "status",
    header: "subscriptions.status",
    width: 96,
    className: "max-w-0",
    cell: ({ status }) => <SubscriptionStatusDot status={status} />,
  },
  {
    id: "lastPull",
    header: "subscriptions.lastPull",
    width: 176,
    className: "max-w-0",
    cell: (subscription) => (
      <Lines second={<LastChanges subscription={subscription} />}>
        <LastOutcome subscription={subscription} />
      </Lines>
    ),
  },
  {
    id: "tasks",
    header: "subscriptions.tasks",
    width: 72,
    minWindowWidth: 1100,
    tabularDigits: true,
    cell: (subscription) => <TaskCount subscription={subscription} />,
  },
];

/** Renders two lines; the second is muted and optional. */
function Lines({ children, second }: { children: ReactNode; second: ReactNode }) {
  return (
    <div className="flex min-h-14 min-w-0 flex-col justify-center gap-0.5 py-2">
      <div className="min-w-0 truncate">{children}</div>
      <div className="min-w-0 truncate text-xs text-muted empty:hidden">{second}</div>
    </div>
  );
}

interface CellProps {
  subscription: Subscription;
}

function NameLines({ subscription }: CellProps) {
  const { name, url, waiting } = subscription;
  // Beside a badge, too little of the address would be left to tell repositories apart.
  const hidden = (waiting !== null || missingPackages(subscription).length > 0) && "max-xl:hidden";
  return (
    <div className="flex min-w-0 flex-col justify-center gap-0.5 py-2">
      <NameLink
        subscription={subscription}
        tabIndex={-1}
        className="max-w-full self-start truncate font-medium hover:text-accent-text hover:underline"
      >
        {name}
      </NameLink>
      <span className="-my-1.5 flex min-h-7 min-w-0 items-center gap-2">
        <span title={url} className={classNames("min-w-0 truncate font-mono text-xs text-muted", hidden)}>
          {shortAddress(url)}
        </span>
        <WaitingBadge subscription={subscription} tabIndex={-1} />
        <PackageBadge subscription={subscription} tabIndex={-1} />
        <span
          className={classNames(
            "-ms-1 opacity-0 transition-opacity duration-100 group-hover/row:opacity-100 group-focus-within/row:opacity-100 touch:opacity-100",
            hidden,
          )}
        >
          <CopyButton text={url} />
        </span>
      </span>
    </div>
  );
}

function TypeName({ subscription: { type } }: CellProps) {
  const { t } = useMessages();
  return t(typeMessages[type]);
}

function BranchLine({ subscription: { branch } }: CellProps) {
  const { t } = useMessages();
  if (branch === "") return null;
  return (
    <span className="flex min-w-0 items-center gap-1 icon-stroke" title={branch}>
      <GitBranch size={12} aria-label={t("subscriptions.branch")} className="shrink-0 text-faint" />
      <span className="truncate font-mono">{branch}</span>
    </span>
  );
}

function NextLine({ subscription: { nextRunAt } }: CellProps) {
  const { format } = useMessages();
  if (!nextRunAt) return null;
  return (
    <span className="flex min-w-0 gap-2">
      <RelativeTime at={nextRunAt} />
      <span className="truncate text-faint tabular-nums">{format.shortTime(nextRunAt, Date.now())}</span>
    </span>
  );
}

function TaskCount({ subscription: { id, name, taskCount } }: CellProps) {
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

/** Renders the buttons on a row that pull or stop, and open the log. */
export function SubscriptionRowActions({ row: subscription }: { row: Subscription }) {
  const { t } = useMessages();
  const { perform, links, mayWrite } = useSubscriptionActions();
  const { id, name } = subscription;
  const stoppable = isStoppable(subscription);
  return (
    <>
      {mayWrite && (
        <RowAction
          label={stoppable ? t("subscriptions.stop") : t("subscriptions.run")}
          name={name}
          icon={stoppable ? <StopIcon /> : <Play />}
          onClick={() => void perform(stoppable ? "stop" : "run", [subscription])}
        />
      )}
      <RowAction
        label={t("subscriptions.log")}
        name={name}
        icon={<ScrollText />}
        onClick={() => links.log(id)}
      />
    </>
  );
}
