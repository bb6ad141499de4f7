/** Distance from an edge, in pixels, at which a pointer starts scrolling the list. */
const zone = 56;
/** Pixels per frame at the very edge. */
const fastest = 18;

/** Scrolls the container of a list while an item is dragged near its upper or lower edge. */
export class EdgeScroll {
  readonly #frame: HTMLElement | null;
  readonly #onScroll: () => void;
  #y = 0;
  #next: number | null = null;

  /** `onScroll` is called after each step. */
  constructor(list: HTMLElement, onScroll: () => void) {
    this.#frame = frameOf(list);
    this.#onScroll = onScroll;
  }

  /** Sets the vertical position of the pointer. */
  follow(y: number): void {
    this.#y = y;
    if (this.#next === null && this.#speed() !== 0) this.#next = requestAnimationFrame(this.#step);
  }

  stop(): void {
    if (this.#next !== null) cancelAnimationFrame(this.#next);
    this.#next = null;
  }

  /** Clamps a vertical position to the container. */
  within(y: number): number {
    if (!this.#frame) return y;
    const { top, bottom } = this.#frame.getBoundingClientRect();
    return Math.min(Math.max(y, top + 1), bottom - 1);
  }

  #step = () => {
    const before = this.#frame?.scrollTop;
    this.#frame?.scrollBy(0, this.#speed());
    const isMoving = this.#frame?.scrollTop !== before;
    this.#next = isMoving ? requestAnimationFrame(this.#step) : null;
    if (isMoving) this.#onScroll();
  };

  #speed(): number {
    if (!this.#frame) return 0;
    const { top, bottom } = this.#frame.getBoundingClientRect();
    return edgeSpeed(this.#y, { top, bottom });
  }
}

/** Returns the pixels to scroll per frame: 0 away from the edges, negative to scroll up. */
export function edgeSpeed(y: number, { top, bottom }: { top: number; bottom: number }): number {
  const near = Math.min(zone, (bottom - top) / 4);
  const [above, below] = [top + near - y, y - (bottom - near)];
  if (above > 0) return -Math.ceil(fastest * Math.min(1, above / near));
  if (below > 0) return Math.ceil(fastest * Math.min(1, below / near));
  return 0;
}

function frameOf(list: HTMLElement): HTMLElement | null {
  for (let frame = list.parentElement; frame; frame = frame.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(frame).overflowY) && frame.scrollHeight > frame.clientHeight) {
      return frame;
    }
  }
  return null;
}
