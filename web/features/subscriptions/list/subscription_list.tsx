import { GitBranch, Plus, SearchX } from "lucide-react";
import { Suspense, useCallback, useRef } from "react";
import type { Subscription, SubscriptionStatus } from "../../../../server/contract/subscriptions.ts";
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
import { isFiltered, noFilters, writeListState } from "./list_address.ts";
import { SubscriptionTable } from "./subscription_table.tsx";
import { type ListStateHandle, useListState } from "./use_list_state.ts";
import type { SubscriptionsProps } from "./subscriptions_props.ts";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";
import { Chip } from "../../../ui/data/badge.tsx";
import { statusStyles } from "../show/subscription_status.tsx";
import { useShortcuts } from "../../../shared/page/use_shortcuts.ts";
import { useSubscriptionActions } from "../actions/use_subscription_actions.tsx";
import { FilterButton } from "../../../ui/inputs/filter_button.tsx";
import { NewButton } from "../../../ui/inputs/new_button.tsx";
import { SearchField } from "../../../ui/inputs/search_field.tsx";
import { useSearchText } from "../../../ui/inputs/use_search_text.ts";
import { useUrlState } from "../url_state.ts";

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

/** The statuses that the list is narrowed to, each with a way to take it away; nothing when there are none. */
function FilterChips({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  if (state.status.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5" role="group" aria-label={t("tasks.filters")}>
      {state.status.map((status) => (
        <Chip
          key={status}
          label={t(statusStyles[status].word)}
          onRemove={() => change({ status: state.status.filter((one) => one !== status) })}
        />
      ))}
    </div>
  );
}

/** Stands in place of the list while there is no subscription at all. */
function FirstSubscription() {
  const { t } = useMessages();
  const { links } = useSubscriptionActions();
  useShortcuts({ n: () => links.create() });
  return (
    <div className="flex flex-1 flex-col justify-center rounded-md border border-dashed border-line-strong bg-surface">
      <EmptyState
        icon={<GitBranch size={22} />}
        title={t("subscriptions.none")}
        text={t("subscriptions.noneHelp")}
        action={
          <Button
            variant="primary"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => links.create()}
          >
            {t("subscriptions.createFirst")}
          </Button>
        }
      />
    </div>
  );
}

/** Search, filter and the way to a new subscription. */
function ListToolbar({ handle }: { handle: ListStateHandle }) {
  return (
    <div className="flex min-h-8 items-center gap-2">
      <ListSearch handle={handle} />
      <StatusFilter handle={handle} />
      <NewSubscription />
    </div>
  );
}

function ListSearch({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const covered = useUrlState().dialog !== null;
  const search = useCallback((q: string) => {
    // A dialog that was opened meanwhile would be closed by it.
    if (!covered) change({ q }, { replace: true });
  }, [change, covered]);
  const [text, setText, leave] = useSearchText(state.q, search);
  useShortcuts({ "/": () => input.current?.focus() });
  return (
    <SearchField
      inputRef={input}
      label={t("subscriptions.search")}
      placeholder={t("subscriptions.searchHint")}
      value={text}
      onValue={setText}
      onLeave={leave}
      className="min-w-0 flex-1 md:max-w-80"
    />
  );
}

function StatusFilter({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const entries = Object.entries(statusStyles).map(([status, { word }]) => {
    const value = status as SubscriptionStatus; // the record has exactly the statuses as keys
    const chosen = state.status.includes(value);
    const others = state.status.filter((one) => one !== value);
    return {
      label: t(word),
      checked: chosen,
      onSelect: () => change({ status: chosen ? others : [...state.status, value] }),
    };
  });
  return <FilterButton label={t("subscriptions.status")} entries={entries} />;
}

function NewSubscription() {
  const { t } = useMessages();
  const { links } = useSubscriptionActions();
  const create = () => links.create();
  useShortcuts({ n: create });
  return <NewButton label={t("subscriptions.new")} onClick={create} className="ms-auto" />;
}
