import { useCallback } from "react";
import type { Dependency } from "../../../../server/contract/dependencies.ts";
import { classNames } from "../../../ui/class_names.ts";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Pagination } from "../../../ui/data/pagination.tsx";
import { Tabs } from "../../../ui/data/tabs.tsx";
import { useDelayed } from "../../../ui/feedback/use_delayed.ts";
import { useLastPage } from "../../../ui/data/use_last_page.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useSelection } from "../../../ui/data/use_selection.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useDependencyActions } from "../actions/use_actions.tsx";
import { type UrlStateHandle, visibleTypes } from "../url_state.ts";
import { typeMessages } from "../type_messages.ts";
import { pageSize, useDependencies } from "../use_dependencies.ts";
import { DependencyBatchBar } from "./batch_bar.tsx";
import { DependencyCards } from "./dependency_cards.tsx";
import { DependencyTable } from "./dependency_table.tsx";
import { LackCallout, NothingFound, NothingYet, useLack } from "./nothing.tsx";
import { StateChip, Toolbar } from "./toolbar.tsx";

const none: readonly Dependency[] = [];

/** The packages of one type: tabs, search, the table or cards, pages. */
export function DependencyList({ handle }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  const { place: urlState, change, log } = handle;
  const list = useDependencies(urlState);
  const rows = list.data?.items ?? none;
  const { chosen, onToggle, onToggleAll, clear } = useSelection(rows);
  const actions = useDependencyActions();
  const lack = useLack(urlState.type);
  const narrow = useNarrow();
  const stale = useDelayed(list.isPlaceholderData, 300);
  useLastPage({
    total: list.isPlaceholderData ? undefined : list.data?.total,
    ...{ page: urlState.page, pageSize },
    onPage: useCallback((page: number) => change({ page }), [change]),
  });
  const some = chosen.size > 0;
  const empty = list.data?.total === 0;
  const bare = empty && urlState.q.trim() === "" && urlState.state === null;
  const Rows = narrow ? DependencyCards : DependencyTable;
  return (
    <div className={classNames("flex flex-col gap-3", !bare && "md:h-[calc(100dvh-96px)]")}>
      <div className="shrink-0">
        <Tabs
          label={t("dependencies.types")}
          value={urlState.type}
          onValue={(type) => change({ type, q: "", state: null })}
          tabs={visibleTypes.map((value) => ({ value, label: t(typeMessages[value]) }))}
        />
      </div>
      {(!some || narrow) && !bare && <Toolbar handle={handle} />}
      {some && <DependencyBatchBar rows={[...chosen.values()]} actions={actions} onClear={clear} />}
      <StateChip handle={handle} />
      {lack && <LackCallout lack={lack} />}
      {list.error && !list.data
        ? <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        : bare
        ? <NothingYet handle={handle} />
        : empty
        ? <NothingFound handle={handle} />
        : (
          <div className={classNames("flex min-h-0 flex-col transition-opacity", stale && "opacity-55")}>
            <Rows
              {...{ rows, chosen, actions }}
              loading={!list.data}
              {...{ onToggle, onToggleAll }}
              sort={urlState.sort}
              onSort={(sort) => change({ sort })}
              onLog={log}
            />
          </div>
        )}
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
