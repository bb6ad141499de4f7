import { GitBranch, Plus } from "../../../ui/icons/icons.ts";
import type { KeyboardEvent } from "react";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { DataTable } from "../../../ui/data/data_table.tsx";
import { Pagination } from "../../../ui/data/pagination.tsx";
import { useLastPage } from "../../../ui/data/use_list_state.ts";
import { useSelection } from "../../../ui/data/use_selection.ts";
import { NoMatches } from "../../../ui/feedback/no_matches.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useShortcuts } from "../../../ui/use_shortcuts.ts";
import { isStoppable } from "../actions/subscription_entries.tsx";
import { subscriptionEntries } from "../actions/subscription_entries.tsx";
import { useSubscriptionActions } from "../actions/use_subscription_actions.tsx";
import { pageSize, useSubscriptionList } from "../api.ts";
import { isFiltered, noFilters, useSubscriptionListState, writeListState } from "./list_address.ts";
import { FilterChips, ListToolbar, SubscriptionBatchBar } from "./list_toolbar.tsx";
import { SubscriptionCard } from "./subscription_card.tsx";
import { subscriptionColumns, SubscriptionRowActions } from "./subscription_columns.tsx";

const none: readonly Subscription[] = [];
const nameOf = ({ name }: Subscription) => name;

/** Renders the subscriptions: search, filters, rows or cards, pages, and batch actions. */
export function SubscriptionList() {
  const { t } = useMessages();
  const handle = useSubscriptionListState();
  const { state, change } = handle;
  const list = useSubscriptionList(writeListState(state));
  const rows = list.data?.items ?? none;
  const selection = useSelection(rows);
  const narrow = useNarrow();
  const actions = useSubscriptionActions();
  const onKey = useRowKeys();
  useLastPage({
    total: list.isPlaceholderData ? undefined : list.data?.total,
    page: state.page,
    pageSize,
    onPage: (page) => change({ page }, { replace: true }),
  });
  const total = list.data?.total ?? 0;
  if (list.data?.total === 0 && !list.isPlaceholderData && !isFiltered(state)) return <FirstSubscription />;
  const some = selection.chosen.size > 0;
  return (
    <div className="flex flex-col gap-3 md:h-[calc(100dvh-96px)]">
      {(!some || narrow) && <ListToolbar handle={handle} />}
      {some && (
        <SubscriptionBatchBar subscriptions={[...selection.chosen.values()]} onClear={selection.clear} />
      )}
      <FilterChips handle={handle} />
      <DataTable
        label={t("app.subscriptions")}
        columns={subscriptionColumns}
        rows={rows}
        rowName={nameOf}
        loading={!list.data}
        stale={list.isPlaceholderData}
        error={list.data ? null : list.error}
        onRetry={() => void list.refetch()}
        empty={total === 0 && (
          <NoMatches
            title={t("subscriptions.noMatch")}
            text={t("subscriptions.noMatchHelp")}
            onClear={() => change(noFilters)}
          />
        )}
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        {...actions.mayWrite && { selection }}
        actions={SubscriptionRowActions}
        actionsWidth={112}
        menu={(row) => subscriptionEntries(row, { actions, t })}
        onKey={onKey}
        skeletons={narrow ? 4 : 6}
        cardHeight="h-26"
        card={(row, { selected }) => (
          <SubscriptionCard
            subscription={row}
            selected={selected}
            onToggle={() => selection.onToggle(row, false)}
          />
        )}
      />
      {total > 0 && (
        <Pagination
          page={state.page}
          pageSize={pageSize}
          total={total}
          onPage={(page) => change({ page })}
        />
      )}
    </div>
  );
}

function useRowKeys() {
  const { perform, askDelete, links, preview, mayWrite } = useSubscriptionActions();
  return ({ key }: KeyboardEvent, row: Subscription): boolean => {
    const ofReader = { enter: () => links.log(row.id), l: () => links.log(row.id) };
    const keys: Record<string, () => void> = !mayWrite ? ofReader : {
      enter: () => links.edit(row.id),
      e: () => links.edit(row.id),
      r: () => void perform("run", [row]),
      s: () => isStoppable(row) && void perform("stop", [row]),
      l: () => links.log(row.id),
      p: () => void preview(row),
      a: () => row.waiting && links.waiting(row.id),
      delete: () => askDelete([row]),
      backspace: () => askDelete([row]),
    };
    const onRow = keys[key.toLowerCase()];
    onRow?.();
    return onRow !== undefined;
  };
}

/** Rendered instead of the list while there is no subscription. */
function FirstSubscription() {
  const { t } = useMessages();
  const { links, mayWrite } = useSubscriptionActions();
  useShortcuts(mayWrite ? { n: () => links.create() } : {});
  return (
    <EmptyState
      frame="dashed"
      icon={<GitBranch size={22} />}
      title={t("subscriptions.none")}
      text={t("subscriptions.noneHelp")}
      action={mayWrite && (
        <Button variant="primary" icon={<Plus />} onClick={() => links.create()}>
          {t("subscriptions.createFirst")}
        </Button>
      )}
    />
  );
}
