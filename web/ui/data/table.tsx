import { ArrowDown, ArrowUp } from "../icons/icons.ts";
import type { ComponentProps, ReactNode, RefObject } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../class_names.ts";

/** Renders a table in a scroll container with a sticky header. Give it a height or let it grow with the page. */
export function Table(
  { label, className, frame, rowCount, minWidth, rowHeight = 40, children }: {
    label: string;
    className?: string;
    frame?: RefObject<HTMLDivElement | null> | undefined;
    /** The number of rows including the header, when not all of them are rendered. */
    rowCount?: number | undefined;
    /** Pixels; a narrower container scrolls sideways. */
    minWidth?: number | undefined;
    /** Pixels. */
    rowHeight?: number | undefined;
    children: ReactNode;
  },
) {
  return (
    <div
      ref={frame}
      className={classNames("relative overflow-auto rounded-md border border-line bg-surface", className)}
    >
      <table
        aria-label={label}
        aria-rowcount={rowCount}
        style={{ minWidth, ["--row-height" as string]: `${rowHeight}px` }} // React types have no custom properties
        className="w-full border-separate border-spacing-0 text-sm"
      >
        {children}
      </table>
    </div>
  );
}

export type SortDirection = "ascending" | "descending";

/** Renders a column header; with `onSort` it is a button that toggles the sort order. */
export function HeadCell(
  { children, sort, onSort, align = "start", hideLabel = false, className, width, end }: {
    children: string;
    /** How the table is currently sorted by this column. */
    sort?: SortDirection | undefined;
    onSort?: (() => void) | undefined;
    align?: "start" | "end";
    hideLabel?: boolean;
    className?: string | undefined;
    /** Pixels, or a CSS value; null or undefined leaves the width to classes and layout. */
    width?: number | string | null | undefined;
    /** Rendered on the edge to the next column. */
    end?: ReactNode;
  },
) {
  const { t } = useMessages();
  return (
    <th
      scope="col"
      style={{ width: width ?? undefined }}
      aria-sort={onSort ? sort ?? "none" : undefined}
      className={classNames(
        "sticky top-0 z-10 h-9 border-b border-line bg-surface px-3 text-xs font-medium whitespace-nowrap text-muted",
        align === "end" ? "text-end" : "text-start",
        className,
      )}
    >
      {onSort
        ? (
          <button
            type="button"
            onClick={onSort}
            title={t("ui.sortBy", { column: children })}
            className={classNames(
              "-mx-1 inline-flex items-center gap-1 rounded-sm px-1 hover:text-text",
              sort && "text-text",
            )}
          >
            {children}
            <SortArrow sort={sort} />
          </button>
        )
        : <span className={hideLabel ? "sr-only" : ""}>{children}</span>}
      {end}
    </th>
  );
}

function SortArrow({ sort }: { sort: SortDirection | undefined }) {
  if (!sort) return <span className="size-3" />;
  return sort === "ascending" ? <ArrowUp size={12} /> : <ArrowDown size={12} />;
}

/** Renders a row with a hover style; `selected` highlights it. */
export function Row({ selected = false, className, ...rest }: { selected?: boolean } & ComponentProps<"tr">) {
  return (
    <tr
      aria-selected={selected || undefined}
      {...rest}
      className={classNames(
        "group/row transition-colors duration-75",
        selected ? "bg-selected" : "hover:bg-hover focus-within:bg-hover",
        className,
      )}
    />
  );
}

/** Renders a cell; `mono` for commands and cron, `tabularDigits` for times and counts. */
export function Cell(
  { mono = false, tabularDigits = false, className, ...rest }:
    & { mono?: boolean; tabularDigits?: boolean }
    & ComponentProps<"td">,
) {
  return (
    <td
      {...rest}
      className={classNames(
        "h-(--row-height) border-b border-line px-3 group-last/row:border-b-0",
        mono && "font-mono text-xs",
        tabularDigits && "tabular-nums whitespace-nowrap",
        className,
      )}
    />
  );
}

/** Renders a row across the whole table, for an empty or error state. */
export function WideRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columns} className="p-0">{children}</td>
    </tr>
  );
}
