import { CalendarClock, Ellipsis, History, Play, ScrollText, Square } from "lucide-react";
import { Link } from "wouter";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { paths } from "../../../paths.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { IconButton } from "../../../ui/icon_button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { RelativeTime } from "../../../ui/time_text.tsx";
import { useDelayed } from "../../../ui/use_delayed.ts";
import { useWords } from "../../../words/use_words.tsx";
import { useSubscriptionActs } from "../acts/subscription_acts.tsx";
import { isStoppable, subscriptionEntries } from "../acts/subscription_entries.tsx";
import { LastChanges, LastOutcome } from "../show/last_pull.tsx";
import { ScheduleLine } from "../show/schedule_line.tsx";
import { shortAddress } from "../show/short_address.ts";
import { SubscriptionStatusDot } from "../show/subscription_status.tsx";
import { NameLink } from "./name_link.tsx";
import type { SubscriptionsProps } from "./subscription_list.tsx";
import { WaitingBadge } from "./waiting_badge.tsx";

/** Subscriptions as cards, for a phone. */
export default function SubscriptionCards({ subscriptions, loading, chosen, onToggle }: SubscriptionsProps) {
  if (loading) return <CardSkeletons />;
  return (
    <ul className="flex flex-col gap-2 pb-2">
      {subscriptions.map((one) => (
        <li key={one.id}>
          <SubscriptionCard
            subscription={one}
            selected={chosen.has(one.id)}
            onToggle={() => onToggle(one, false)}
          />
        </li>
      ))}
    </ul>
  );
}

function SubscriptionCard(
  { subscription, selected, onToggle }: {
    subscription: Subscription;
    selected: boolean;
    onToggle: () => void;
  },
) {
  const { t } = useWords();
  const { id, name, url, branch, status, taskCount } = subscription;
  return (
    <article
      aria-label={name}
      className={classNames(
        "rounded-md border p-3 ps-2",
        selected ? "border-accent bg-selected" : "border-line bg-surface",
      )}
    >
      <div className="flex items-start gap-2 icon-stroke">
        <Checkbox
          label={t("ui.selectRow", { name })}
          hideLabel
          className="-my-2 -ms-0.5 size-9 justify-center"
          checked={selected}
          onChange={onToggle}
        />
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
      <CardFacts subscription={subscription} />
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
    </article>
  );
}

function CardFacts({ subscription }: { subscription: Subscription }) {
  const { t } = useWords();
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
  const { t } = useWords();
  const acts = useSubscriptionActs();
  const { name } = subscription;
  const stoppable = isStoppable(subscription);
  return (
    <div className="-me-1.5 flex">
      <IconButton
        tooltip={false}
        label={`${stoppable ? t("subscriptions.stop") : t("subscriptions.run")}: ${name}`}
        icon={stoppable ? <Square size={14} fill="currentColor" /> : <Play size={18} />}
        onClick={() => void acts.act(stoppable ? "stop" : "run", [subscription])}
      />
      <IconButton
        tooltip={false}
        label={`${t("subscriptions.log")}: ${name}`}
        icon={<ScrollText size={18} />}
        onClick={() => acts.links.log(subscription.id)}
      />
      <Menu entries={() => subscriptionEntries(subscription, { acts, t })}>
        <IconButton tooltip={false} label={`${t("ui.more")}: ${name}`} icon={<Ellipsis size={18} />} />
      </Menu>
    </div>
  );
}

function CardSkeletons() {
  if (!useDelayed(true)) return null;
  return (
    <ul className="flex flex-col gap-2">
      {Array.from({ length: 4 }, (_, index) => (
        <li
          key={index}
          className="flex h-38 flex-col gap-3 rounded-md border border-line bg-surface p-4"
        >
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-3 w-4/5" />
          <Skeleton className="h-3 w-1/2" />
        </li>
      ))}
    </ul>
  );
}
