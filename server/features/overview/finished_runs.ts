// What the runs of tasks that ended in each of the last hours have in common. Hours that are over no longer change, so only
// the latest ones are read again.
import { type CompiledQuery, sql } from "kysely";
import { hasFailed } from "../../contract/failed_states.ts";
import type { RunState } from "../../contract/runs.ts";
import type { Database } from "../../engine/store.ts";
import type { HeavyReads } from "../../platform/heavy_reads.ts";
import { countOf } from "../../platform/sql_expressions.ts";

export const HOUR_MS = 3_600_000;
/** A run is written shortly after it has ended, and the clock may be set back a little. */
const OPEN_HOURS = 2;
/** A run that starts within this time did not noticeably wait for a slot. */
const NO_WAIT_MS = 1000;

interface HourRow {
  /** Hour since the epoch. */
  hour: number;
}

interface HourlyOptions<Row extends HourRow, Counts> {
  /** How many hours are counted. */
  hours: number;
  /** Reads the hours from `from`, milliseconds since the epoch. */
  query(from: number): CompiledQuery<Row>;
  /** Returns an hour without runs. */
  none(): Counts;
  add(counts: Counts, row: Row): void;
}

/** Counts by hour, of which closed hours are read once. */
export class HourlyCounts<Row extends HourRow, Counts> {
  /** By hour since the epoch; an hour without runs is missing. */
  #hours = new Map<number, Counts>();
  /** The first hour that has to be read again. */
  #openFrom = 0;

  constructor(private readonly reads: HeavyReads, private readonly options: HourlyOptions<Row, Counts>) {}

  /** Returns the counts of the last hours up to `now` (ms), oldest hour first. */
  async upTo(now: number): Promise<Counts[]> {
    const { hours, query, none } = this.options;
    const current = Math.floor(now / HOUR_MS);
    const first = current - hours + 1;
    const from = Math.max(first, this.#openFrom <= current ? this.#openFrom : 0); // all again after a jump back
    const counted = this.#byHour(await this.reads.all(query(from * HOUR_MS)));
    const closed = [...this.#hours].filter(([hour]) => hour >= first && hour < from);
    this.#hours = new Map([...closed, ...counted]);
    this.#openFrom = current - OPEN_HOURS;
    return Array.from({ length: hours }, (_, index) => this.#hours.get(first + index) ?? none());
  }

  #byHour(rows: readonly Row[]): Map<number, Counts> {
    const { none, add } = this.options;
    const hours = new Map<number, Counts>();
    for (const row of rows) {
      const counts = hours.get(row.hour) ?? none();
      add(counts, row);
      hours.set(row.hour, counts);
    }
    return hours;
  }
}

/** Runs of an hour by how they ended. */
export interface HourCounts {
  succeeded: number;
  failed: number;
  other: number;
}

interface OutcomeRow extends HourRow {
  state: RunState;
  runs: number;
}

/** Returns the runs by outcome in each hour of the last seven days. */
export function finishedRuns(db: Database, reads: HeavyReads): HourlyCounts<OutcomeRow, HourCounts> {
  return new HourlyCounts(reads, {
    hours: 7 * 24,
    query: (from) =>
      endedFrom(db, from).select(["state", ({ fn }) => fn.countAll<number>().as("runs")])
        .groupBy([endHour, "state"]).$castTo<OutcomeRow>().compile(),
    none: () => ({ succeeded: 0, failed: 0, other: 0 }),
    add(counts, { state, runs }) {
      if (state === "succeeded") counts.succeeded += runs;
      else if (hasFailed(state)) counts.failed += runs;
      else counts.other += runs;
    },
  });
}

/** How runs of an hour used the slots. */
export interface HourUse {
  /** Their total run time in milliseconds. */
  busyMs: number;
  /** How many waited more than a second for a slot. */
  waited: number;
}

type UseRow = HourRow & HourUse;

/** Returns how the runs that ended in each of the last 24 hours used the slots. */
export function slotUse(db: Database, reads: HeavyReads): HourlyCounts<UseRow, HourUse> {
  return new HourlyCounts(reads, {
    hours: 24,
    query: (from) =>
      endedFrom(db, from).where("started_at", "is not", null).select([
        sql<number>`coalesce(sum(duration_ms), 0)`.as("busyMs"),
        countOf(sql`started_at - start_after > ${sql.lit(NO_WAIT_MS)}`).as("waited"),
      ]).groupBy(endHour).$castTo<UseRow>().compile(),
    none: () => ({ busyMs: 0, waited: 0 }),
    add(use, { busyMs, waited }) {
      use.busyMs += busyMs;
      use.waited += waited;
    },
  });
}

const endHour = sql<number>`finished_at / ${sql.lit(HOUR_MS)}`;

function endedFrom(db: Database, from: number) {
  return db.selectFrom("run").select(endHour.as("hour")).where("finished_at", "is not", null)
    .where("finished_at", ">=", from).where("kind", "=", "task");
}
