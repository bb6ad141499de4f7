import { Fragment, type ReactNode, useCallback, useContext } from "react";
import { classNames } from "../class_names.ts";
import { Skeleton } from "../feedback/skeleton.tsx";
import { useDelayed } from "../feedback/use_delayed.ts";
import {
  type DataTableProps,
  groupHeading,
  type Identified,
  type SortableElement,
} from "./data_table_props.ts";
import { RowDragContext } from "./row_drag.tsx";
import { allRows, type RowWindow } from "./row_window.ts";

type DataCardsProps<T extends Identified, F extends string> = DataTableProps<T, F> & {
  card: NonNullable<DataTableProps<T, F>["card"]>;
};

/** Renders the rows of a list as cards, for a phone, where the page scrolls and not the list. */
export function DataCards<T extends Identified, F extends string>(props: DataCardsProps<T, F>) {
  const { rows, loading, window, reorder, cardHeight = "h-30", skeletons = 4, flush = false } = props;
  if (loading) {
    return (
      <div className={flush ? "p-3" : ""}>
        <CardSkeletons count={skeletons} height={cardHeight} />
      </div>
    );
  }
  const items = window?.items ?? allRows(rows.length);
  const below = window ? window.height - (items.at(-1)?.end ?? 0) : 0;
  return (
    <ul
      ref={window?.cards}
      className={classNames("flex flex-col", flush && "divide-y divide-line")}
      style={{ paddingBottom: below }}
    >
      {items.map(({ index, start }, position) => {
        const row = rows[index];
        const gap = start - (items[position - 1]?.end ?? 0);
        const item = (element: SortableElement) => (
          <CardItem {...{ element, index, gap, flush, measure: window?.measure }} id={row?.id}>
            {row ? <Card {...props} row={row} index={index} /> : <CardSkeleton height={cardHeight} />}
          </CardItem>
        );
        const heading = groupHeading(props, index);
        if (!row || !reorder) {
          return (
            <Fragment key={row?.id ?? `at ${index}`}>
              {heading !== null && (
                <li className="px-1 pt-2 pb-1.5 text-xs font-medium break-words text-muted">{heading}</li>
              )}
              {item({})}
            </Fragment>
          );
        }
        return (
          <reorder.sortable.Item key={row.id} id={row.id} disabled={!reorder.enabled}>
            {item}
          </reorder.sortable.Item>
        );
      })}
    </ul>
  );
}

interface CardItemProps {
  element: SortableElement;
  id: number | undefined;
  index: number;
  /** Height in pixels of the preceding rows that are not rendered. */
  gap: number;
  flush: boolean;
  measure: RowWindow["measure"] | undefined;
  children: ReactNode;
}

function CardItem({ element: { ref, style }, id, index, gap, flush, measure, children }: CardItemProps) {
  const attach = useCallback((item: HTMLElement | null) => {
    ref?.(item);
    measure?.(item);
  }, [ref, measure]);
  return (
    <li
      ref={attach}
      data-index={index}
      data-row={id}
      className={classNames("relative", !flush && "pb-2")}
      style={{ ...style, marginTop: gap }}
    >
      {children}
    </li>
  );
}

function Card<T extends Identified, F extends string>(
  { row, index, card, selection }: DataCardsProps<T, F> & { row: T; index: number },
) {
  const dragged = useContext(RowDragContext)?.dragged ?? false;
  return card(row, { index, selected: selection?.chosen.has(row.id) ?? false, dragged });
}

/** Renders placeholders for cards, after loading for 150 ms. */
export function CardSkeletons({ count, height }: { count: number; height: string }) {
  if (!useDelayed(true)) return null;
  return (
    <ul className="flex flex-col gap-2">
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>
          <CardSkeleton height={height} />
        </li>
      ))}
    </ul>
  );
}

/** Renders a placeholder for one card; `height` is a class. */
function CardSkeleton({ height }: { height: string }) {
  return (
    <div className={classNames("flex flex-col gap-3 rounded-md border border-line bg-surface p-4", height)}>
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-3 w-4/5" />
      <Skeleton className="h-3 w-1/2" />
    </div>
  );
}
