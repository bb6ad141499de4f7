import { Braces, Plus } from "../../../ui/icons/icons.ts";
import { type KeyboardEvent, useCallback } from "react";
import type { EventType } from "../../../../server/contract/events.ts";
import type { Variable } from "../../../../server/contract/variables.ts";
import { ApiProblem, isSignedOut } from "../../../api/api_problem.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { inOrder, useAskedOrder } from "../../../api/use_asked_order.ts";
import { useLiveRefresh } from "../../../api/use_live_refresh.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { DataTable } from "../../../ui/data/data_table.tsx";
import { type Move, moveBetween, moveItem } from "../../../ui/data/move_item.ts";
import { sortableRows } from "../../../ui/data/sortable_rows.tsx";
import { useRowWindow } from "../../../ui/data/use_row_window.ts";
import { useSelection } from "../../../ui/data/use_selection.ts";
import { NoMatches } from "../../../ui/feedback/no_matches.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { useMedia, useNarrow } from "../../../ui/use_narrow.ts";
import { useShortcuts } from "../../../ui/use_shortcuts.ts";
import { useVariableActions, variableEntries } from "../actions/use_variable_actions.tsx";
import { isFiltered, noFilters, queryOf, readListState, useVariableListState } from "../url_state.ts";
import { useVariables } from "../api.ts";
import { FilterChips, ListToolbar, VariableBatchBar } from "./list_toolbar.tsx";
import { useStay, VariableCard } from "./variable_card.tsx";
import { EditAction, narrowVariableColumns, variableColumns } from "./variable_columns.tsx";

const none: readonly Variable[] = [];
const nameOf = ({ name }: Variable) => name;

/** Renders the variables: search, filters, rows or cards, and batch actions. */
export function VariableList() {
  const { t, format } = useMessages();
  const handle = useVariableListState();
  const { state, change } = handle;
  const list = useVariables(state);
  const filtered = isFiltered(state);
  const ordered = !filtered && state.sort === null;
  const { variables, onOrder, onMove } = useOrder(list.data ?? none, ordered);
  const selection = useSelection(variables);
  const narrow = useNarrow();
  const hasRemarks = useMedia("(min-width: 1200px)");
  const { onKey, menuOf } = useRowActions(ordered ? onMove : undefined, variables.length);
  const stay = useStay(variables);
  useFollowTasks();
  const window = useRowWindow({
    count: variables.length,
    cardHeight: 110,
    keyOf: (index) => variables[index]?.id ?? index,
  });
  const some = selection.chosen.size > 0;
  if (list.data?.length === 0 && !list.isPlaceholderData && !filtered) return <FirstVariable />;
  return (
    <div className="flex flex-col gap-3 md:h-[calc(100dvh-96px)]">
      {(!some || narrow) && <ListToolbar handle={handle} />}
      {some && <VariableBatchBar variables={[...selection.chosen.values()]} onClear={selection.clear} />}
      <FilterChips handle={handle} />
      <DataTable
        label={t("variables.title")}
        columns={hasRemarks ? variableColumns : narrowVariableColumns}
        rows={variables}
        rowName={nameOf}
        loading={!list.data}
        stale={list.isPlaceholderData}
        error={list.data ? null : list.error}
        onRetry={() => void list.refetch()}
        empty={
          <NoMatches
            title={t("variables.noMatch")}
            text={t("variables.noMatchHelp")}
            onClear={() => change(noFilters)}
          />
        }
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        selection={selection}
        actions={EditAction}
        menu={menuOf}
        onKey={onKey}
        window={window}
        reorder={{
          sortable: sortableRows,
          enabled: ordered,
          onOrder,
          onMove,
          handleLabel: (name) => t("variables.move", { name }),
          handleHelp: t("variables.moveHelp"),
        }}
        card={(variable, card) => (
          <VariableCard
            {...card}
            {...{ variable, stay }}
            count={variables.length}
            onToggle={() => selection.onToggle(variable, false)}
            onLabel={(label) => change({ label })}
            onMove={ordered ? (to) => onMove(variable.id, to) : undefined}
            menu={() => menuOf(variable)}
          />
        )}
      />
      {variables.length > 0 && (
        <p className="text-sm text-muted tabular-nums">
          {t("ui.inAll", { total: format.number(variables.length) })}
          {!narrow && ordered && <span className="text-faint">{t("variables.orderHelp")}</span>}
        </p>
      )}
    </div>
  );
}

