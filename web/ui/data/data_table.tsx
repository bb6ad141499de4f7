import {
  cloneElement,
  Fragment,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from "react";
import { classNames } from "../class_names.ts";
import { ErrorState } from "../feedback/error_state.tsx";
import { SkeletonRows } from "../feedback/skeleton.tsx";
import { useDelayed } from "../feedback/use_delayed.ts";
import { ContextMenu } from "../overlays/context_menu.tsx";
import { useNarrow } from "../use_narrow.ts";
import { actionsId, ColumnHead, selectId } from "./column_head.tsx";
import { type Column, defaultChoice, minTableWidth, visibleColumns } from "./columns.ts";
import { DataCards } from "./data_cards.tsx";
import { DataRow, LoadingRow, RowGap } from "./data_row.tsx";
import { type DataTableProps, groupHeading, type Identified, type Reorder } from "./data_table_props.ts";
import { DragHandle } from "./row_drag.tsx";
import { allRows } from "./row_window.ts";
import { HoverActions, RowBox, RowMenu } from "./rows/row_actions.tsx";
import { Table } from "./table.tsx";
import { useHasRoom } from "./use_has_room.ts";
import type { ListSort } from "./use_list_state.ts";
import { rowIndex, useRowKeys } from "./use_row_keys.ts";

/** Renders a list as a table, or as cards on a phone. `DataTableProps` lists what it can do. */
export function DataTable<T extends Identified, F extends string>(props: DataTableProps<T, F>) {
  const { rows, loading = false, stale = false, error, onRetry, empty, reorder, card } = props;
  const hasCards = useNarrow() && card !== undefined;
  const isFaded = useDelayed(stale, 300);
  if (error && rows.length === 0) return <ErrorState error={error} onRetry={onRetry} />;
  if (empty && rows.length === 0 && !loading) return empty;
  const view = hasCards ? <DataCards {...props} card={card} /> : <TableView {...props} />;
  return (
    <div
      className={classNames(
        "flex min-h-0 flex-col transition-opacity",
        isFaded && "opacity-55",
        // Where a sticky first column stays.
        props.selection ? "[--selection-width:44px]" : "[--selection-width:0px]",
      )}
    >
      {reorder ? <SortableView {...props} reorder={reorder}>{view}</SortableView> : view}
    </div>
  );
}

function SortableView<T extends Identified, F extends string>(
  { rows, rowName, reorder, window, children }: DataTableProps<T, F> & {
    reorder: Reorder;
    children: ReactNode;
  },
) {
  const byId = useMemo(() => new Map(rows.flatMap((row) => row ? [[row.id, row] as const] : [])), [rows]);
  const ids = useMemo(() => [...byId.keys()], [byId]);
  const nameOf = (id: number) => {
    const row = byId.get(id);
    return row && rowName ? rowName(row) : "";
  };
  return (
    <reorder.sortable.List
      {...{ ids, nameOf }}
      onOrder={reorder.onOrder}
      onDrag={(id) => window?.keep(id === null ? null : ids.indexOf(id))}
    >
      {children}
    </reorder.sortable.List>
  );
}

function TableView<T extends Identified, F extends string>(props: DataTableProps<T, F>) {
  const {
    rows,
    loading,
    selection,
    window,
    reorder,
    rowName,
    skeletons,
    columnsHandle,
    menu,
    onKey,
    rowHeights,
    sort,
    onSort,
  } = props;
  const choice = columnsHandle?.choice ?? defaultChoice;
  const columns = useAllColumns(props);
  const visibleIds = visibleColumns(columns, choice, useHasRoom(columns)).join();
  const visible = useMemo(() => {
    const ids = visibleIds.split(",");
    return columns.filter(({ id }) => ids.includes(id));
  }, [columns, visibleIds]);
  const count = useRowsAtOnce(rows, props.current);
  const items = window?.items ?? allRows(count);
  const enabled = Boolean(selection || menu || onKey || reorder);
  const keys = useRowKeys({
    ...{ rows, selection, onKey, reorder, enabled },
    drawn: items.map(({ index }) => index),
    reveal: (index) => window?.reveal(index),
  });
  const body = (
    <tbody ref={keys.body} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
      {loading && <SkeletonRows columns={visible.length} rows={skeletons ?? 8} />}
      {items.map(({ index, start }, position) => {
        const row = rows[index];
        const heading = groupHeading(props, index);
        return (
          <Fragment key={row?.id ?? `at ${index}`}>
            {heading !== null && <GroupRow heading={heading} columns={visible.length} />}
            <RowGap height={start - (items[position - 1]?.end ?? 0)} columns={visible.length} />
            {row
              ? (
                <DataRow
                  {...{ row, index, rowName }}
                  columns={visible}
                  compact={choice.compact}
                  selected={selection?.chosen.has(row.id) ?? false}
                  current={row.id === props.current}
                  isTabStop={enabled ? row.id === keys.tabStop : undefined}
                  sortable={reorder?.sortable}
                  movable={reorder?.enabled ?? false}
                />
              )
              : <LoadingRow index={index} columns={visible.length} />}
          </Fragment>
        );
      })}
      <RowGap height={window ? window.height - (items.at(-1)?.end ?? 0) : 0} columns={visible.length} />
    </tbody>
  );
  return (
    <Table
      label={props.label}
      frame={window?.frame}
      rowCount={rows.length + 1}
      rowHeight={rowHeights?.[choice.compact ? "compact" : "comfortable"]}
      minWidth={props.minWidth ?? minTableWidth(visible, choice)}
      className={classNames("min-h-0 [&>table]:table-fixed", props.flush && "rounded-none! border-0!")}
    >
      <thead>
        <tr>
          {visible.map((column) => (
            <ColumnHead
              key={column.id}
              {...props}
              {...{ column, visible }}
              sorted={sortOf(column, sort)}
              onSorted={() => onSort?.(nextSort(column, sort))}
            />
          ))}
        </tr>
      </thead>
      {menu ? <RowsMenu rows={rows} menu={menu}>{body}</RowsMenu> : body}
    </Table>
  );
}

function GroupRow({ heading, columns }: { heading: string; columns: number }) {
  return (
    <tr className="bg-sunken">
      <th
        colSpan={columns}
        scope="rowgroup"
        className="truncate border-b border-line px-4 py-1.5 text-start text-xs font-medium text-muted"
      >
        {heading}
      </th>
    </tr>
  );
}

/** More rows than fit into most windows. */
const FIRST_ROWS = 25;

/**
 * Returns how many rows to draw: at first those that are visible, and the current one, so that a page appears without delay;
 * then all.
 */
function useRowsAtOnce(
  rows: readonly (Identified | undefined)[],
  current: number | null | undefined,
): number {
  const drawnBefore = useDeferredValue(rows.length, 0);
  const toCurrent = current == null ? 0 : rows.findIndex((row) => row?.id === current) + 1;
  return Math.min(rows.length, Math.max(FIRST_ROWS, toCurrent, drawnBefore));
}

function sortOf<F extends string>(
  { sort: field }: { sort?: F | undefined },
  sort: ListSort<F> | null | undefined,
) {
  if (field === undefined || sort?.field !== field) return undefined;
  return sort.descending ? "desc" : "asc";
}

/** Returns the next sort order of a column: its first direction, the other one, then none. */
function nextSort<F extends string>(
  { sort: field, descendingFirst = false }: { sort?: F | undefined; descendingFirst?: boolean | undefined },
  sort: ListSort<F> | null | undefined,
): ListSort<F> | null {
  if (field === undefined) return sort ?? null;
  if (sort?.field !== field) return { field, descending: descendingFirst };
  return sort.descending === descendingFirst ? { field, descending: !descendingFirst } : null;
}

const moveId = "move";

/** Returns the columns of the list, preceded by checkboxes and handles and followed by the actions. */
function useAllColumns<T extends Identified, F extends string>(
  { columns, rowName, selection, reorder, primaryAction: Primary, actions: Actions, actionsWidth = 84, menu }:
    DataTableProps<T, F>,
): readonly Column<T, F>[] {
  const onToggle = selection?.onToggle;
  const hasMenu = menu !== undefined;
  const latest = useRef({ menu, reorder });
  latest.current = { menu, reorder };
  const isSortable = reorder !== undefined;
  return useMemo(() => {
    const nameOf = (row: T) => rowName?.(row) ?? "";
    const all: Column<T, F>[] = [...columns];
    if (isSortable) {
      all.unshift({
        id: moveId,
        header: "controls.order",
        hideHeader: true,
        alwaysVisible: true,
        width: 28,
        className: "px-0!",
        cell: (row) => (
          <DragHandle
            label={latest.current.reorder?.handleLabel(nameOf(row)) ?? ""}
            help={latest.current.reorder?.handleHelp ?? ""}
            className="h-8 w-6"
          />
        ),
      });
    }
    if (onToggle) {
      all.unshift({
        id: selectId,
        header: "ui.selectAll",
        alwaysVisible: true,
        width: 44,
        className: "sticky start-0 z-1 bg-inherit ps-4",
        cell: (row, { selected }) => (
          <RowBox
            name={nameOf(row)}
            checked={selected}
            onToggle={(range) => onToggle(row, range)}
          />
        ),
      });
    }
    if (Primary || Actions || hasMenu) {
      all.push({
        id: actionsId,
        header: "tasks.actions",
        hideHeader: true,
        alwaysVisible: true,
        width: actionsWidth,
        className: "pe-3",
        cell: (row) => (
          <span className="flex items-center justify-end gap-0.5">
            {Actions && (
              <HoverActions>
                <Actions row={row} />
              </HoverActions>
            )}
            {Primary && <Primary row={row} />}
            {hasMenu && <RowMenu name={nameOf(row)} entries={() => latest.current.menu?.(row) ?? []} />}
          </span>
        ),
      });
    }
    return all;
  }, [columns, rowName, onToggle, isSortable, Primary, Actions, actionsWidth, hasMenu]);
}

/** Renders one context menu for all rows, with the entries of the row under the pointer. */
function RowsMenu<T extends Identified>(
  { rows, menu, children }: {
    rows: readonly (T | undefined)[];
    menu: NonNullable<DataTableProps<T>["menu"]>;
    children: ReactElement<{ onContextMenu?: (event: MouseEvent) => void }>;
  },
) {
  const [id, setId] = useState<number | null>(null);
  const row = id === null ? undefined : rows.find((one) => one?.id === id);
  const onContextMenu = (event: MouseEvent) => {
    const target = rows[rowIndex(event.target) ?? -1];
    if (!target) return event.preventDefault();
    setId(target.id);
  };
  return (
    <ContextMenu entries={row ? menu(row) : []}>
      {cloneElement(children, { onContextMenu })}
    </ContextMenu>
  );
}
