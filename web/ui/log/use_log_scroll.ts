// Keeps the view steady: at the end while following, otherwise on the current line, whatever is added or removed before it.

import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type WheelEvent } from "react";
import type { LogRows } from "./log_groups.ts";
import type { LogLoader, LogState } from "./log_loader.ts";

export const lineHeight = 20;
/** Space above the first line for the button that loads earlier ones. */
const topRoom = 36;
const edgeRoom = 10;
const nearEdge = 600;
const atBottomSlack = 30;

interface Anchor {
  key: number;
  /** Distance from the top of that line to the top of the frame, pixels. */
  into: number;
}

/** Whether the log view follows the end, as a state, so that the rows can depend on it. */
export function useFollowing(loader: LogLoader) {
  const [following, setFollowing] = useState(true);
  useEffect(() => loader.hold(!following), [loader, following]);
  return { following, setFollowing };
}

interface ScrollOptions extends ReturnType<typeof useFollowing> {
  rows: LogRows;
  wrap: boolean;
}

/** Renders only the visible rows, loads more at the edges and follows the end. */
export function useLogScroll(
  loader: LogLoader,
  state: LogState,
  { rows, wrap, following, setFollowing }: ScrollOptions,
) {
  const frame = useRef<HTMLDivElement>(null);
  const { buffer } = loader;
  const lines = useVirtualizer({
    count: rows.count,
    getScrollElement: () => frame.current,
    estimateSize: () => lineHeight,
    getItemKey: (row) => buffer.firstKey + rows.lineAt(row),
    paddingStart: state.atStart ? edgeRoom : topRoom,
    paddingEnd: edgeRoom,
    overscan: 16,
  });
  const anchor = useRef<Anchor | null>(null);
  const firstKey = useRef(buffer.firstKey);
  const lastTop = useRef(0);
  const total = lines.getTotalSize();

  const remember = useCallback((element: HTMLElement) => {
    lastTop.current = element.scrollTop;
    const item = lines.getVirtualItemForOffset(element.scrollTop);
    loader.setTopOffset(buffer.line(rows.lineAt(item?.index ?? 0))?.start ?? 0);
    anchor.current = item ? { key: Number(item.key), into: element.scrollTop - item.start } : null;
  }, [lines, loader, buffer, rows]);

  useLayoutEffect(() => {
    lines.measure(); // heights differ between wrapped and unwrapped lines
  }, [wrap, lines]);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    if (following && state.atEnd) element.scrollTop = element.scrollHeight;
    else if (firstKey.current !== buffer.firstKey && anchor.current) {
      const item = lines.measurementsCache[rows.rowAt(anchor.current.key - buffer.firstKey)];
      if (item) element.scrollTop = item.start + anchor.current.into;
    }
    firstKey.current = buffer.firstKey;
    remember(element);
  }, [state.version, state.atEnd, total, following, wrap, buffer, lines, rows, remember]);

  const { target } = state;
  const currentRows = useRef(rows);
  useLayoutEffect(() => {
    currentRows.current = rows;
  });
  useLayoutEffect(() => {
    const index = target ? buffer.indexAt(target.offset) : -1;
    if (index < 0) return;
    setFollowing(false);
    lines.scrollToIndex(currentRows.current.rowAt(index), { align: "center" });
    // After rendering, because a long line may need horizontal scrolling too.
    const drawn = requestAnimationFrame(() =>
      frame.current?.querySelector("[data-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" })
    );
    return () => cancelAnimationFrame(drawn);
  }, [target, buffer, lines, setFollowing]);

  const onScroll = () => {
    const element = frame.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const below = scrollHeight - scrollTop - clientHeight;
    const up = scrollTop < lastTop.current - 2;
    if (below <= atBottomSlack && state.atEnd) setFollowing(true);
    else if (up) setFollowing(false);
    if (up && scrollTop < nearEdge) void loader.loadEarlier();
    if (!up && below < nearEdge) void loader.loadLater();
    remember(element);
  };

  const onWheel = ({ deltaY }: WheelEvent) => {
    const element = frame.current;
    if (!element || deltaY >= 0) return;
    // At once: while lines arrive quickly, the frame is back at its end before the scroll event fires.
    if (element.scrollHeight > element.clientHeight) setFollowing(false);
    // A few long lines may not fill the frame, so there is no scroll event.
    if (element.scrollTop === 0) void loader.loadEarlier();
  };

  const fits = total <= (lines.scrollRect?.height ?? 0);
  return { frame, lines, fits, onScroll, onWheel };
}
