import { type PointerEvent, useEffect, useRef, useState } from "react";
import { DragGesture } from "./drag_gesture.ts";

interface Lying {
  id: number;
  order: readonly number[];
}

/**
 * Lets items be dragged into another order along an axis. `order` is how they lie now; `item(id)` are the properties of what is
 * dragged, which carries `data-order={id}`; the order is told when it is let go. Escape leaves all as it was.
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
