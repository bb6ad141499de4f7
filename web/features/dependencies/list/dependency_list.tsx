import { useMemo } from "react";
import type { Dependency } from "../../../../server/contract/dependencies.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { DataTable } from "../../../ui/data/data_table.tsx";
import { Pagination } from "../../../ui/data/pagination.tsx";
import { Tabs } from "../../../ui/data/tabs.tsx";
import { useLastPage } from "../../../ui/data/use_list_state.ts";
import { useSelection } from "../../../ui/data/use_selection.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { rowEntries, useDependencyActions } from "../actions/use_actions.tsx";
import { typeMessages } from "../state_style.tsx";
import { type UrlStateHandle, visibleTypes } from "../url_state.ts";
import { pageSize, useDependencies, useFailedByType } from "../api.ts";
import {
  DependencyCard,
  dependencyColumns,
  DependencyRowActions,
  RowProvider,
} from "./dependency_columns.tsx";
import { LackCallout, NothingFound, NothingYet, useLack } from "./nothing.tsx";
import { DependencyBatchBar, StateChip, Toolbar } from "./toolbar.tsx";

const none: readonly Dependency[] = [];
const nameOf = ({ name }: Dependency) => name;

/** Renders the packages of one type: tabs, search, rows or cards, pages, and batch actions. */
export function DependencyList({ handle }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  const { urlState, change, log, edit } = handle;
  const list = useDependencies(urlState);
  const rows = list.data?.items ?? none;
  const selection = useSelection(rows);
  const actions = useDependencyActions();
  const rowActions = useMemo(() => ({ actions, onLog: log, onEdit: edit }), [actions, log, edit]);
  const failed = useFailedByType();
  const lack = useLack(urlState.type);
  const narrow = useNarrow();
  useLastPage({
    total: list.isPlaceholderData ? undefined : list.data?.total,
    page: urlState.page,
    pageSize,
    onPage: (page) => change({ page }),
  });
  const some = selection.chosen.size > 0;
  const empty = list.data?.total === 0;
  const bare = empty && urlState.q.trim() === "" && urlState.state === null;
  return (
    <div className={classNames("flex flex-col gap-3", !bare && "md:h-[calc(100dvh-96px)]")}>
      <div className="shrink-0">
        <Tabs
          label={t("dependencies.types")}
          value={urlState.type}
          onValue={(type) => change({ type, q: "", state: null })}
          tabs={visibleTypes.map((value) => {
            const count = failed.get(value)?.length;
            return {
              value,
              label: t(typeMessages[value]),
              ...(count !== undefined &&
                { problems: { count, label: t("dependencies.failedCount", { count }) } }),
            };
          })}
        />
      </div>
      {(!some || narrow) && !bare && <Toolbar handle={handle} />}
      {some && (
        <DependencyBatchBar
          rows={[...selection.chosen.values()]}
          actions={actions}
          onClear={selection.clear}
        />
      )}
      <StateChip handle={handle} />
      {lack && <LackCallout lack={lack} />}
      <RowProvider value={rowActions}>
        <DataTable
          label={t("dependencies.title")}
          columns={dependencyColumns}
          rows={rows}
          rowName={nameOf}
          loading={!list.data}
          stale={list.isPlaceholderData}
          error={list.data ? null : list.error}
          onRetry={() => void list.refetch()}
          empty={empty && (bare ? <NothingYet handle={handle} /> : <NothingFound handle={handle} />)}
          sort={urlState.sort}
          onSort={(sort) => change({ sort })}
          {...actions.mayWrite && { selection }}
          actions={DependencyRowActions}
          actionsWidth={112}
          menu={(row) => rowEntries(row, { ...rowActions, t })}
          skeletons={4}
          cardHeight="h-24"
          card={(row, { selected }) => (
            <DependencyCard
              row={row}
              selected={selected}
              onToggle={() => selection.onToggle(row, false)}
            />
          )}
        />
      </RowProvider>
      {list.data && list.data.total > 0 && (
        <Pagination
          page={urlState.page}
          total={list.data.total}
          pageSize={pageSize}
          onPage={(page) => change({ page })}
        />
      )}
      {actions.question}
    </div>
  );
}
