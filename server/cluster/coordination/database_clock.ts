// The clock of the database, which all nodes share: the clocks of machines differ, and who is late or silent must not depend on
// whose clock is asked.
import { sql } from "kysely";
import type { Clock, Timer } from "../../platform/clock.ts";
import type { Database } from "../../engine/store.ts";

/** A longer round trip says too little: the database was busy, or this process was paused meanwhile. */
const MAX_TRIP_MS = 500;

export class DatabaseClock implements Clock {
  #offsetMs = 0;
  #isMeasured = false;

  constructor(private readonly clock: Clock, private readonly db: Database) {}

  now(): number {
    return this.clock.now() + this.#offsetMs;
  }

  monotonic(): number {
    return this.clock.monotonic();
  }

  after(delayMs: number, action: () => void): Timer {
    return this.clock.after(delayMs, action);
  }

  /** Asks the database for the time. Throws when it cannot be reached; the last known difference stays. */
  async measure(): Promise<void> {
    const before = this.clock.monotonic();
    const query = sql<{ at: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`;
    const { rows: [row] } = await query.execute(this.db);
    if (!row) return;
    const tripMs = this.clock.monotonic() - before;
    if (this.#isMeasured && tripMs > MAX_TRIP_MS) return;
    this.#offsetMs = Math.round(Number(row.at) + tripMs / 2 - this.clock.now());
    this.#isMeasured = true;
  }
}
