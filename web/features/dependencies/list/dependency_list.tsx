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
import { type DependencyActions, useDependencyActions } from "../actions/use_actions.tsx";
import { type UrlStateHandle, visibleTypes } from "../url_state.ts";
import { typeMessages } from "../type_messages.ts";
import { pageSize, useDependencies } from "../use_dependencies.ts";
import { DependencyTable, type RowsProps } from "./dependency_table.tsx";
import { LackCallout, NothingFound, NothingYet, useLack } from "./nothing.tsx";
import { StateChip, Toolbar } from "./toolbar.tsx";
import { Ban, RotateCcw, ScrollText, Trash2, TriangleAlert } from "lucide-react";
import { BatchBar, type BatchDeed } from "../../../ui/data/batch_bar.tsx";
import { isBusy, StateDot } from "../state_style.tsx";
import { CardAction, CardBox, CardMenu, ListCard } from "../../../ui/data/rows/list_card.tsx";
import { CardSkeletons } from "../../../ui/data/rows/card_skeletons.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { rowEntries } from "../actions/row_entries.tsx";

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

/** What can be done with the chosen packages. */
function DependencyBatchBar(
  { rows, actions, onClear }: {
    rows: readonly Dependency[];
    actions: DependencyActions;
    onClear: () => void;
  },
) {
  const { t } = useMessages();
  return (
    <BatchBar
      label={t("dependencies.batch")}
      selected={t("tasks.selected", { count: rows.length })}
      clearLabel={t("tasks.clearSelection")}
      deeds={useDeeds(rows, actions)}
      onClear={onClear}
    />
  );
}

function useDeeds(rows: readonly Dependency[], actions: DependencyActions): BatchDeed[] {
  const { t } = useMessages();
  const busy = rows.filter(isBusy);
  const cancel: BatchDeed = {
    label: t("ui.cancel"),
    icon: <Ban size={16} aria-hidden />,
    onPhone: true,
    act: () => actions.act("cancel", busy),
  };
  return [
    {
      label: t("dependencies.reinstall"),
      icon: <RotateCcw size={16} aria-hidden />,
      onPhone: true,
      act: () => actions.act("reinstall", rows),
    },
    ...(busy.length > 0 ? [cancel] : []),
    {
      label: t("ui.delete"),
      icon: <Trash2 size={16} aria-hidden />,
      danger: true,
      onPhone: true,
      act: () => actions.askDelete(rows, false),
    },
    {
      label: t("dependencies.force"),
      icon: <TriangleAlert size={16} aria-hidden />,
      danger: true,
      onPhone: true,
      act: () => actions.askDelete(rows, true),
    },
  ];
}

/** Packages as cards, for a phone. */
function DependencyCards({ rows, loading, ...props }: RowsProps) {
  if (loading) return <CardSkeletons count={4} height="h-24" />;
  return (
    <ul className="flex flex-col gap-2">
      {rows.map((row) => (
        <li key={row.id}>
          <DependencyCard row={row} {...props} />
        </li>
      ))}
    </ul>
  );
}

function DependencyCard(
  { row, chosen, onToggle, actions, onLog }: Omit<RowsProps, "rows" | "loading"> & { row: Dependency },
) {
  const selected = chosen.has(row.id);
  return (
    <ListCard name={row.name} selected={selected}>
      <div className="flex items-start gap-2">
        <CardBox name={row.name} checked={selected} onToggle={() => onToggle(row, false)} />
        <div className="min-w-0 flex-1">
          <div className="font-mono text-sm font-medium break-all">{row.name}</div>
          {row.installedVersion && (
            <div className="mt-0.5 font-mono text-xs text-muted">{row.installedVersion}</div>
          )}
        </div>
        <span className="text-sm">
          <StateDot state={row.state} />
        </span>
      </div>
      <div className="ps-10 text-xs text-muted">
        {row.reason && <p className="mt-1.5 line-clamp-3 break-words text-danger-text">{row.reason}</p>}
        {row.remarks && <p className="mt-1.5 line-clamp-2 break-words">{row.remarks}</p>}
        <div className="mt-1 -mb-1.5 flex items-center">
          <RelativeTime at={row.updatedAt} />
          <CardActions row={row} actions={actions} onLog={onLog} />
        </div>
      </div>
    </ListCard>
  );
}

function CardActions({ row, actions, onLog }: { row: Dependency } & Pick<RowsProps, "actions" | "onLog">) {
  const { t } = useMessages();
  const busy = isBusy(row);
  return (
    <span className="ms-auto -me-1.5 flex">
      <CardAction
        act={t("dependencies.log")}
        name={row.name}
        icon={<ScrollText size={18} />}
        onClick={() => onLog(row.id)}
      />
      <CardAction
        act={busy ? t("ui.cancel") : t("dependencies.reinstall")}
        name={row.name}
        icon={busy ? <Ban size={18} /> : <RotateCcw size={18} />}
        onClick={() => void actions.act(busy ? "cancel" : "reinstall", [row])}
      />
      <CardMenu name={row.name} entries={() => rowEntries(row, { actions, onLog, t })} />
    </span>
  );
}
