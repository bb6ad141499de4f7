import { Allowances, type Rate } from "../../platform/allowances.ts";
import type { Clock } from "../../platform/clock.ts";
import { isLoopback, networkOf } from "../../platform/networks.ts";

/** Work that starts and ends every second, and some more. */
const KEY_RATE: Rate = { burst: 120, perSecond: 4 };
/** An office of many machines behind one address. */
const NETWORK_RATE: Rate = { burst: 1200, perSecond: 40 };

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
