import type { Clock } from "../../platform/clock.ts";

/** Tries strangers have at once, and how many of these are for networks that have not tried lately. */
const CAPACITY = 60;
const RESERVED = 30;
/** One try comes back in so many milliseconds: with those at once, a hundred in the first minute and forty in each after it. */
const REFILL_MS = 1500;
/** So long a network counts as one that has tried lately. */
const LATELY_MS = 15 * 60_000;
/** What a network is told to wait that got no try. */
const WAIT_MS = 30_000;
/** Networks known to have tried; beyond it the oldest are forgotten. */
const MAX_TRIED = 20_000;

/**
 * Bounds the guesses of all strangers together, however many networks they come from. Somebody new still gets in while a fixed number
 * of networks guesses: after the first try these leave the reserved tries alone.
 */
export class StrangerPool {
  readonly #clock: Clock;
  readonly #tried = new Map<string, number>();
  #left = CAPACITY;
  #refilledAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#refilledAt = clock.monotonic();
  }

  /** Takes a try for a network, `hasFailed` where it is known for failures; answers 0, or how long it has to wait (milliseconds). */
  take(network: string, hasFailed: boolean): number {
    const now = this.#clock.monotonic();
    this.#refill(now);
    const isNew = !hasFailed && (this.#tried.get(network) ?? 0) <= now;
    this.#note(network, now);
    if (this.#left <= (isNew ? 0 : RESERVED)) return WAIT_MS;
    this.#left--;
    return 0;
  }

  /** Gives a try back that was no guess. */
  giveBack(network: string): void {
    this.#left = Math.min(CAPACITY, this.#left + 1);
    this.#tried.delete(network);
  }

  #refill(now: number): void {
    const steps = Math.floor((now - this.#refilledAt) / REFILL_MS);
    this.#left = Math.min(CAPACITY, this.#left + steps);
    this.#refilledAt += steps * REFILL_MS;
  }

  #note(network: string, now: number): void {
    // Set anew, so that the map's order is that of the tries.
    this.#tried.delete(network);
    this.#tried.set(network, now + LATELY_MS);
    const [oldest] = this.#tried.keys();
    if (this.#tried.size > MAX_TRIED && oldest !== undefined) this.#tried.delete(oldest);
  }
}
