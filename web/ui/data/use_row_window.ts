import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { useNarrow } from "../use_narrow.ts";
import type { RowWindow } from "./row_window.ts";

/**
 * Returns which of `count` rows to render. On a phone the page scrolls and cards are measured; otherwise the
 * table scrolls.
 */
export function useRowWindow(
  { count, cardHeight, rowHeight = 40, keyOf }: {
    count: number;
    /** Estimated height of a card, in pixels. */
    cardHeight: number;
    rowHeight?: number;
    /** Returns the key of a row, so that a moved card preserves its measured height. */
    keyOf?: (index: number) => number;
  },
): RowWindow {
  const narrow = useNarrow();
  const frame = useRef<HTMLDivElement>(null);
  const cards = useRef<HTMLUListElement>(null);
  const [kept, keep] = useState<number | null>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const scroller = () => narrow ? document.getElementById("content") : frame.current;
  const virtual = useVirtualizer<HTMLElement, Element>({
    count,
    estimateSize: () => narrow ? cardHeight : rowHeight,
    getItemKey: (index) => keyOf?.(index) ?? index,
    getScrollElement: scroller,
    rangeExtractor: useCallback((range: Range) => {
      const indexes = defaultRangeExtractor(range);
      if (kept === null || indexes.includes(kept)) return indexes;
      return [...indexes, kept].sort((a, b) => a - b);
    }, [kept]),
    overscan: narrow ? 6 : 12,
    scrollMargin,
    useAnimationFrameWithResizeObserver: true,
  });
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight]);
  useLayoutEffect(() => {
    const [list, content] = [cards.current, scroller()];
    if (!narrow || !list || !content) return setScrollMargin(0);
    setScrollMargin(
      list.getBoundingClientRect().top - content.getBoundingClientRect().top + content.scrollTop,
    );
  }, [narrow, count === 0]);
  return {
    items: virtual.getVirtualItems().map(({ index, start, end }) => ({
      index,
      start: start - scrollMargin,
      end: end - scrollMargin,
    })),
    height: virtual.getTotalSize(),
    reveal: (index) => virtual.scrollToIndex(index),
    keep,
    frame,
    cards,
    measure: virtual.measureElement,
  };
}
