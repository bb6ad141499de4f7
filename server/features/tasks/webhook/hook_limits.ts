import { Allowances, type Rate } from "../../../platform/allowances.ts";
import type { Clock } from "../../../platform/clock.ts";
import { isLoopback, networkOf } from "../../../platform/networks.ts";

/** A push of many commits, each of which is an event. */
const KEY_RATE: Rate = { burst: 60, perSecond: 2 };
/** A server that hosts many repositories. */
const NETWORK_RATE: Rate = { burst: 600, perSecond: 20 };
/** Nobody who has the secret signs wrongly again and again. */
const UNSIGNED_RATE: Rate = { burst: 30, perSecond: 0.1 };

/** Limits deliveries per address of a webhook, whether it exists or not, per network, and those that are not signed per network. Programs on this machine, which may be a proxy, are no network with a limit. */
export class HookLimits {
  readonly #keys: Allowances;
  readonly #networks: Allowances;
  readonly #unsigned: Allowances;

  constructor(clock: Clock) {
    this.#keys = new Allowances(KEY_RATE, clock);
    this.#networks = new Allowances(NETWORK_RATE, clock);
    this.#unsigned = new Allowances(UNSIGNED_RATE, clock);
  }

  /** Returns whether a delivery may proceed, and counts it. */
  admit(key: string, ip: string): boolean {
    const network = networkOf(ip);
    const isLimited = !isLoopback(ip) &&
      (!this.#unsigned.has(`${network} ${key}`) || !this.#networks.take(network));
    return !isLimited && this.#keys.take(key);
  }

  /** Counts a delivery that is not signed as it should be, per network and webhook, so that its sender cannot block those of others. */
  countUnsigned(key: string, ip: string): void {
    this.#unsigned.take(`${networkOf(ip)} ${key}`);
  }
}
