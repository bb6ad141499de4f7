import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useRef } from "react";
import type { TreeItem, TreeRow } from "./tree_rows.ts";
import type { TreeHandle } from "./use_tree.ts";

/** Draws the rows in sight and the one with the focus, finds that one, and brings the wanted one into sight. */
export function useVisibleRow<T extends TreeItem>(
  { tree, rows, height, frame }: {
    tree: TreeHandle;
    rows: readonly TreeRow<T>[];
    height: number;
    frame: RefObject<HTMLDivElement | null>;
  },
) {
  const last = useRef(-1);
  const found = rows.findIndex(({ key }) => key === tree.focused);
  // What had the focus is gone: what stands in its place now has it.
  const at = found >= 0 || tree.focused === null ? found : Math.min(last.current, rows.length - 1);
  last.current = at;
  const virtual = useVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    getScrollElement: () => frame.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 10,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      return at < 0 || drawn.includes(at) ? drawn : [...drawn, at].sort((a, b) => a - b);
    },
  });
  useEffect(() => virtual.measure(), [height]);
  const wanted = tree.wanted === null ? -1 : rows.findIndex(({ key }) => key === tree.wanted);
  useEffect(() => {
    if (wanted < 0) return;
    virtual.scrollToIndex(wanted, { align: "auto" });
    tree.settle();
  }, [wanted]);
  return { at, virtual };
}
