import { SearchX } from "lucide-react";
import { Suspense, useCallback } from "react";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { Button } from "../../../ui/inputs/button.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Pagination } from "../../../ui/data/pagination.tsx";
import { useDelayed } from "../../../ui/feedback/use_delayed.ts";
import { useLastPage } from "../../../ui/data/use_last_page.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useSelection } from "../../../ui/data/use_selection.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { pageSize, useSubscriptionList } from "../show/use_subscriptions.ts";
import { FilterChips } from "./filter_chips.tsx";
import { FirstSubscription } from "./first_subscription.tsx";
import { isFiltered, noFilters, writeListState } from "./list_address.ts";
import { ListToolbar } from "./list_toolbar.tsx";
import { SubscriptionTable } from "./subscription_table.tsx";
import { useListState } from "./use_list_state.ts";
import type { SubscriptionsProps } from "./subscriptions_props.ts";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";

// What only some see, or only later.
const BatchBar = lazyPart(() => import("./batch_bar.tsx"));
const SubscriptionCards = lazyPart(() => import("./subscription_cards.tsx"));

const none: readonly Subscription[] = [];

/** The list of subscriptions: search, filters, the table or cards, pages. */
export function SubscriptionList() {
  const handle = useListState();
  const { state, change } = handle;
  const list = useSubscriptionList(writeListState(state));
  const subscriptions = list.data?.items ?? none;
  const choosing = useSelection(subscriptions);
  const narrow = useNarrow();
  const stale = useDelayed(list.isPlaceholderData, 300);
  useLastPage({
    total: list.isPlaceholderData ? undefined : list.data?.total,
    ...{ page: state.page, pageSize },
    onPage: useCallback((page: number) => change({ page }, { replace: true }), [change]),
  });
  const total = list.data?.total ?? null;
  if (total === 0 && !list.isPlaceholderData && !isFiltered(state)) return <FirstSubscription />;
  const some = choosing.chosen.size > 0;
  return (
    <div className="flex flex-col gap-3 md:h-[calc(100dvh-96px)]">
      {(!some || narrow) && <ListToolbar handle={handle} />}
      {some && (
        <Suspense fallback={<div className="min-h-8 shrink-0" />}>
          <BatchBar subscriptions={[...choosing.chosen.values()]} onClear={choosing.clear} />
        </Suspense>
      )}
      <FilterChips handle={handle} />
      {list.error && !list.data
        ? <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        : total === 0
        ? <NothingFound onClear={() => change(noFilters)} />
        : (
          <div className={classNames("flex min-h-0 flex-col transition-opacity", stale && "opacity-55")}>
            <Subscriptions {...{ handle, subscriptions }} loading={!list.data} {...choosing} />
          </div>
        )}
      {total !== null && total > 0 && (
        <Pagination
          page={state.page}
          {...{ pageSize, total }}
          onPage={(page) => change({ page })}
        />
      )}
    </div>
  );
}

function Subscriptions(props: SubscriptionsProps) {
  if (!useNarrow()) return <SubscriptionTable {...props} />;
  return (
    <Suspense>
      <SubscriptionCards {...props} />
    </Suspense>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useMessages();
  return (
    <div className="rounded-md border border-line bg-surface">
      <EmptyState
        icon={<SearchX size={22} />}
        title={t("subscriptions.noMatch")}
        text={t("subscriptions.noMatchHelp")}
        action={<Button onClick={onClear}>{t("tasks.clearFilters")}</Button>}
      />
    </div>
  );
}
