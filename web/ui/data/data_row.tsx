import { memo, type ReactNode, useContext } from "react";
import { classNames } from "../class_names.ts";
import { Skeleton } from "../feedback/skeleton.tsx";
import type { Column } from "./columns.ts";
import type { DataTableProps, Identified, Reorder, SortableElement } from "./data_table_props.ts";
import { RowDragContext } from "./row_drag.tsx";
import { cellRing } from "./rows/row_actions.tsx";
import { Cell, Row, WideRow } from "./table.tsx";

interface DataRowProps<T extends Identified> {
  row: T;
  /** The visible columns; the same array until they change. */
  columns: readonly Column<T>[];
  index: number;
  selected: boolean;
  compact: boolean;
  /** Whether this row is open beside the list. */
  current: boolean;
  /** Whether this row is the Tab stop; undefined when rows are not focusable. */
  isTabStop: boolean | undefined;
  rowName: DataTableProps<T>["rowName"];
  sortable: Reorder["sortable"] | undefined;
  /** Whether the order can be changed now. */
  movable: boolean;
}

/** Renders one row of a `DataTable`, only when it has changed. */
export const DataRow = memo(function DataRow<T extends Identified>(props: DataRowProps<T>) {
  const { row, columns, selected, compact, isTabStop = false, sortable: Sortable, movable } = props;
  const isVisible = (columnId: string) => columns.some(({ id }) => id === columnId);
  // The same elements while the row is dragged: only the row itself is rendered anew then.
  let covered = 0;
  const cells = columns.map((column, at) => {
    if (at < covered) return null;
    const span = column.span?.(row);
    covered = at + (span ?? 1);
    const content = column.cell(row, { selected, isTabStop, compact, isVisible });
    const text = typeof content === "string" ? content : undefined;
    return (
      <Cell
        key={column.id}
        colSpan={span}
        mono={column.mono ?? false}
        tabularDigits={column.tabularDigits ?? false}
        title={column.title?.(row) ?? text}
        className={classNames(cellRing, text !== undefined && "truncate", column.className)}
      >
        {content}
      </Cell>
    );
  });
  if (!Sortable) return <RowElement {...props} element={{}}>{cells}</RowElement>;
  return (
    <Sortable.Item id={row.id} disabled={!movable}>
      {(element) => <RowElement {...props} element={element}>{cells}</RowElement>}
    </Sortable.Item>
  );
}) as <T extends Identified>(props: DataRowProps<T>) => ReactNode; // `memo` loses the type parameter

function RowElement<T extends Identified>(
  { row, index, selected, current, isTabStop, rowName, element, children }: DataRowProps<T> & {
    element: SortableElement;
    children: ReactNode;
  },
) {
  const dragged = useContext(RowDragContext)?.dragged ?? false;
  return (
    <Row
      {...element}
      selected={selected}
      data-row={row.id}
      data-index={index}
      aria-rowindex={index + 2}
      aria-label={rowName?.(row)}
      aria-current={current || undefined}
      tabIndex={isTabStop === undefined ? undefined : isTabStop ? 0 : -1}
      className={classNames(
        "outline-none",
        current && "bg-selected!",
        !selected && "bg-surface",
        dragged && "relative z-10 bg-selected! shadow-float",
      )}
    >
      {children}
    </Row>
  );
}

export function LoadingRow({ index, columns }: { index: number; columns: number }) {
  return (
    <Row data-index={index} aria-rowindex={index + 2} tabIndex={-1}>
      <Cell colSpan={columns} className="ps-4">
        <Skeleton className="h-3 w-2/5" />
      </Cell>
    </Row>
  );
}

/** Renders a spacer with the height of rows that are not rendered, in pixels. */
export function RowGap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <WideRow columns={columns}>
      <div aria-hidden style={{ height }} />
    </WideRow>
  );
}
