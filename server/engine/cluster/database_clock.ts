// The clock of the database, which all nodes share: the clocks of machines differ, and who is late or silent must not depend on
// whose clock is asked.
import { sql } from "kysely";
import type { Clock, Timer } from "../../platform/clock.ts";
import type { Database } from "../store.ts";

export class DatabaseClock implements Clock {
  readonly #clock: Clock;
  readonly #db: Database;
  #offsetMs = 0;

  constructor(clock: Clock, db: Database) {
    this.#clock = clock;
    this.#db = db;
  }

  now(): number {
    return this.#clock.now() + this.#offsetMs;
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  after(delayMs: number, action: () => void): Timer {
    return this.#clock.after(delayMs, action);
  }

  /** Asks the database for the time. Throws when it cannot be reached; the last known difference stays. */
  async measure(): Promise<void> {
    const before = this.#clock.monotonic();
    const query = sql<{ at: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`;
    const { rows: [row] } = await query.execute(this.#db);
    if (!row) return;
    const halfTrip = (this.#clock.monotonic() - before) / 2;
    this.#offsetMs = Math.round(Number(row.at) + halfTrip - this.#clock.now());
  }
}
