import type { LiveEvent } from "../../contract/events.ts";

/** An event with its place among all of them. */
export interface Numbered {
  sequence: number;
  event: LiveEvent;
}

/**
 * The newest events, so that a page that was away for a moment can catch up. Numbers start at the present millisecond:
 * those of an earlier life of the panel are smaller than any of this one, and so known to be too old.
 */
export class EventHistory {
  readonly #capacity: number;
  readonly #events: Numbered[] = [];
  #last: number;

  constructor(now: number, capacity = 1000) {
    this.#capacity = capacity;
    this.#last = now;
  }

  /** Number of the newest event. */
  get last(): number {
    return this.#last;
  }

  /** Numbers an event and remembers it. */
  add(event: LiveEvent): Numbered {
    const numbered = { sequence: ++this.#last, event };
    this.#events.push(numbered);
    if (this.#events.length > this.#capacity) this.#events.shift();
    return numbered;
  }

  /** Lists what came after a number; null when it is not known any more, or never was. */
  after(sequence: number): Numbered[] | null {
    const missed = this.#last - sequence;
    if (!(missed >= 0 && missed <= this.#events.length)) return null;
    return missed === 0 ? [] : this.#events.slice(-missed);
  }
}
