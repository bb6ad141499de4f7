import { type PointerEvent, useEffect, useRef, useState } from "react";
import { DragGesture } from "./drag_gesture.ts";

interface Lying {
  id: number;
  order: readonly number[];
}

/**
 * Makes items reorderable by dragging along an axis. Returns the current `order` and `item(id)`, the props of the
 * dragged element, which carries `data-order={id}`. Reports the new order on drop; Escape restores the old one.
 */
export function useDragOrder(
  ids: readonly number[],
  { axis, onOrder }: { axis: "x" | "y"; onOrder: (ids: readonly number[]) => void },
) {
  const [lying, setLying] = useState<Lying | null>(null);
  const gesture = useRef<DragGesture>(null);
  const now = useRef({ ids, onOrder });
  now.current = { ids, onOrder };
  useEffect(() => () => gesture.current?.end(false), []);
  const item = (id: number) => ({
    onPointerDown({ button, currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
      if (button !== 0) return;
      gesture.current?.end(false);
      gesture.current = new DragGesture({
        ...{ id, axis, ids: now.current.ids, handle: currentTarget, pointerId },
        start: { clientX, clientY },
        onOrder: (order) => setLying({ id, order }),
        onEnd: (order) => {
          if (order) now.current.onOrder(order);
          setLying(null);
        },
      });
    },
  });
  return { order: lying?.order ?? ids, dragged: lying?.id ?? null, item };
}
