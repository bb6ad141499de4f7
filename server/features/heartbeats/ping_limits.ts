import type { Clock } from "../../platform/clock.ts";
import { isLoopback, networkOf } from "../../platform/networks.ts";

/** How many pings may come at once, and how many a second in the long run. */
interface Rate {
  burst: number;
  perSecond: number;
}

/** Work that starts and ends every second, and some more. */
const KEY_RATE: Rate = { burst: 120, perSecond: 4 };
/** An office of many machines behind one address. */
const NETWORK_RATE: Rate = { burst: 1200, perSecond: 40 };
/** Keys and networks that are remembered; beyond it, the oldest are forgotten. */
const MAX_REMEMBERED = 20_000;

/** Limits pings per key, whether there is a heartbeat for it or not, and per network. Programs on this machine are one network without a limit. */
export class PingLimits {
  readonly #keys: Allowances;
  readonly #networks: Allowances;

  constructor(clock: Clock) {
    this.#keys = new Allowances(KEY_RATE, clock);
    this.#networks = new Allowances(NETWORK_RATE, clock);
  }

  /** Returns whether a ping may proceed, and counts it. */
  admit(key: string, ip: string): boolean {
    if (!isLoopback(ip) && !this.#networks.take(networkOf(ip))) return false;
    return this.#keys.take(key);
  }
}

class Allowances {
  readonly #left = new Map<string, { count: number; at: number }>();

  constructor(private readonly rate: Rate, private readonly clock: Clock) {}

  take(name: string): boolean {
    const { burst, perSecond } = this.rate;
    const now = this.clock.monotonic();
    const known = this.#left.get(name) ?? { count: burst, at: now };
    const count = Math.min(burst, known.count + (now - known.at) * perSecond / 1000);
    // Deleted and set again, so that the map is ordered by time.
    this.#left.delete(name);
    this.#left.set(name, { count: count >= 1 ? count - 1 : count, at: now });
    const [oldest] = this.#left.keys();
    if (this.#left.size > MAX_REMEMBERED && oldest !== undefined) this.#left.delete(oldest);
    return count >= 1;
  }
}
