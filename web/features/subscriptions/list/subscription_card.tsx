import { CalendarClock, History, Play } from "../../../ui/icons/icons.ts";
import { Link } from "wouter";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { paths } from "../../../paths.ts";
import { CardAction, CardBox, CardMenu, ListCard } from "../../../ui/data/rows/list_card.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useSubscriptionActions } from "../actions/use_subscription_actions.tsx";
import { isStoppable } from "../actions/subscription_entries.tsx";
import { subscriptionEntries } from "../actions/subscription_entries.tsx";
import {
  LastChanges,
  LastOutcome,
  NameLink,
  PackageBadge,
  ScheduleLine,
  shortAddress,
  SubscriptionStatusDot,
  WaitingBadge,
} from "./subscription_cells.tsx";
import { StopIcon } from "../../../ui/buttons/stop_icon.tsx";

/** Renders one subscription as a card, for a phone. */
export function SubscriptionCard(
  { subscription, selected, onToggle }: {
    subscription: Subscription;
    selected: boolean;
    onToggle: () => void;
  },
) {
  const { name, url, branch, status } = subscription;
  const { mayWrite } = useSubscriptionActions();
  return (
    <ListCard name={name} selected={selected}>
      <div className="flex items-start gap-1 icon-stroke">
        {mayWrite && <CardBox name={name} checked={selected} onToggle={onToggle} />}
        <NameLink subscription={subscription} className="min-w-0 flex-1">
          <span className="block truncate text-base font-medium">{name}</span>
          <code className="block truncate font-mono text-xs text-muted">
            {shortAddress(url)}
            {branch !== "" && ` · ${branch}`}
          </code>
        </NameLink>
        {status !== "idle" && (
          <span className="mt-0.5 text-xs">
            <SubscriptionStatusDot status={status} />
          </span>
        )}
        <CardActions subscription={subscription} />
      </div>
      <CardDetails subscription={subscription} />
    </ListCard>
  );
}

function CardDetails({ subscription }: { subscription: Subscription }) {
  const { t } = useMessages();
  const { id, nextRunAt, taskCount } = subscription;
  return (
    <dl className="flex flex-col ps-9 pe-1 text-xs text-muted icon-stroke">
      <div className="flex h-5.5 min-w-0 items-center gap-1.5">
        <dt title={t("subscriptions.schedule")}>
          <CalendarClock size={14} aria-label={t("subscriptions.schedule")} className="text-faint" />
        </dt>
        <dd className="min-w-0 truncate">
          <ScheduleLine subscription={subscription} />
        </dd>
        {nextRunAt && (
          <dd className="-ms-0.5 shrink-0">
            · <RelativeTime at={nextRunAt} />
          </dd>
        )}
        {taskCount > 0 && (
          <dd className="ms-auto shrink-0">
            <Link
              href={paths.tasks({ subscription: id })}
              className="-my-3 inline-flex min-h-11 items-center text-accent-text"
            >
              {t("subscriptions.tasksOf", { count: taskCount })}
            </Link>
          </dd>
        )}
      </div>
      <div className="flex h-5.5 min-w-0 items-center gap-1.5">
        <dt title={t("subscriptions.lastPull")}>
          <History size={14} aria-label={t("subscriptions.lastPull")} className="text-faint" />
        </dt>
        <dd className="min-w-0">
          <LastOutcome subscription={subscription} />
        </dd>
        <dd className="ms-auto shrink-0">
          <LastChanges subscription={subscription} />
        </dd>
      </div>
      <div className="flex flex-wrap gap-2 py-1 empty:hidden">
        <WaitingBadge subscription={subscription} />
        <PackageBadge subscription={subscription} />
      </div>
    </dl>
  );
}

function CardActions({ subscription }: { subscription: Subscription }) {
  const { t } = useMessages();
  const actions = useSubscriptionActions();
  const { name } = subscription;
  const stoppable = isStoppable(subscription);
  return (
    <div className="-my-0.5 -me-1.5 flex">
      {actions.mayWrite && (
        <CardAction
          action={stoppable ? t("subscriptions.stop") : t("subscriptions.run")}
          name={name}
          icon={stoppable ? <StopIcon /> : <Play size={18} />}
          onClick={() => void actions.perform(stoppable ? "stop" : "run", [subscription])}
        />
      )}
      <CardMenu name={name} entries={() => subscriptionEntries(subscription, { actions, t })} />
    </div>
  );
}
