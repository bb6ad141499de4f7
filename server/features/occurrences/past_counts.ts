// Runs of a period by how they ended, in quarters of an hour, at which every time zone begins its days. Closed quarters no longer
// change, and are counted once.
import type { Period } from "../../contract/period_query.ts";
import { type CompiledQuery, sql } from "kysely";
import { hasFailed } from "../../contract/failed_states.ts";
import type { RunState } from "../../contract/runs.ts";
import type { Base } from "../../engine/base.ts";
import { isPending } from "../../engine/states.ts";
import type { Database } from "../../engine/store.ts";
import type { HeavyReads } from "../../platform/heavy_reads.ts";
import { jsonListContains } from "../../platform/sql_expressions.ts";

export const QUARTER_MS = 900_000;
/** Runs that were queued before this time have ended, or are counted again. */
const OPEN_MS = 2 * 86_400_000;
/** Quarters that are remembered: four months. */
const MAX_KNOWN = 4 * 31 * 96;

export interface PastCounts {
  succeeded: number;
  failed: number;
  skipped: number;
  running: number;
  /** Queued. */
  due: number;
}

interface Row {
  quarter: number;
  state: RunState;
  runs: number;
}

export interface OccurrenceFilter {
  label?: string | undefined;
  taskId?: number | undefined;
}

export class PastRuns {
  readonly #closed = new Map<number, PastCounts>();
  /** Closed quarters are known from this one up to that one. */
  #known: Period = { from: 0, to: 0 };

  constructor(private readonly options: Pick<Base, "db" | "clock"> & { reads: HeavyReads }) {}

  /** Returns the runs that were queued in a period, by quarter since the epoch. */
  async count(period: Period, filter: OccurrenceFilter): Promise<Map<number, PastCounts>> {
    if (filter.label !== undefined || filter.taskId !== undefined) return await this.#read(period, filter);
    const closedTo = Math.floor((this.options.clock.now() - OPEN_MS) / QUARTER_MS) * QUARTER_MS;
    if (period.from < closedTo) await this.#learn({ from: period.from, to: Math.min(period.to, closedTo) });
    const open = { from: Math.max(period.from, closedTo), to: period.to };
    const counts = open.from < open.to ? await this.#read(open, {}) : new Map<number, PastCounts>();
    for (const [quarter, one] of this.#closed) {
      const at = quarter * QUARTER_MS;
      if (at >= period.from && at < Math.min(period.to, closedTo)) counts.set(quarter, one);
    }
    return counts;
  }

  async #learn({ from, to }: Period): Promise<void> {
    const known = this.#known;
    const touches = from <= known.to && to >= known.from;
    if (!touches || this.#closed.size > MAX_KNOWN) {
      this.#closed.clear();
      this.#known = { from, to: from };
    }
    if (from < this.#known.from) {
      await this.#add({ from, to: this.#known.from });
      this.#known = { ...this.#known, from };
    }
    if (to > this.#known.to) {
      await this.#add({ from: this.#known.to, to });
      this.#known = { ...this.#known, to };
    }
  }

  async #add(period: Period): Promise<void> {
    for (const [quarter, counts] of await this.#read(period, {})) this.#closed.set(quarter, counts);
  }

  async #read(period: Period, filter: OccurrenceFilter): Promise<Map<number, PastCounts>> {
    const { db, reads } = this.options;
    const counts = new Map<number, PastCounts>();
    for (const { quarter, state, runs } of await reads.all(countQuery(db, period, filter))) {
      const one = counts.get(quarter) ?? { succeeded: 0, failed: 0, skipped: 0, running: 0, due: 0 };
      one[kindOf(state)] += Number(runs);
      counts.set(quarter, one);
    }
    return counts;
  }
}

export function kindOf(state: RunState): keyof PastCounts {
  if (state === "succeeded" || state === "skipped") return state;
  if (isPending(state)) return "due";
  if (state === "starting" || state === "running") return "running";
  return hasFailed(state) ? "failed" : "skipped";
}

function countQuery(
  db: Database,
  { from, to }: Period,
  { label, taskId }: OccurrenceFilter,
): CompiledQuery<Row> {
  const quarter = sql<number>`queued_at / ${sql.lit(QUARTER_MS)}`;
  let query = db.selectFrom("run").select([
    quarter.as("quarter"),
    "state",
    sql<number>`sum(due_count)`.as("runs"),
  ])
    .where("queued_at", ">=", from).where("queued_at", "<", to).where("kind", "=", "task")
    .where("merged_into", "is", null);
  if (taskId !== undefined) query = query.where("task_id", "=", taskId);
  if (label !== undefined) {
    query = query.where(
      "task_id",
      "in",
      (run) =>
        run.selectFrom("task").select("task.id").where((task) =>
          jsonListContains(task.ref("labels_json"), label)
        ),
    );
  }
  return query.groupBy([quarter, "state"]).compile();
}
