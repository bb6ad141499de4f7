import { Braces, Plus, SearchX } from "lucide-react";
import { Suspense, useCallback, useEffect, useRef } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { useShortcuts } from "../../../shared/page/use_shortcuts.ts";
import { Button } from "../../../ui/inputs/button.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { useDelayed } from "../../../ui/feedback/use_delayed.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useVariableActions } from "../actions/use_variable_actions.tsx";
import { isFiltered, noFilters, queryOf, readListState } from "../url_state.ts";
import { useListState } from "../use_list_state.ts";
import { useVariables } from "../use_variables.ts";
import BatchBar from "./batch_bar.tsx";
import { FilterChips, ListToolbar } from "./list_toolbar.tsx";
import { useSelection } from "./use_selection.ts";
import { VariableTable } from "./variable_table.tsx";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";
import { useQueryClient } from "@tanstack/react-query";
import type { EventType, LiveEvent } from "../../../../server/contract/events.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useLiveEvent } from "../../../api/use_live.tsx";
import { ApiProblem, isSignedOut } from "../../../api/api_problem.ts";
import { useApi } from "../../../api/use_api.tsx";
import { inOrder, useAskedOrder } from "../../../api/use_asked_order.ts";
import { moveItem } from "../../../ui/data/move_item.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { type Move, moveBetween } from "./move_between.ts";

const VariableCards = lazyPart(() => import("./variable_cards.tsx"));
const none: readonly Variable[] = [];

/** The list of variables: search, filters, the rows or cards, and what can be done to the chosen ones. */
export function VariableList() {
  const { t, format } = useMessages();
  const handle = useListState();
  const { state, change } = handle;
  const list = useVariables(state);
  const filtered = isFiltered(state);
  const { ordered: variables, ...ways } = useVisibleOrder(list.data ?? none, {
    fixed: filtered || state.sort !== null,
  });
  const choosing = useSelection(variables);
  const narrow = useNarrow();
  useFollowTasks();
  const stale = useDelayed(list.isPlaceholderData, 300);
  const some = choosing.chosen.length > 0;
  if (list.data?.length === 0 && !list.isPlaceholderData && !filtered) return <FirstVariable />;
  const rows = { ...{ variables, handle, choosing }, ...ways, loading: !list.data };
  return (
    <div className="flex flex-col gap-3 md:h-[calc(100dvh-96px)]">
      {(!some || narrow) && <ListToolbar handle={handle} />}
      {some && <BatchBar variables={choosing.chosen} onClear={choosing.clear} />}
      <FilterChips handle={handle} />
      {!list.data && list.error
        ? <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        : list.data?.length === 0
        ? <NothingFound onClear={() => change(noFilters)} />
        : (
          <div className={classNames("flex min-h-0 flex-col transition-opacity", stale && "opacity-55")}>
            {narrow
              ? (
                <Suspense>
                  <VariableCards {...rows} />
                </Suspense>
              )
              : <VariableTable {...rows} />}
          </div>
        )}
      {variables.length > 0 && (
        <p className="text-sm text-muted tabular-nums">
          {t("ui.inAll", { total: format.number(variables.length) })}
          {!narrow && ways.onOrder && <span className="text-faint">{t("variables.orderHelp")}</span>}
        </p>
      )}
    </div>
  );
}

/** The variables as they are shown, and the ways to change their order while the list shows all of them in it. */
function useVisibleOrder(variables: readonly Variable[], { fixed }: { fixed: boolean }) {
  const ways = useOrder(fixed ? none : variables);
  return fixed ? { ordered: variables, onOrder: undefined, onMove: undefined } : ways;
}

/** Stands in place of the list while there is no variable at all. */
function FirstVariable() {
  const { t } = useMessages();
  const { create, importAll } = useVariableActions();
  useShortcuts({ n: create });
  return (
    <div className="flex flex-1 flex-col justify-center rounded-md border border-dashed border-line-strong bg-surface">
      <EmptyState
        icon={<Braces size={22} />}
        title={t("variables.none")}
        text={t("variables.noneHelp")}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={create}>
              {t("variables.createFirst")}
            </Button>
            <Button onClick={importAll}>{t("variables.import")}</Button>
          </div>
        }
      />
    </div>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useMessages();
  return (
    <div className="rounded-md border border-line bg-surface">
      <EmptyState
        icon={<SearchX size={22} />}
        title={t("variables.noMatch")}
        text={t("variables.noMatchHelp")}
        action={<Button onClick={onClear}>{t("tasks.clearFilters")}</Button>}
      />
    </div>
  );
}

const gatherMs = 700;
const changing: readonly EventType[] = ["task:created", "task:updated", "task:deleted"];

/** Looks at the variables again when tasks came, went or were edited: others may get them now. */
function useFollowTasks(): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveEvent(useCallback(({ type }: LiveEvent) => {
    if (!changing.includes(type)) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      for (const part of ["list", "tasks"]) {
        void queries.invalidateQueries({ queryKey: queryKeys.variables(part) });
      }
    }, gatherMs);
  }, [queries]));
}

const wholeList = queryKeys.variables("list", queryOf(readListState("")));

/** Gives all variables in the order that was asked for, and the ways to ask for another one. */
function useOrder(variables: readonly Variable[]) {
  const api = useApi();
  const { ordered, now, onOrder } = useAskedOrder<Variable, Move, readonly Variable[]>(variables, {
    key: wholeList,
    changeOf: moveBetween,
    send: (move) => api.put("/variables/order", move),
    // A key that is held down moves the same one again and again: only where it comes to stand counts.
    isReplacedBy: (waiting, next) => waiting.ids[0] === next.ids[0],
    keep: inOrder,
    notify: useReportRejection(),
  });
  const onMove = useCallback(({ id }: Variable, to: number) => onOrder(moveItem(now.current, id, to)), [
    now,
    onOrder,
  ]);
  return { ordered, onOrder, onMove };
}

function useReportRejection() {
  const toast = useToast();
  const { t } = useMessages();
  return (error: unknown) => {
    if (!(error instanceof ApiProblem) || isSignedOut(error)) return toast.problem(error);
    // What cannot be moved there has gone, or what it was to stand before.
    const why = error.code === "validation_failed" ? t("variables.orderChanged") : error.detail;
    toast.notify("danger", t("variables.orderFailed"), why);
  };
}
