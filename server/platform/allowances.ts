import { createHash } from "node:crypto";
import type { Clock } from "./clock.ts";

/** How many requests may come at once, and how many a second in the long run. */
export interface Rate {
  burst: number;
  perSecond: number;
}

/** Names that are remembered; beyond it, the oldest are forgotten. */
const MAX_REMEMBERED = 20_000;

/** Longer names are remembered by their hash: whoever sends a request may choose them. */
const MAX_NAME = 100;

/** Limits requests by a name, such as an address, whether it is known or not. */
export class Allowances {
  readonly #left = new Map<string, { count: number; at: number }>();

  constructor(private readonly rate: Rate, private readonly clock: Clock) {}

  /** Returns whether one more is allowed. */
  has(name: string): boolean {
    return this.#count(short(name)) >= 1;
  }

  /** Returns whether one more is allowed, and counts it. */
  take(given: string): boolean {
    const name = short(given);
    const count = this.#count(name);
    // Deleted and set again, so that the map is ordered by time.
    this.#left.delete(name);
    this.#left.set(name, { count: count >= 1 ? count - 1 : count, at: this.clock.monotonic() });
    const [oldest] = this.#left.keys();
    if (this.#left.size > MAX_REMEMBERED && oldest !== undefined) this.#left.delete(oldest);
    return count >= 1;
  }

  #count(name: string): number {
    const { burst, perSecond } = this.rate;
    const known = this.#left.get(name);
    if (!known) return burst;
    return Math.min(burst, known.count + (this.clock.monotonic() - known.at) * perSecond / 1000);
  }
}

function short(name: string): string {
  return name.length <= MAX_NAME ? name : createHash("sha256").update(name).digest("base64");
}
