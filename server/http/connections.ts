// All open connections. There is a limit in total and one per network; at a limit, a connection that can be spared is closed for the
// new one, so that idle connections keep nobody out.
import type { Networks } from "../platform/networks.ts";
import { networkOf } from "../platform/networks.ts";

/** What happens on a connection: no request, one whose body is still arriving, or one that is being answered. */
export type Activity = "idle" | "receiving" | "responding";

/** One end of a connection, as the server sees it. */
export interface Connection {
  readonly address: string;
  activity(): Activity;
  close(): void;
}

export interface ConnectionLimits {
  /** Most connections in total. */
  total: number;
  /** Most connections of one network. */
  perNetwork: number;
  /** Addresses that connect for others: the limit per network does not apply to them. */
  proxies: Networks;
}

export class Connections {
  readonly #limits: ConnectionLimits;
  /** Oldest first, with whether a request on it was authenticated. */
  readonly #open = new Map<Connection, { network: string; isAuthenticated: boolean }>();
  readonly #countByNetwork = new Map<string, number>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Admits a new connection, for which another may be closed. Returns false when there is no room: it is to be closed. */
  admit(connection: Connection): boolean {
    const { total, perNetwork, proxies } = this.#limits;
    const network = networkOf(connection.address);
    const isCrowded = (this.#countByNetwork.get(network) ?? 0) >= perNetwork &&
      !proxies.has(connection.address);
    if (isCrowded && !this.spare(network)) return false;
    if (this.size >= total && !this.spare()) return false;
    this.#open.set(connection, { network, isAuthenticated: false });
    this.#countByNetwork.set(network, (this.#countByNetwork.get(network) ?? 0) + 1);
    return true;
  }

  /** Marks a connection as one of somebody who has authenticated. */
  authenticated(connection: Connection): void {
    const entry = this.#open.get(connection);
    if (entry) entry.isAuthenticated = true;
  }

  /** Forgets a connection that is closed. */
  remove(connection: Connection): void {
    const entry = this.#open.get(connection);
    if (!entry) return;
    this.#open.delete(connection);
    const left = (this.#countByNetwork.get(entry.network) ?? 0) - 1;
    if (left > 0) this.#countByNetwork.set(entry.network, left);
    else this.#countByNetwork.delete(entry.network);
  }

  /** Closes the connection that can be spared most easily, of one network or of all. Returns false when there is none. */
  spare(network?: string): boolean {
    let found: { connection: Connection; rank: number } | null = null;
    for (const [connection, entry] of this.#open) {
      if (network !== undefined && entry.network !== network) continue;
      const rank = rankOf(connection.activity(), entry.isAuthenticated);
      if (rank !== null && (found === null || rank < found.rank)) found = { connection, rank };
      if (rank === 0) break;
    }
    if (found === null) return false;
    this.remove(found.connection);
    found.connection.close();
    return true;
  }

  /** Closes all connections on which there is no request. */
  closeIdle(): void {
    for (const connection of [...this.#open.keys()]) {
      if (connection.activity() !== "idle") continue;
      this.remove(connection);
      connection.close();
    }
  }
}

// Lowest first; null for what stays: a request of somebody who has authenticated.
function rankOf(activity: Activity, isAuthenticated: boolean): number | null {
  if (isAuthenticated) return activity === "idle" ? 2 : null;
  return activity === "responding" ? 1 : 0;
}
