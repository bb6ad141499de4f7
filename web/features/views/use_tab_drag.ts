// Dragging of the tabs of views. dnd-kit would exceed the weight of the first page.
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from "react";
import { moveItem } from "../../ui/data/move_item.ts";

const startPixels = 5;

interface Dragged {
  id: number;
  order: readonly number[];
}

/**
 * Makes tabs reorderable by dragging. Returns the current `order` and `tab(id)`, the props of a tab's element. Reports the new
 * order on drop; Escape restores the old one.
 */
export function useTabDrag(ids: readonly number[], onOrder: (ids: readonly number[]) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const cancel = useRef<() => void>(null);
  const latest = useRef({ ids, onOrder });
  latest.current = { ids, onOrder };
  useEffect(() => () => cancel.current?.(), []);
  const tab = (id: number) => ({
    "data-order": id,
    onPointerDown(event: ReactPointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      cancel.current?.();
      cancel.current = followPointer(event, {
        id,
        ids: latest.current.ids,
        onOrder: (order) => setDragged({ id, order }),
        onEnd(order) {
          if (order) latest.current.onOrder(order);
          setDragged(null);
        },
      });
    },
  });
  return { order: dragged?.order ?? ids, dragged: dragged?.id ?? null, tab };
}

interface Drag {
  id: number;
  ids: readonly number[];
  onOrder(order: readonly number[]): void;
  /** Called once at the end; `order` is null when nothing is to change. */
  onEnd(order: readonly number[] | null): void;
}

/** Follows a pointer from down to up; returns a function that cancels the drag. */
function followPointer(
  { currentTarget: tab, pointerId, clientX, clientY }: ReactPointerEvent<HTMLElement>,
  { id, ids, onOrder, onEnd }: Drag,
): () => void {
  const list = tab.parentElement;
  const listening = new AbortController();
  let order = ids;
  let hasMoved = false;
  const end = (keepsOrder: boolean) => {
    if (listening.signal.aborted) return;
    listening.abort();
    onEnd(keepsOrder && order !== ids ? order : null);
  };
  const onMove = (event: PointerEvent) => {
    if (event.buttons === 0) return end(false); // the button was released outside the window
    const distance = Math.hypot(event.clientX - clientX, event.clientY - clientY);
    if (!list || (!hasMoved && distance < startPixels)) return;
    hasMoved = true;
    // Without the capture, releasing the pointer would click the element below it.
    if (tab.isConnected && !tab.hasPointerCapture(pointerId)) tab.setPointerCapture(pointerId);
    const next = moveItem(order, id, indexUnder(event.clientX, { id, order, list }));
    if (next !== order) onOrder(order = next);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !hasMoved) return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  };
  // On the window instead of the tab, because an element that moves in the document loses the pointer.
  const { signal } = listening;
  const listen = (
    type: "pointermove" | "pointerup" | "pointercancel",
    react: (event: PointerEvent) => void,
  ) => addEventListener(type, (event) => event.pointerId === pointerId && react(event), { signal });
  listen("pointermove", onMove);
  listen("pointerup", () => end(true));
  listen("pointercancel", () => end(false));
  addEventListener("keydown", onKey, { signal, capture: true });
  return () => end(false);
}

/**
 * Returns the index of the tab under the pointer, once the pointer is past its middle; otherwise two tabs of different width
 * would keep swapping.
 */
function indexUnder(
  x: number,
  { id, order, list }: { id: number; order: readonly number[]; list: HTMLElement },
): number {
  const from = order.indexOf(id);
  const isRightToLeft = getComputedStyle(list).direction === "rtl";
  for (const tab of list.querySelectorAll<HTMLElement>("[data-order]")) {
    const index = order.indexOf(Number(tab.dataset.order));
    const { left, right } = tab.getBoundingClientRect();
    if (x < left || x > right || index === from || index < 0) continue;
    const middle = (left + right) / 2;
    const isPast = isRightToLeft ? x < middle : x > middle;
    return index > from === isPast ? index : from;
  }
  return from;
}
