import { type ReactNode, useEffect } from "react";
import type { RowWindow } from "../../../ui/data/row_window.ts";
import { useRowWindow } from "../../../ui/data/use_row_window.ts";

interface EndlessRowsProps {
  count: number;
  rowHeight: number;
  /** Receives the first and the last index of the visible rows. */
  onVisible(first: number, last: number): void;
  children(window: RowWindow): ReactNode;
}

/**
 * Renders only the visible rows. In a file of its own, because most lists have pages and do not load this
 * code.
 */
export default function EndlessRows({ count, rowHeight, onVisible, children }: EndlessRowsProps) {
  const window = useRowWindow({ count, rowHeight, cardHeight: 112 });
  const first = window.items[0]?.index ?? 0;
  const last = window.items.at(-1)?.index ?? 0;
  useEffect(() => onVisible(first, last), [first, last, onVisible]);
  return children(window);
}
