// How many runs of tasks ended in each hour of the last week. Hours that are over no longer change, so only the latest
// ones are counted again.
import { sql } from "kysely";
import { hasFailed } from "../../contract/failed_states.ts";
import type { RunState } from "../../contract/runs.ts";
import type { Database } from "../../engine/store.ts";
import type { HeavyReads } from "../../platform/heavy_reads.ts";

export const HOUR_MS = 3_600_000;
const HOURS = 7 * 24;
/** A run is written shortly after it has ended, and the clock may be set back a little. */
const OPEN_HOURS = 2;

export interface HourCounts {
  succeeded: number;
  failed: number;
  other: number;
}

interface CountedRow {
  hour: number;
  state: RunState;
  runs: number;
}

export class FinishedRuns {
  readonly #db: Database;
  readonly #reads: HeavyReads;
  /** By hour since the epoch; an hour without runs is missing. */
  #hours = new Map<number, HourCounts>();
  /** The first hour that has to be counted again. */
  #openFrom = 0;

  constructor(db: Database, reads: HeavyReads) {
    this.#db = db;
    this.#reads = reads;
  }

  /** Returns the counts of the last seven days up to `now` (ms), oldest hour first. */
  async lastWeek(now: number): Promise<HourCounts[]> {
    const current = Math.floor(now / HOUR_MS);
    const first = current - HOURS + 1;
    const from = Math.max(first, this.#openFrom <= current ? this.#openFrom : 0); // all again after a jump back
    const counted = countByHour(await this.#reads.all(this.#query(from)));
    const closed = [...this.#hours].filter(([hour]) => hour >= first && hour < from);
    this.#hours = new Map([...closed, ...counted]);
    this.#openFrom = current - OPEN_HOURS;
    return Array.from({ length: HOURS }, (_, index) => this.#hours.get(first + index) ?? noRuns());
  }

  #query(from: number) {
    const hour = sql<number>`finished_at / ${sql.lit(HOUR_MS)}`;
    return this.#db.selectFrom("run").select([
      hour.as("hour"),
      "state",
      ({ fn }) => fn.countAll<number>().as("runs"),
    ])
      .where("finished_at", "is not", null).where("finished_at", ">=", from * HOUR_MS).where(
        "kind",
        "=",
        "task",
      )
      .groupBy([hour, "state"]).$castTo<CountedRow>().compile();
  }
}

function countByHour(rows: readonly CountedRow[]): Map<number, HourCounts> {
  const hours = new Map<number, HourCounts>();
  for (const { hour, state, runs } of rows) {
    const counts = hours.get(hour) ?? noRuns();
    if (state === "succeeded") counts.succeeded += runs;
    else if (hasFailed(state)) counts.failed += runs;
    else counts.other += runs;
    hours.set(hour, counts);
  }
  return hours;
}

function noRuns(): HourCounts {
  return { succeeded: 0, failed: 0, other: 0 };
}
