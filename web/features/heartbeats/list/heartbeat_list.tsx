import type { KeyboardEvent } from "react";
import type { Heartbeat } from "../../../../server/contract/heartbeats.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { DataTable } from "../../../ui/data/data_table.tsx";
import { Pagination } from "../../../ui/data/pagination.tsx";
import { useLastPage } from "../../../ui/data/use_list_state.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { NoMatches } from "../../../ui/feedback/no_matches.tsx";
import { Activity, Plus } from "../../../ui/icons/icons.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useShortcuts } from "../../../ui/use_shortcuts.ts";
import { heartbeatEntries, useHeartbeatActions } from "../actions/use_heartbeat_actions.tsx";
import { pageSize, useHeartbeatList } from "../api.ts";
import { isFiltered, noFilters, useHeartbeatListState, writeListState } from "../url_state.ts";
import { HeartbeatCard } from "./heartbeat_card.tsx";
import { heartbeatColumns, HeartbeatRowActions } from "./heartbeat_columns.tsx";
import { FilterChips, ListToolbar } from "./list_toolbar.tsx";

const none: readonly Heartbeat[] = [];
const nameOf = ({ name }: Heartbeat) => name;

/** Renders the heartbeats: search, filters, rows or cards, and pages. */
export function HeartbeatList() {
  const { t } = useMessages();
  const handle = useHeartbeatListState();
  const { state, change } = handle;
  const list = useHeartbeatList(writeListState(state));
  const narrow = useNarrow();
  const actions = useHeartbeatActions();
  const onKey = useRowKeys();
  useLastPage({
    total: list.isPlaceholderData ? undefined : list.data?.total,
    page: state.page,
    pageSize,
    onPage: (page) => change({ page }, { replace: true }),
  });
  const total = list.data?.total ?? 0;
  if (list.data?.total === 0 && !list.isPlaceholderData && !isFiltered(state)) return <FirstHeartbeat />;
  return (
    <div className="flex flex-col gap-3 md:h-[calc(100dvh-96px)]">
      <ListToolbar handle={handle} />
      <FilterChips handle={handle} />
      <DataTable
        label={t("heartbeats.title")}
        columns={heartbeatColumns}
        rows={list.data?.items ?? none}
        rowName={nameOf}
        loading={!list.data}
        stale={list.isPlaceholderData}
        error={list.data ? null : list.error}
        onRetry={() => void list.refetch()}
        empty={total === 0 && (
          <NoMatches
            title={t("heartbeats.noMatch")}
            text={t("heartbeats.noMatchHelp")}
            onClear={() => change(noFilters)}
          />
        )}
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        actions={HeartbeatRowActions}
        actionsWidth={112}
        menu={(row) => heartbeatEntries(row, { actions, t })}
        onKey={onKey}
        skeletons={narrow ? 4 : 6}
        cardHeight="h-24"
        card={(row) => <HeartbeatCard heartbeat={row} />}
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
  const { open, edit, copyAddress, askDelete, mayWrite } = useHeartbeatActions();
  return ({ key }: KeyboardEvent, row: Heartbeat): boolean => {
    const keys: Record<string, () => void> = {
      enter: () => open(row.id),
      c: () => copyAddress(row),
      ...mayWrite && {
        e: () => edit(row.id),
        delete: () => askDelete(row),
        backspace: () => askDelete(row),
      },
    };
    const onRow = keys[key.toLowerCase()];
    onRow?.();
    return onRow !== undefined;
  };
}

/** Rendered instead of the list while there is no heartbeat. */
function FirstHeartbeat() {
  const { t } = useMessages();
  const { create, mayWrite } = useHeartbeatActions();
  useShortcuts(mayWrite ? { n: create } : {});
  return (
    <EmptyState
      frame="dashed"
      icon={<Activity size={22} />}
      title={t("heartbeats.none")}
      text={t("heartbeats.noneHelp")}
      action={mayWrite && (
        <Button variant="primary" icon={<Plus />} onClick={create}>{t("heartbeats.createFirst")}</Button>
      )}
    />
  );
}
