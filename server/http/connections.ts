// All open connections. They are limited in total and per network. At a limit, the least important connection is closed for the
// new one, so that idle connections do not block others.
import { readdirSync, readFileSync } from "node:fs";
import { networkOf, type Networks } from "../platform/networks.ts";

/**
 * The state of a connection: no request, a request whose body is still arriving, or a request that is being
 * answered.
 */
export type Activity = "idle" | "receiving" | "responding";

export interface Connection {
  readonly address: string;
  activity(): Activity;
  /** Time without a request (ms); 0 while there is one, or while one begins to arrive. */
  idleMs(): number;
  close(): void;
}

export interface ConnectionLimits {
  total: number;
  perNetwork: number;
  /** Proxies, which connect for many clients: the limit per network does not apply to them. */
  proxies: Networks;
}

export class Connections {
  /** Oldest first, with whether a request on the connection was authenticated. */
  readonly #open = new Map<Connection, { network: string; isAuthenticated: boolean }>();
  readonly #countByNetwork = new Map<string, number>();

  constructor(private readonly limits: ConnectionLimits) {}

  get size(): number {
    return this.#open.size;
  }

  /**
   * Admits a new connection and closes another one if needed. Returns false when the limit is reached and the new
   * connection must be closed.
   */
  admit(connection: Connection): boolean {
    const { total, perNetwork, proxies } = this.limits;
    const network = networkOf(connection.address);
    const isCrowded = (this.#countByNetwork.get(network) ?? 0) >= perNetwork &&
      !proxies.has(connection.address);
    if (isCrowded && !this.spare(network)) return false;
    if (this.size >= total && !this.spare()) return false;
    this.#open.set(connection, { network, isAuthenticated: false });
    this.#countByNetwork.set(network, (this.#countByNetwork.get(network) ?? 0) + 1);
    return true;
  }

  authenticated(connection: Connection): void {
    const entry = this.#open.get(connection);
    if (entry) entry.isAuthenticated = true;
  }

  remove(connection: Connection): void {
    const entry = this.#open.get(connection);
    if (!entry) return;
    this.#open.delete(connection);
    const left = (this.#countByNetwork.get(entry.network) ?? 0) - 1;
    if (left > 0) this.#countByNetwork.set(entry.network, left);
    else this.#countByNetwork.delete(entry.network);
  }

  /** Closes the least important connection, of one network or of all. Returns false when none can be closed. */
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

  /** Closes the connections without a request, or those that have had none for a while. */
  closeIdle(minMs = 0): void {
    for (const connection of [...this.#open.keys()]) {
      if (connection.activity() !== "idle" || connection.idleMs() < minMs) continue;
      this.remove(connection);
      connection.close();
    }
  }
}

// The lowest rank is closed first; null is never closed: a request of an authenticated caller.
function rankOf(activity: Activity, isAuthenticated: boolean): number | null {
  if (isAuthenticated) return activity === "idle" ? 2 : null;
  return activity === "responding" ? 1 : 0;
}

/** The common default, used when the system does not report a limit. */
const USUAL_LIMIT = 1024;

/** Returns how many files and connections this process may have open at once. */
export function descriptorLimit(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
    return soft === "unlimited" ? Infinity : Number(soft ?? USUAL_LIMIT);
  } catch {
    return USUAL_LIMIT;
  }
}

/**
 * Returns how many descriptors this process has open; null when the system does not report it, or when nothing more can be
 * opened.
 */
export function openDescriptors(): number | null {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return null;
  }
}
