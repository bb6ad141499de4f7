import { useQuery } from "@tanstack/react-query";
import { GitBranch } from "lucide-react";
import { Link } from "wouter";
import type { List } from "../../../../server/contract/shapes.ts";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { paths } from "../../../paths.ts";
import { useMessages } from "../../../messages/use_messages.tsx";

type Named = Pick<Subscription, "id" | "name">;
const none: readonly Named[] = [];

/** Lists all subscriptions by name, as far as a page of the API goes; empty until they are loaded. */
export function useSubscriptionNames(): readonly Named[] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: queryKeys.subscriptions("names"),
    queryFn: ({ signal }) => {
      const query = { pageSize: 500, sort: "name" };
      return api.get<List<Subscription>>("/subscriptions", { query, signal });
    },
    retry: false,
  });
  return data?.items ?? none;
}

const variantClass = {
  link: "inline-flex min-w-0 items-center gap-1.5 text-accent-text hover:underline",
  chip:
    "flex max-w-40 min-w-0 items-center gap-1 rounded-sm bg-accent-soft px-1.5 py-px text-xs text-accent-text hover:underline touch:py-1",
  icon: "shrink-0 text-faint hover:text-accent-text",
};

interface SubscriptionLinkProps {
  id: number;
  /** `icon` has the name as its label only. */
  variant?: keyof typeof variantClass;
}

/** The subscription that made a task, a way to all tasks it made. */
export function SubscriptionLink({ id, variant = "link" }: SubscriptionLinkProps) {
  const { t } = useMessages();
  const name = useSubscriptionNames().find((one) => one.id === id)?.name ?? `#${id}`;
  const title = t("tasks.showSubscription", { name });
  return (
    <Link
      href={paths.tasks({ subscription: id })}
      title={title}
      aria-label={variant === "icon" ? title : undefined}
      // A list's rows have one stop for the keyboard; the filter menu leads to the same tasks.
      tabIndex={variant === "link" ? undefined : -1}
      className={variantClass[variant]}
    >
      <GitBranch size={variant === "link" ? 14 : 12} aria-hidden className="shrink-0" />
      {variant !== "icon" && <span className="truncate">{name}</span>}
    </Link>
  );
}
