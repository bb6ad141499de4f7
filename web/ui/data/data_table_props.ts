import type { ComponentType, CSSProperties, KeyboardEvent, ReactNode } from "react";
import type { MenuEntry } from "../overlays/menu_entries.ts";
import type { Column, ColumnsHandle } from "./columns.ts";
import type { ListSort } from "./use_list_state.ts";
import type { RowWindow } from "./row_window.ts";

/** A row of a list; its id is the key of its element. */
export interface Identified {
  id: number;
}

/** The props of `DataTable`; only the first three are required. */
export interface DataTableProps<T extends Identified, F extends string = string> {
  label: string;
  /** Declare them outside the component or memoize them: new columns re-render all rows. */
  columns: readonly Column<T, F>[];
  /** In order; undefined for rows that are not loaded yet. */
  rows: readonly (T | undefined)[];
  /**
   * The accessible name of a row; required for selection, menu and reordering. Declare it outside the
   * component.
   */
  rowName?(row: T): string;
  /** Renders placeholders for rows. */
  loading?: boolean;
  /** Fades the rows while those for new filters load. */
  stale?: boolean;
  /** Why loading failed; rendered with a button that calls `onRetry`. */
  error?: unknown;
  onRetry?: () => void;
  /** Rendered instead of the table when there are no rows. */
  empty?: ReactNode;
  /** The current sort order; null for the server's default. */
  sort?: ListSort<F> | null;
  onSort?(sort: ListSort<F> | null): void;
  /** The selected rows and functions to change them, as returned by `useSelection`. */
  selection?: TableSelection<T>;
  /** The most frequent action, always visible. Declare the component outside of the list's. */
  primaryAction?: ComponentType<{ row: T }>;
  /** Buttons that appear on hover, before the others. Declare the component outside of the list's. */
  actions?: ComponentType<{ row: T }>;
  /** The id of the row that is open beside the list. */
  current?: number | null;
  /** Width in pixels of the column with actions and menu. */
  actionsWidth?: number;
  /** Returns all actions on a row, for its menu button and its context menu. */
  menu?(row: T): readonly MenuEntry[];
  /** Handles a key pressed on a row; returns whether it did. Arrow keys, Space and X are already handled. */
  onKey?(event: KeyboardEvent, row: T): boolean;
  /** Makes rows reorderable. */
  reorder?: Reorder;
  /** The user's choice of columns and widths; makes columns resizable. */
  columnsHandle?: ColumnsHandle;
  /** Heights of rows in pixels, of which the user chooses one; defaults to 40. */
  rowHeights?: RowHeights;
  /**
   * Returns the heading of the group that a row belongs to; rows of a group must follow each other. A list that renders only
   * the visible rows has no headings.
   */
  groupOf?: ((row: T) => string) | undefined;
  /** Renders only the visible rows; undefined renders all of them. */
  window?: RowWindow | undefined;
  /** Renders a row as a card on a phone; without it, the phone shows the table. */
  card?(row: T, state: CardState): ReactNode;
  /** The class for the height of a card that is loading. */
  cardHeight?: string;
  /** The number of placeholders while loading. */
  skeletons?: number;
  /** The minimum width of the table in pixels, for columns that declare none. */
  minWidth?: number;
  /** Removes the frame, and the gaps between cards, for a list inside a `Card`. */
  flush?: boolean;
}

/** Returns the heading to render above a row; null unless a group begins with it. */
export function groupHeading<T extends Identified>(
  { rows, groupOf, window }: Pick<DataTableProps<T>, "rows" | "groupOf" | "window">,
  index: number,
): string | null {
  const row = rows[index];
  if (!groupOf || window || !row) return null;
  const before = rows[index - 1];
  const group = groupOf(row);
  return before && groupOf(before) === group ? null : group;
}

export interface RowHeights {
  comfortable: number;
  compact: number;
}

export interface TableSelection<T> {
  chosen: ReadonlyMap<number, T>;
  /** Must be a stable function; `range` selects every row since the last selected one. */
  onToggle(row: T, range: boolean): void;
  onToggleAll(): void;
}

/** The state of a row that a card can depend on. */
export interface CardState {
  index: number;
  selected: boolean;
  dragged: boolean;
}

export interface Reorder {
  /** `sortableRows`; passed in, so that only reorderable lists load the code. */
  sortable: SortableRows;
  /** Whether rows can be moved now; false while the list is sorted differently or filtered. */
  enabled: boolean;
  /** Receives the ids of all rows in their new order. */
  onOrder(ids: readonly number[]): void;
  /** Moves one row to an index, which may be out of range. */
  onMove(id: number, to: number): void;
  /** The accessible name of a row's handle. */
  handleLabel(name: string): string;
  handleHelp: string;
}

export interface SortableRows {
  List: ComponentType<SortableListProps>;
  Item: ComponentType<SortableItemProps>;
}

export interface SortableListProps {
  ids: readonly number[];
  nameOf(id: number): string;
  onOrder(ids: readonly number[]): void;
  /** Reports the dragged row, which must stay in the document; null at the end. */
  onDrag(id: number | null): void;
  children: ReactNode;
}

export interface SortableItemProps {
  id: number;
  disabled: boolean;
  children(element: SortableElement): ReactNode;
}

export interface SortableElement {
  ref?: (element: HTMLElement | null) => void;
  style?: CSSProperties;
}
