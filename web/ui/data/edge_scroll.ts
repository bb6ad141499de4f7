/** How near to an edge, in pixels, a pointer makes a list scroll. */
const zone = 56;
/** Pixels per frame at the very edge. */
const fastest = 18;

/** Scrolls what a list lies in while something is held at its upper or lower edge. */
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

  /** Tells how high the pointer is. */
  follow(y: number): void {
    this.#y = y;
    if (this.#next === null && this.#speed() !== 0) this.#next = requestAnimationFrame(this.#step);
  }

  stop(): void {
    if (this.#next !== null) cancelAnimationFrame(this.#next);
    this.#next = null;
  }

  /** Gives the height inside of the frame that is next to a height. */
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

/** Gives the pixels to scroll by per frame: none away from the edges, up below zero. */
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
