// One drag of an item among others, from pointer down to pointer up. Listens on the window instead of the item, because an
// item that moves in the document loses the pointer.
import { EdgeScroll } from "./edge_scroll.ts";
import { moveItem } from "./move_item.ts";

const startPixels = 5;

/** A pointer position. */
export type Point = Pick<PointerEvent, "clientX" | "clientY">;

export interface DragParts {
  id: number;
  axis: "x" | "y";
  /** The order of the items at the start. */
  ids: readonly number[];
  /** The element under the pointer at the start; it must be inside the list, which carries `data-order-list`. */
  handle: HTMLElement;
  pointerId: number;
  start: Point;
  onOrder(order: readonly number[]): void;
  /** Called once at the end; `order` is null when nothing is to change. */
  onEnd(order: readonly number[] | null): void;
}

export class DragGesture {
  readonly #parts: DragParts;
  readonly #list: HTMLElement | null;
  readonly #edges: EdgeScroll | null;
  readonly #listening = new AbortController();
  #order: readonly number[];
  #at: Point;
  #moved = false;

  constructor(parts: DragParts) {
    this.#parts = parts;
    this.#order = parts.ids;
    this.#at = parts.start;
    this.#list = parts.handle.closest<HTMLElement>("[data-order-list]");
    this.#edges = parts.axis === "y" && this.#list ? new EdgeScroll(this.#list, () => this.#reorder()) : null;
    const { signal } = this.#listening;
    addEventListener("pointermove", (event) => this.#isMine(event) && this.#move(event), { signal });
    addEventListener("pointerup", (event) => this.#isMine(event) && this.end(true), { signal });
    addEventListener("pointercancel", (event) => this.#isMine(event) && this.end(false), { signal });
    addEventListener("keydown", (event) => this.#onKey(event), { signal, capture: true });
  }

  /** Ends the drag; `isStored` says whether to keep the current order. */
  end(keepsOrder: boolean): void {
    if (this.#listening.signal.aborted) return;
    this.#listening.abort();
    this.#edges?.stop();
    this.#parts.onEnd(keepsOrder && this.#order !== this.#parts.ids ? this.#order : null);
  }

  #isMine({ pointerId }: PointerEvent): boolean {
    return pointerId === this.#parts.pointerId;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !this.#moved) return;
    event.preventDefault();
    event.stopPropagation(); // must not reach a surrounding dialog
    this.end(false);
  }

  #move(event: PointerEvent): void {
    if (event.buttons === 0) return this.end(false); // the button was released outside the window
    const { handle, pointerId, start } = this.#parts;
    this.#at = event;
    const distance = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY);
    if (!this.#moved && distance < startPixels) return;
    this.#moved = true;
    // Without the capture, releasing the pointer would click whatever is below it.
    if (handle.isConnected && !handle.hasPointerCapture(pointerId)) handle.setPointerCapture(pointerId);
    this.#reorder();
    this.#edges?.follow(event.clientY);
  }

  #reorder(): void {
    const { id, axis } = this.#parts;
    if (!this.#list) return;
    const at = this.#edges
      ? { ...pointOf(this.#at), clientY: this.#edges.within(this.#at.clientY) }
      : this.#at;
    const next = moveItem(
      this.#order,
      id,
      rowUnder(at, { axis, id, order: this.#order, list: this.#list }),
    );
    if (next === this.#order) return;
    this.#parts.onOrder(this.#order = next);
  }
}

function pointOf({ clientX, clientY }: Point): Point {
  return { clientX, clientY };
}

interface Under {
  axis: "x" | "y";
  id: number;
  order: readonly number[];
  list: HTMLElement;
}

/**
 * Returns the index of the item under the pointer, once the pointer is past its middle; otherwise two items of
 * different size would keep swapping.
 */
function rowUnder({ clientX, clientY }: Point, { axis, id, order, list }: Under): number {
  const from = order.indexOf(id);
  const rtl = axis === "x" && getComputedStyle(list).direction === "rtl";
  for (const item of list.querySelectorAll<HTMLElement>("[data-order]")) {
    const index = order.indexOf(Number(item.dataset.order));
    const box = item.getBoundingClientRect();
    const [start, size, at] = axis === "x" ? [box.left, box.width, clientX] : [box.top, box.height, clientY];
    if (at < start || at > start + size || index === from || index < 0) continue;
    const past = rtl ? at < start + size / 2 : at > start + size / 2;
    return index > from === past ? index : from;
  }
  return from;
}
