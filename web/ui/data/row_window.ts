import type { RefObject } from "react";

/** The rendered rows of a long list: the visible ones and a few around them. */
export interface RowWindow {
  items: readonly WindowItem[];
  /** Height of all rows, in pixels. */
  height: number;
  /** Scrolls a row into view. */
  reveal(index: number): void;
  /** Keeps a row in the document while it is out of view; null releases it. */
  keep(index: number | null): void;
  /** The container that scrolls the table. */
  frame: RefObject<HTMLDivElement | null>;
  cards: RefObject<HTMLUListElement | null>;
  measure(card: Element | null): void;
}

/** A rendered row; `start` and `end` are pixels from the first row. */
export interface WindowItem {
  index: number;
  start: number;
  end: number;
}

/** Returns the items of a list that renders all of its rows. */
export function allRows(count: number): readonly WindowItem[] {
  return Array.from({ length: count }, (_, index) => ({ index, start: 0, end: 0 }));
}
