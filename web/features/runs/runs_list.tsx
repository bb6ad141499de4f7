import { ArrowUp, CalendarClock, Filter, History, ScrollText } from "../../ui/icons/icons.ts";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useLocation } from "wouter";
import { hasFailed } from "../../../server/contract/failed_states.ts";
import type { ListedRun } from "../../../server/contract/runs.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { useHasSeveralNodes } from "../../shared/nodes/use_nodes.ts";
import { isActive } from "../../shared/run/run_state.tsx";
import { FailureReasonsContext } from "../../shared/run/failure_reasons_context.ts";
import { useFailureReasons } from "../../shared/run/use_failure_reasons.ts";
import { useStopRun } from "../../shared/run/stop_run_button.tsx";
import { Button, ButtonLink } from "../../ui/buttons/button.tsx";
import { StopIcon } from "../../ui/buttons/stop_icon.tsx";
import { DataTable } from "../../ui/data/data_table.tsx";
import { Pagination } from "../../ui/data/pagination.tsx";
import { useLastPage } from "../../ui/data/use_list_state.ts";
import { rowIndex } from "../../ui/data/use_row_keys.ts";
import { NoMatches } from "../../ui/feedback/no_matches.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import type { MenuEntry } from "../../ui/overlays/menu_entries.ts";
import { useMedia, useNarrow } from "../../ui/use_narrow.ts";
import { maxNews, pageSize, useRunList } from "./api.ts";
import { type RunActions, RunCard, runColumns, runName } from "./run_columns.tsx";
import { RunPeek } from "../../shared/run/run_peek.tsx";
import { FilterChips, RunsToolbar } from "./runs_toolbar.tsx";
import { isFiltered, noFilters, type UrlStateHandle, useUrlState } from "./url_state.ts";

const none: readonly ListedRun[] = [];

/** Renders the runs with their filters, and the log of one beside them. */
export function RunsList() {
  const messages = useMessages();
  const { t } = messages;
  const handle = useUrlState();
  const { state, change } = handle;
  const narrow = useNarrow();
  const frame = useRef<HTMLDivElement>(null);
  const reading = useReading(frame);
  const { list, news, showNews, hasMore } = useRunList(state, { held: reading || state.run !== null });
  const rows = list.data?.items ?? none;
  const total = list.data?.total ?? 0;
  const reasons = useFailureReasons(
    useMemo(() => rows.filter(({ state }) => hasFailed(state)).map(({ id }) => id), [rows]),
  );
  const peek = usePeek(handle, { rows, frame });
  const { stop, stopping, mayStop } = useStopRun();
  const actions: RunActions = useMemo(
    () => ({ stop, stopping, mayStop, open: ({ id }) => peek.open(id) }),
    [stop, stopping, mayStop, peek.open],
  );
  const beside = state.run !== null && !narrow;
  const hasBars = useMedia("(min-width: 1180px)");
  const hasNodes = useHasSeveralNodes();
  const columns = useMemo(() => runColumns(messages, actions, { beside, hasBars, hasNodes }), [
    messages,
    actions,
    beside,
    hasBars,
    hasNodes,
  ]);
  const menu = useRunMenu(handle, actions);
  useLastPage({
    total: list.isPlaceholderData ? undefined : list.data?.total,
    page: state.page,
    pageSize,
    onPage: (page) => change({ page }, { replace: true }),
  });
  if (list.data?.total === 0 && !list.isPlaceholderData && !isFiltered(state)) return <NoRuns />;
  return (
    <>
      <RunsToolbar handle={handle} />
      <FilterChips handle={handle} />
      <div className="flex min-h-0 flex-1 gap-3">
        <div
          ref={frame}
          onClick={peek.onClick}
          onFocus={peek.onFocus}
          className="relative flex min-h-0 min-w-0 flex-1 flex-col gap-3 [&_tr[data-row]]:cursor-pointer"
        >
          {news > 0 && (
            <NewsButton
              count={news}
              onClick={() => {
                scrollUp(frame.current);
                change({ page: 1 });
                showNews();
              }}
            />
          )}
          <FailureReasonsContext value={reasons}>
            <DataTable
              label={t("runs.title")}
              columns={columns}
              rows={rows}
              rowName={runName}
              loading={!list.data}
              stale={list.isPlaceholderData && list.data?.page !== state.page}
              error={list.data ? null : list.error}
              onRetry={() => void list.refetch()}
              empty={total === 0 && (
                <NoMatches
                  title={t("runList.noneMatch")}
                  text={t("runList.noneMatchHelp")}
                  onClear={() => change(noFilters)}
                />
              )}
              current={state.run}
              menu={menu}
              actionsWidth={44}
              onKey={(event, run) => onKey(event, run, actions)}
              skeletons={12}
              cardHeight="h-17"
              card={(run) => <RunCard run={run} {...actions} />}
            />
          </FailureReasonsContext>
          {total > 0 && (
            <Pagination
              page={state.page}
              pageSize={pageSize}
              total={total}
              hasMore={hasMore}
              onPage={(page) => change({ page })}
            />
          )}
        </div>
        {state.run !== null && (
          <RunPeek
            id={state.run}
            onClose={peek.close}
            onStep={peek.step}
            neighbors={peek.neighbors}
            stepLabels={{ above: t("runList.previous"), below: t("runList.next") }}
          />
        )}
      </div>
    </>
  );
}

function onKey({ key }: KeyboardEvent, run: ListedRun, { open, stop, mayStop }: RunActions): boolean {
  const keys: Record<string, () => void> = {
    enter: () => open(run),
    l: () => open(run),
    s: () => mayStop && isActive(run.state) && stop(run),
  };
  const action = keys[key.toLowerCase()];
  action?.();
  return action !== undefined;
}

