// The columns of a list: their declaration, and the user's choice of columns, widths and row height. Without a choice, columns appear and
// disappear with the width of the window; with one, exactly the chosen columns are visible, and the table
// scrolls sideways where they do not fit.
import { type ReactNode, useCallback, useState } from "react";
import type { MessageKey } from "../../messages/messages.ts";
import { preferences } from "../../api/preferences.ts";

/** A column of a list of `T` that the API sorts by the fields `F`. */
export interface Column<T, F extends string = string> {
  id: string;
  header: MessageKey;
  /** A plain text is cut where it does not fit, and its tooltip has it in full. */
  cell(row: T, state: RowState): ReactNode;
  /** The field to sort by; undefined makes a plain header. */
  sort?: F;
  /** Whether the first click sorts in descending order, which suits times. */
  descendingFirst?: boolean;
  /** Pixels; undefined takes the remaining width. */
  width?: number;
  /** The share of the table's width, from 0 to 1, if another column has neither a width nor a share. */
  share?: number;
  /** Minimum width in pixels of a column without a width; below it the table scrolls sideways. */
  minWidth?: number;
  /** Hides the column in a narrower window, in pixels, unless the user chose the columns. */
  minWindowWidth?: number;
  /** Hides the column unless the user chose it. */
  optional?: boolean;
  /** Excludes the column from the choice: it is always visible. */
  alwaysVisible?: boolean;
  /** Hides the header visually; screen readers read it. */
  hideHeader?: boolean;
  /** Uses a monospace font. */
  mono?: boolean;
  /** Gives all digits the same width, and keeps the text on one line. */
  tabularDigits?: boolean;
  /** The tooltip of a cell that is not plain text, or whose text is not all there is. */
  title?(row: T): string;
  /** The number of columns that a cell takes, itself and those after it; defaults to 1. */
  span?(row: T): number;
  className?: string;
  headClassName?: string;
}

/** The state of a row that a cell can depend on. */
export interface RowState {
  selected: boolean;
  isTabStop: boolean;
  /** Whether the row has one line; only in lists with `rowHeights`. */
  compact: boolean;
  isVisible(columnId: string): boolean;
}

/** The columns, widths and row height that a user chose; `shown` is null until they chose any columns. */
export interface ColumnChoice {
  shown: readonly string[] | null;
  widths: Readonly<Record<string, number>>;
  compact: boolean;
}

type Declared = Pick<
  Column<never>,
  "id" | "width" | "share" | "minWidth" | "minWindowWidth" | "optional" | "alwaysVisible"
>;

export const defaultChoice: ColumnChoice = { shown: null, widths: {}, compact: false };
export const widthRange = { min: 64, max: 900 } as const;
const defaultMinWidth = 140;

/** Returns the columns that are visible by default, whatever the width of the window. */
export function defaultColumns(columns: readonly Declared[]): readonly string[] {
  return columns.filter(({ optional }) => !optional).map(({ id }) => id);
}

/** Returns the visible columns, in order; `hasRoom` returns whether the window has a width in pixels. */
export function visibleColumns(
  columns: readonly Declared[],
  { shown }: ColumnChoice,
  hasRoom: (width: number) => boolean,
): readonly string[] {
  const isVisible = ({ id, alwaysVisible, minWindowWidth, optional }: Declared) =>
    alwaysVisible ||
    (shown ? shown.includes(id) : !optional && (minWindowWidth === undefined || hasRoom(minWindowWidth)));
  return columns.filter(isVisible).map(({ id }) => id);
}

/** Returns whether a column is hidden only because the window is narrow. */
export function isTooWide(
  { optional, alwaysVisible, minWindowWidth }: Declared,
  { shown }: ColumnChoice,
  hasRoom: (width: number) => boolean,
): boolean {
  return !shown && !optional && !alwaysVisible && minWindowWidth !== undefined && !hasRoom(minWindowWidth);
}

/** Shows or hides a column; one that is always visible stays. */
export function toggleColumn(columns: readonly Declared[], choice: ColumnChoice, id: string): ColumnChoice {
  if (columns.find((column) => column.id === id)?.alwaysVisible) return choice;
  const before = choice.shown ?? defaultColumns(columns);
  const visible = columns.map((column) => column.id).filter((one) => before.includes(one) !== (one === id));
  return { ...choice, shown: visible };
}

/** Sets the width of a column within bounds; null restores the declared width. */
export function resizeColumn(choice: ColumnChoice, id: string, width: number | null): ColumnChoice {
  const { [id]: _, ...others } = choice.widths;
  if (width === null) return { ...choice, widths: others };
  const { min, max } = widthRange;
  return { ...choice, widths: { ...others, [id]: Math.round(Math.min(Math.max(width, min), max)) } };
}

/** Returns the width of a column in pixels; undefined when it takes the remaining width. */
export function widthOf({ id, width }: Declared, { widths }: ColumnChoice): number | undefined {
  return widths[id] ?? width;
}

/**
 * Returns the share of the table's width that a column takes; undefined when it has a width or takes the
 * rest.
 */
export function shareOf(column: Declared, columns: readonly Declared[], choice: ColumnChoice) {
  if (widthOf(column, choice) !== undefined) return undefined;
  const isRest = (other: Declared) => other.share === undefined && widthOf(other, choice) === undefined;
  return columns.some(isRest) ? column.share : undefined;
}

/** Returns the width in pixels below which a table of these columns scrolls sideways. */
export function minTableWidth(columns: readonly Declared[], choice: ColumnChoice): number {
  let pixels = 0;
  let shares = 0;
  for (const column of columns) {
    const share = shareOf(column, columns, choice);
    shares += share ?? 0;
    pixels += share === undefined ? widthOf(column, choice) ?? column.minWidth ?? defaultMinWidth : 0;
  }
  return Math.ceil(pixels / (1 - shares));
}

/** Parses a stored choice; invalid values are ignored. */
export function readChoice(stored: unknown, columns: readonly Declared[]): ColumnChoice {
  if (typeof stored !== "object" || stored === null) return defaultChoice;
  const { shown, widths, compact } = stored as Record<string, unknown>; // an object, as checked above
  const ids = columns.map(({ id }) => id);
  const saved = Array.isArray(shown)
    ? columns.filter(({ id, alwaysVisible }) => alwaysVisible || shown.includes(id)).map(({ id }) => id)
    : null;
  const all = Object.entries(typeof widths === "object" && widths !== null ? widths : {});
  return all.reduce<ColumnChoice>(
    (choice, [id, width]) =>
      ids.includes(id) && typeof width === "number" && width > 0 ? resizeColumn(choice, id, width) : choice,
    { shown: saved, widths: {}, compact: compact === true },
  );
}

/**
 * Returns the columns and the row height that the user chose for a list, and a function that changes them;
 * they are stored as the preference `name`.
 */
export function useColumns<T>(name: "taskColumns", columns: readonly Column<T>[]) {
  const [choice, setChoice] = useState(() => readChoice(preferences.get(name), columns));
  const choose = useCallback((change: (choice: ColumnChoice) => ColumnChoice) => {
    setChoice((before) => {
      const next = change(before);
      preferences.set(name, next === defaultChoice ? undefined : next);
      return next;
    });
  }, [name]);
  return { choice, choose };
}

export type ColumnsHandle = ReturnType<typeof useColumns>;