/**
 * Returns the keyboard actions and menu entries of a row; `onMove` is undefined while the order cannot be
 * changed.
 */
function useRowActions(onMove: ((id: number, to: number) => void) | undefined, count: number) {
  const { t } = useMessages();
  const actions = useVariableActions();
  const { edit, askDelete } = actions;
  const onKey = ({ key }: KeyboardEvent, variable: Variable): boolean => {
    const keys: Record<string, () => void> = {
      enter: () => edit(variable.id),
      e: () => edit(variable.id),
      delete: () => askDelete([variable]),
      backspace: () => askDelete([variable]),
    };
    const action = keys[key.toLowerCase()];
    action?.();
    return action !== undefined;
  };
  const onEnd = onMove &&
    (({ id }: Variable, to: "start" | "end") => onMove(id, to === "start" ? 0 : count - 1));
  return { onKey, menuOf: (variable: Variable) => variableEntries(variable, { actions, t, onMove: onEnd }) };
}

/** Rendered instead of the list while there is no variable. */
function FirstVariable() {
  const { t } = useMessages();
  const { create, importAll } = useVariableActions();
  useShortcuts({ n: create });
  return (
    <EmptyState
      frame="dashed"
      icon={<Braces size={22} />}
      title={t("variables.none")}
      text={t("variables.noneHelp")}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" icon={<Plus />} onClick={create}>{t("variables.createFirst")}</Button>
          <Button onClick={importAll}>{t("variables.import")}</Button>
        </div>
      }
    />
  );
}

const gatherMs = 700;
const changing: readonly EventType[] = ["task:created", "task:updated", "task:deleted"];

/** Reloads the variables when tasks are created, edited or deleted, because other tasks may use them now. */
function useFollowTasks(): void {
  useLiveRefresh({
    keysOf: (type) =>
      changing.includes(type) ? [queryKeys.variables("list"), queryKeys.variables("tasks")] : [],
    delayMs: gatherMs,
  });
}

const wholeList = queryKeys.variables("list", queryOf(readListState("")));

/**
 * Returns the variables, in their last requested order while they are `ordered`, and functions that request
 * another order.
 */
function useOrder(loaded: readonly Variable[], ordered: boolean) {
  const api = useApi();
  const asked = useAskedOrder<Variable, Move, readonly Variable[]>(ordered ? loaded : none, {
    key: wholeList,
    changeOf: moveBetween,
    send: (move) => api.put("/variables/order", move),
    // A held key moves the same row repeatedly: only its last position counts.
    isReplacedBy: (waiting, next) => waiting.ids[0] === next.ids[0],
    keep: inOrder,
    notify: useReportRejection(),
  });
  const { now, onOrder } = asked;
  const onMove = useCallback((id: number, to: number) => onOrder(moveItem(now.current, id, to)), [
    now,
    onOrder,
  ]);
  return { variables: ordered ? asked.ordered : loaded, onOrder, onMove };
}

function useReportRejection() {
  const toast = useToast();
  const { t } = useMessages();
  return (error: unknown) => {
    if (!(error instanceof ApiProblem) || isSignedOut(error)) return toast.problem(error);
    // The variable or its target was deleted meanwhile.
    const why = error.code === "validation_failed" ? t("variables.orderChanged") : error.detail;
    toast.notify("danger", t("variables.orderFailed"), why);
  };
}
