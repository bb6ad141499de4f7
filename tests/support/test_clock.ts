import type { Clock, Timer } from "../../server/platform/clock.ts";

interface Pending {
  at: number;
  callback: () => void;
}

/** A clock that moves only on request. `now` and `monotonic` move together unless the wall clock is set. */
export class TestClock implements Clock {
  #wall: number;
  #elapsed = 0;
  readonly #pending = new Set<Pending>();

  constructor(now: string | number = "2026-03-04T05:06:07.000Z") {
    this.#wall = typeof now === "number" ? now : Date.parse(now);
  }

  now(): number {
    return this.#wall;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  after(delayMs: number, action: () => void): Timer {
    const pending = { at: this.#elapsed + Math.max(0, delayMs), callback: action };
    this.#pending.add(pending);
    return { cancel: () => this.#pending.delete(pending) };
  }

  get timers(): number {
    return this.#pending.size;
  }

  /** Sets the wall clock, as an administrator or NTP would; timers are not affected. */
  setWall(now: number): void {
    this.#wall = now;
  }

  /** Advances the clock and fires due timers on the way, in order. */
  advance(ms: number): void {
    const end = this.#elapsed + ms;
    for (let next = this.#nextUntil(end); next; next = this.#nextUntil(end)) {
      this.#moveTo(Math.max(next.at, this.#elapsed));
      this.#pending.delete(next);
      next.callback();
    }
    this.#moveTo(end);
  }

  #moveTo(elapsed: number): void {
    this.#wall += elapsed - this.#elapsed;
    this.#elapsed = elapsed;
  }

  #nextUntil(end: number): Pending | undefined {
    return [...this.#pending].filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
  }
}
