import { type PointerEvent, useRef, useState } from "react";

const startPixels = 5;

interface Drag {
  id: number;
  x: number;
  y: number;
  moved: boolean;
}

/** Moves an item among the others; beyond the ends it stays at the end. */
export function moveItem(ids: readonly number[], id: number, to: number): readonly number[] {
  const from = ids.indexOf(id);
  const place = Math.min(Math.max(to, 0), ids.length - 1);
  if (from < 0 || from === place) return ids;
  const others = ids.filter((one) => one !== id);
  return [...others.slice(0, place), id, ...others.slice(place)];
}

/**
 * Lets items be dragged into another order along an axis. `order` is how they lie now; `item(id)` are the properties of what is
 * dragged, which carries `data-order={id}`; the order is told when it is let go.
 */
export function useDragOrder(
  ids: readonly number[],
  { axis, onOrder }: { axis: "x" | "y"; onOrder: (ids: readonly number[]) => void },
) {
  const [order, setOrder] = useState<readonly number[] | null>(null);
  const drag = useRef<Drag | null>(null);
  const now = order ?? ids;
  const end = (kept: boolean) => {
    if (kept && order && order !== ids) onOrder(order);
    drag.current = null;
    setOrder(null);
  };
  const item = (id: number) => ({
    onPointerDown(event: PointerEvent) {
      if (event.button === 0) drag.current = { id, x: event.clientX, y: event.clientY, moved: false };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (event.buttons === 0) drag.current = null; // let go where nobody saw it
      const at = drag.current;
      if (!at) return;
      if (!at.moved && Math.hypot(event.clientX - at.x, event.clientY - at.y) < startPixels) return;
      if (!at.moved) event.currentTarget.setPointerCapture(event.pointerId);
      at.moved = true;
      setOrder(moveItem(now, at.id, placeUnder(event, { axis, id: at.id, order: now })));
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  });
  return { order: now, dragged: order ? drag.current?.id ?? null : null, item };
}

interface Under {
  axis: "x" | "y";
  id: number;
  order: readonly number[];
}

/** The place of the item under the pointer, once the pointer is past its middle: else two of unlike size would change for ever. */
function placeUnder({ clientX, clientY, currentTarget }: PointerEvent, { axis, id, order }: Under): number {
  const from = order.indexOf(id);
  const list = currentTarget.closest("[data-order-list]");
  const items = [...list?.querySelectorAll<HTMLElement>("[data-order]") ?? []];
  const rtl = axis === "x" && getComputedStyle(currentTarget).direction === "rtl";
  for (const item of items) {
    const place = order.indexOf(Number(item.dataset.order));
    const box = item.getBoundingClientRect();
    const [start, size, at] = axis === "x" ? [box.left, box.width, clientX] : [box.top, box.height, clientY];
    if (at < start || at > start + size || place === from || place < 0) continue;
    const past = rtl ? at < start + size / 2 : at > start + size / 2;
    return place > from === past ? place : from;
  }
  return from;
}
