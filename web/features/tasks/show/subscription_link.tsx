import { useQuery } from "@tanstack/react-query";
import { GitBranch } from "lucide-react";
import { Link } from "wouter";
import type { List } from "../../../../server/contract/shapes.ts";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { paths } from "../../../paths.ts";
import { useWords } from "../../../words/use_words.tsx";

type Named = Pick<Subscription, "id" | "name">;
const none: readonly Named[] = [];

/** Lists all subscriptions by name, as far as a page of the API goes; empty until they are loaded. */
export function useSubscriptionNames({ enabled }: { enabled: boolean }): readonly Named[] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: queryKeys.subscriptions("names"),
    queryFn: ({ signal }) => {
      const query = { pageSize: 500, sort: "name" };
      return api.get<List<Subscription>>("/subscriptions", { query, signal });
    },
    enabled,
    retry: false,
  });
  return data?.items ?? none;
}

/** The subscription that made a task, a way to all tasks it made. */
export function SubscriptionLink({ id, chip = false }: { id: number; chip?: boolean }) {
  const { t } = useWords();
  const name = useSubscriptionNames({ enabled: true }).find((one) => one.id === id)?.name ?? `#${id}`;
  return (
    <Link
      href={paths.tasks({ subscription: id })}
      title={t("tasks.showSubscription", { name })}
      tabIndex={chip ? -1 : undefined}
      className={chip
        ? "flex max-w-40 min-w-0 items-center gap-1 rounded-sm bg-accent-soft px-1.5 py-px text-xs text-accent-text hover:underline touch:py-1"
        : "inline-flex min-w-0 items-center gap-1.5 text-accent-text hover:underline"}
    >
      <GitBranch size={chip ? 12 : 14} aria-hidden className="shrink-0" />
      <span className="truncate">{name}</span>
    </Link>
  );
}
