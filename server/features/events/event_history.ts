import type { LiveEvent } from "../../contract/events.ts";

export interface Numbered {
  sequence: number;
  event: LiveEvent;
}

/** Numbers for each ms: as many as a history has events, so that histories do not overlap. */
const PER_MS = 1000;

/**
 * The latest events, so that a page that was briefly disconnected can catch up. Numbers start at the current
 * time: those of an earlier process, or of another panel, are far from those of this one, and are therefore
 * recognized as unknown.
 */
export class EventHistory {
  readonly #capacity: number;
  readonly #events: Numbered[] = [];
  #last: number;

  constructor(now: number, capacity = PER_MS) {
    this.#capacity = capacity;
    this.#last = now * PER_MS;
  }

  get last(): number {
    return this.#last;
  }

  add(event: LiveEvent): Numbered {
    const numbered = { sequence: ++this.#last, event };
    this.#events.push(numbered);
    if (this.#events.length > this.#capacity) this.#events.shift();
    return numbered;
  }

  /** Returns the events after a number; null if the number is unknown or too old. */
  after(sequence: number): Numbered[] | null {
    const missed = this.#last - sequence;
    if (!(missed >= 0 && missed <= this.#events.length)) return null;
    return missed === 0 ? [] : this.#events.slice(-missed);
  }
}