/** Opens, changes and closes the run beside the list. */
function usePeek(
  { state, change }: UrlStateHandle,
  { rows, frame }: { rows: readonly ListedRun[]; frame: RefObject<HTMLElement | null> },
) {
  const { run, page } = state;
  const show = useCallback(
    (id: number | null, options?: { replace: boolean }) => change({ run: id, page }, options),
    [change, page],
  );
  const focusRow = (id: number) =>
    frame.current?.querySelector<HTMLElement>(`tr[data-row="${id}"], li[data-row="${id}"] button`)?.focus();
  const open = useCallback((id: number) => show(id, { replace: run !== null }), [show, run]);
  const at = rows.findIndex(({ id }) => id === run);
  const above = at > 0 ? rows[at - 1] : undefined;
  const below = at >= 0 ? rows[at + 1] : undefined;
  const isListed = at >= 0;
  // After a reload the arrow keys continue at the open run.
  useEffect(() => {
    if (run !== null && isListed && document.activeElement === document.body) focusRow(run);
  }, [isListed]);
  return {
    open,
    close: () => {
      show(null, { replace: true });
      if (run !== null) focusRow(run);
    },
    step: (by: 1 | -1) => {
      const next = by === 1 ? below : above;
      if (!next) return;
      open(next.id);
      frame.current?.querySelector(`tr[data-row="${next.id}"]`)?.scrollIntoView({ block: "nearest" });
    },
    neighbors: { above: above !== undefined, below: below !== undefined },
    onClick: ({ target }: MouseEvent) => {
      const clicked = rows[rowIndex(target) ?? -1];
      const isControl = target instanceof Element && target.closest("a, button") !== null;
      if (clicked && !isControl && !getSelection()?.toString()) open(clicked.id);
    },
    /** The open log follows the focused row. */
    onFocus: ({ target }: FocusEvent) => {
      const focused = target instanceof HTMLTableRowElement ? rows[rowIndex(target) ?? -1] : undefined;
      if (run !== null && focused && focused.id !== run) open(focused.id);
    },
  };
}

/** Returns whether the list is scrolled or under the pointer, so that its rows must not move. */
function useReading(frame: RefObject<HTMLElement | null>): boolean {
  const [scrolled, setScrolled] = useState(false);
  const [pointed, setPointed] = useState(false);
  useEffect(() => {
    const follow = ({ target }: Event) => {
      const list = frame.current;
      if (!list || !(target instanceof Element)) return;
      if (target.contains(list) || list.contains(target)) setScrolled(target.scrollTop > 0);
    };
    const point = ({ target, pointerType }: PointerEvent) => {
      const row = target instanceof Element ? target.closest("tr[data-row]") : null;
      setPointed(pointerType === "mouse" && row !== null && (frame.current?.contains(row) ?? false));
    };
    addEventListener("scroll", follow, { capture: true, passive: true });
    addEventListener("pointerover", point, { passive: true });
    return () => {
      removeEventListener("scroll", follow, { capture: true });
      removeEventListener("pointerover", point);
    };
  }, [frame]);
  return scrolled || pointed;
}

/** Scrolls everything that scrolls the list back to its start. */
function scrollUp(list: HTMLElement | null): void {
  for (let one = list; one; one = one.parentElement) one.scrollTop = 0;
  for (const one of list?.querySelectorAll("*") ?? []) if (one.scrollTop > 0) one.scrollTop = 0;
}

function NewsButton({ count, onClick }: { count: number; onClick: () => void }) {
  const { t } = useMessages();
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-0 top-1 z-30 flex justify-center max-md:sticky"
    >
      <Button
        size="small"
        icon={<ArrowUp size={14} />}
        onClick={onClick}
        className="pointer-events-auto rounded-full! border-accent! bg-raised! text-accent-text! shadow-float!"
      >
        {count >= maxNews ? t("runList.manyNewRuns", { count: maxNews }) : t("runList.newRuns", { count })}
      </Button>
    </div>
  );
}

/** Returns the entries of a row's menu. */
function useRunMenu({ state, change }: UrlStateHandle, { open, stop, mayStop }: RunActions) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  return (run: ListedRun): MenuEntry[] => {
    const { taskId, logPath } = run;
    return [
      { label: t("runList.showLog"), icon: <ScrollText />, shortcut: "L", onSelect: () => open(run) },
      ...(logPath === null ? [] : [{
        label: t("runList.openFile"),
        icon: <ScrollText />,
        onSelect: () => navigate(paths.logs(logPath)),
      }]),
      ...(taskId === null ? [] : [{
        label: t("runList.openTask"),
        icon: <CalendarClock />,
        onSelect: () => navigate(paths.task(taskId)),
      }, {
        label: t("runList.onlyTask"),
        icon: <Filter />,
        checked: state.task === taskId,
        onSelect: () => change({ task: taskId }),
      }]),
      ...(mayStop && isActive(run.state)
        ? [{
          label: t("runList.stop"),
          icon: <StopIcon />,
          shortcut: "S",
          onSelect: () => stop(run),
        }]
        : []),
    ];
  };
}

function NoRuns() {
  const { t } = useMessages();
  return (
    <EmptyState
      frame="dashed"
      icon={<History size={22} />}
      title={t("runs.none")}
      text={t("runs.noneHelp")}
      action={<ButtonLink href={paths.tasks()} variant="primary">{t("runList.toTasks")}</ButtonLink>}
    />
  );
}
