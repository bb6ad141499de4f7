import { DAY_SECONDS, instantOf, wallSeconds } from "../../contract/cron/zone.ts";
import {
  maxOccurrenceDays,
  maxOccurrences,
  type OccurrenceItem,
  type Occurrences,
  type OccurrencesQuery,
} from "../../contract/occurrences.ts";
import type { Parsed } from "../../contract/parsed.ts";
import { type Period, periodOfQuery } from "../../contract/period_query.ts";
import type { Base } from "../../engine/base.ts";
import { dueTimesIn } from "../../engine/occurrences.ts";
import { isoTime } from "../../platform/iso_time.ts";
import type { HeavyReads } from "../../platform/heavy_reads.ts";
import { storedInstant } from "../../platform/stored_json.ts";
import { Slices } from "../../platform/slices.ts";
import type { ComingOptions, ComingRuns } from "./coming_counts.ts";
import { PastRuns, QUARTER_MS } from "./past_counts.ts";
import { listedRuns, listedTasks, schedulesOf } from "./store.ts";

const HOUR_SECONDS = 3_600;

export interface OccurrencesOptions extends Pick<Base, "db" | "clock" | "zone">, ComingOptions {
  /** For queries that read many rows. */
  reads: HeavyReads;
}

/** Reads what ran and what is due, over days and hours. */
export class OccurrenceReports {
  readonly #past: PastRuns;

  constructor(private readonly options: OccurrencesOptions, private readonly coming: ComingRuns) {
    this.#past = new PastRuns(options);
  }

  /** Returns the occurrences of a period. Throws `validation_failed`. */
  async read(query: Parsed<OccurrencesQuery>): Promise<Occurrences> {
    const period = periodOfQuery(query, maxOccurrenceDays[query.by]);
    return query.by === "none" ? await this.#list(period, query) : await this.#count(period, query);
  }

  async #count(period: Period, { by, label, taskId }: Parsed<OccurrencesQuery>): Promise<Occurrences> {
    const { db, reads, zone } = this.options;
    const timeZone = zone();
    const starts = startsOf(period, by === "day" ? DAY_SECONDS : HOUR_SECONDS, timeZone);
    const whole = { from: starts[0] ?? period.from, to: period.to };
    const [past, tasks] = await Promise.all([
      this.#past.count(whole, { label, taskId }),
      reads.all(schedulesOf(db, { label, taskId })),
    ]);
    const coming = await this.coming.count(tasks, whole);
    const items = starts.map((at) => ({
      ...{ at: isoTime(at), due: 0, succeeded: 0, failed: 0, skipped: 0, running: 0 },
    }));
    const itemOf = (quarter: number) => items[lastIndexUpTo(starts, quarter * QUARTER_MS)];
    for (const [quarter, counts] of past) {
      const item = itemOf(quarter);
      if (!item) continue;
      for (const kind of ["due", "succeeded", "failed", "skipped", "running"] as const) {
        item[kind] += counts[kind];
      }
    }
    for (const [quarter, due] of coming) {
      const item = itemOf(quarter);
      if (item) item.due += due;
    }
    return { timeZone, items, isComplete: true };
  }

  async #list(period: Period, filter: Parsed<OccurrencesQuery>): Promise<Occurrences> {
    const { db, reads, clock, zone, timetable } = this.options;
    const rows = await reads.all(listedRuns(db, period, filter, maxOccurrences + 1));
    const items: OccurrenceItem[] = rows.map((row) => ({
      at: storedInstant(row.held_until ?? row.due_at ?? row.queued_at),
      taskId: row.task_id,
      name: row.task_name,
      runId: row.id,
      state: row.state,
      startedAt: storedInstant(row.started_at),
      finishedAt: storedInstant(row.finished_at),
    }));
    const span = { after: Math.max(period.from - 1, clock.now()), until: period.to - 1 };
    const slices = new Slices(clock);
    const tasks = span.until > span.after ? await reads.all(listedTasks(db, filter)) : [];
    for (const task of tasks) {
      if (items.length > maxOccurrences) break;
      const times = timetable(task);
      // The next one is known; most tasks are not due in a short period.
      if (!times || (task.next_due_at ?? Infinity) > span.until) continue;
      for (const at of dueTimesIn(times, span).slice(0, maxOccurrences + 1)) {
        items.push({
          ...{ at: isoTime(at), taskId: task.id, name: task.name },
          ...{ runId: null, state: null, startedAt: null, finishedAt: null },
        });
      }
      await slices.pause();
    }
    items.sort((a, b) => a.at < b.at ? -1 : a.at > b.at ? 1 : (a.taskId ?? 0) - (b.taskId ?? 0));
    const isComplete = items.length <= maxOccurrences;
    return { timeZone: zone(), items: items.slice(0, maxOccurrences), isComplete };
  }
}

// The starts of the local days or hours that a period touches.
function startsOf({ from, to }: Period, width: number, zone: string): number[] {
  const starts: number[] = [];
  const first = Math.floor(wallSeconds(Math.floor(from / 1000), zone) / width) * width;
  for (let wall = first;; wall += width) {
    const at = instantOf(wall, zone) * 1000;
    if (at >= to) return starts;
    // The hour that a clock change skips has no start of its own.
    if (at !== starts.at(-1)) starts.push(at);
  }
}

function lastIndexUpTo(starts: readonly number[], at: number): number {
  let low = 0, high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
