import { CalendarClock, History, Play, ScrollText, Square } from "lucide-react";
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
  ScheduleLine,
  shortAddress,
  SubscriptionStatusDot,
  WaitingBadge,
} from "./subscription_cells.tsx";

/** Renders one subscription as a card, for a phone. */
export function SubscriptionCard(
  { subscription, selected, onToggle }: {
    subscription: Subscription;
    selected: boolean;
    onToggle: () => void;
  },
) {
  const { t } = useMessages();
  const { id, name, url, branch, status, taskCount } = subscription;
  return (
    <ListCard name={name} selected={selected}>
      <div className="flex items-start gap-2 icon-stroke">
        <CardBox name={name} checked={selected} onToggle={onToggle} />
        <NameLink subscription={subscription} className="min-w-0 flex-1">
          <span className="line-clamp-2 text-base font-medium break-words">{name}</span>
          <code className="mt-0.5 block truncate font-mono text-xs text-muted">
            {shortAddress(url)}
            {branch !== "" && ` · ${branch}`}
          </code>
        </NameLink>
        <span className="text-sm">
          <SubscriptionStatusDot status={status} />
        </span>
      </div>
      <CardDetails subscription={subscription} />
      <div className="mt-1 -mb-1.5 flex items-center gap-2 ps-10 text-sm">
        <WaitingBadge subscription={subscription} />
        {taskCount > 0 && (
          <Link
            href={paths.tasks({ subscription: id })}
            className="inline-flex min-h-11 items-center text-accent-text"
          >
            {t("subscriptions.tasksOf", { count: taskCount })}
          </Link>
        )}
        <span className="ms-auto">
          <CardActions subscription={subscription} />
        </span>
      </div>
    </ListCard>
  );
}

function CardDetails({ subscription }: { subscription: Subscription }) {
  const { t } = useMessages();
  return (
    <dl className="mt-2 flex flex-col gap-1.5 ps-10 text-xs text-muted icon-stroke">
      <div className="flex min-w-0 items-center gap-1.5">
        <dt title={t("subscriptions.schedule")}>
          <CalendarClock size={14} aria-label={t("subscriptions.schedule")} className="text-faint" />
        </dt>
        <dd className="min-w-0 truncate">
          <ScheduleLine subscription={subscription} />
        </dd>
        {subscription.nextRunAt && (
          <dd className="shrink-0">
            · <RelativeTime at={subscription.nextRunAt} />
          </dd>
        )}
      </div>
      <div className="flex min-w-0 items-center gap-1.5">
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
    </dl>
  );
}

function CardActions({ subscription }: { subscription: Subscription }) {
  const { t } = useMessages();
  const actions = useSubscriptionActions();
  const { name } = subscription;
  const stoppable = isStoppable(subscription);
  return (
    <div className="-me-1.5 flex">
      <CardAction
        act={stoppable ? t("subscriptions.stop") : t("subscriptions.run")}
        name={name}
        icon={stoppable ? <Square size={14} fill="currentColor" /> : <Play size={18} />}
        onClick={() => void actions.act(stoppable ? "stop" : "run", [subscription])}
      />
      <CardAction
        act={t("subscriptions.log")}
        name={name}
        icon={<ScrollText size={18} />}
        onClick={() => actions.links.log(subscription.id)}
      />
      <CardMenu name={name} entries={() => subscriptionEntries(subscription, { actions, t })} />
    </div>
  );
}
