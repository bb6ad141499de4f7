// Counts and durations of a task's runs by the wall clock of a time zone. The database counts; this file
// computes the wall clock hours.
import { type RawBuilder, sql } from "kysely";
import { clockChanges, DAY_SECONDS, offsetSeconds, wallSeconds } from "../../contract/cron/zone.ts";
import type { RunState } from "../../contract/runs.ts";
import type { TaskStatistics } from "../../contract/task_statistics.ts";
import type { Database } from "../../engine/store.ts";
import type { HeavyReads } from "../../platform/heavy_reads.ts";
import { isoTime } from "../../platform/iso_time.ts";

export interface StatisticsOptions {
  taskId: number;
  zone: string;
  /** Number of calendar days in the time zone, including today. */
  days: number;
  now: number;
}

/** Time parameters of the queries, in seconds: the start, and how far the wall clock is ahead of UTC. */
interface Period {
  firstDay: number;
  from: number;
  offset: RawBuilder<number>;
  zone: string;
  /** Length of the intervals of the trend; divides a day. */
  interval: number;
}

/** What is counted from the runs of a task. */
export type RunStatistics = Omit<TaskStatistics, "changes">;

type Counts = Partial<Record<RunState, number>>;

/** Returns the statistics of a task. Throws `took_too_long`. */
export async function readStatistics(
  db: Database,
  reads: HeavyReads,
  request: StatisticsOptions,
): Promise<RunStatistics> {
  const period = periodOf(request);
  const counted = await reads.all(countQuery(db, request.taskId, period));
  const durations = await reads.all(durationQuery(db, request.taskId, period));
  const medians = new Map(durations.filter(isMedianOfDay).map((row) => [row.day, row.duration_ms]));
  return {
    timeZone: request.zone,
    from: isoTime(period.from * 1_000),
    counts: countBy(counted, () => 0).get(0) ?? {},
    durationMs: spread(durations),
    days: listDays(period, request.days, countBy(counted, ({ day }) => day), medians),
    hours: listHours(countBy(counted, ({ day, hour }) => weekdayOf(day) * 24 + hour)),
    trend: { intervalMs: period.interval * 1_000, points: listPoints(durations, period) },
  };
}

function periodOf({ zone, days, now }: StatisticsOptions): Period {
  const until = Math.floor(now / 1_000);
  const firstDay = Math.floor(wallSeconds(until, zone) / DAY_SECONDS) - days + 1;
  const from = instantAt(firstDay * DAY_SECONDS, zone);
  return { firstDay, from, offset: offsetAt(zone, from, until), zone, interval: intervalOf(days) };
}

/** Returns the instant at which clocks of the zone show a time; all in seconds. */
function instantAt(wall: number, zone: string): number {
  return wall - offsetSeconds(wall - offsetSeconds(wall, zone), zone);
}

// Few enough points to see the trend, and enough of them to see it within a week.
function intervalOf(days: number): number {
  if (days <= 2) return DAY_SECONDS / 24;
  return days <= 14 ? DAY_SECONDS / 4 : DAY_SECONDS;
}

// A time zone changes its offset about four times a year at most, so each change can be part of the query.
function offsetAt(zone: string, from: number, until: number): RawBuilder<number> {
  const changes = clockChanges(zone, from, until);
  const last = changes.at(-1);
  if (!last) return sql`${sql.lit(offsetSeconds(from, zone))}`;
  const cases = changes.map(({ at, before }) => sql`when ${second} < ${sql.lit(at)} then ${sql.lit(before)}`);
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(last.after)} end`;
}

/** The second at which a run counts. */
const second = sql<number>`coalesce(started_at, due_at, queued_at) / 1000`;

function overRuns(db: Database, taskId: number, { from, offset }: Period) {
  return db.selectFrom("run").select(["state", "duration_ms", sql<number>`${second} + ${offset}`.as("wall")])
    .where("task_id", "=", taskId).where("finished_at", "is not", null).where(second, ">=", from);
}

function countQuery(db: Database, taskId: number, period: Period) {
  return db.with("ended", () => overRuns(db, taskId, period))
    .with("placed", (from) =>
      from.selectFrom("ended").select([
        "state",
        sql<number>`wall / 86400`.as("day"),
        sql<number>`wall % 86400 / 3600`.as("hour"),
      ]))
    .selectFrom("placed").select(["state", "day", "hour", ({ fn }) => fn.countAll<number>().as("runs")])
    .groupBy(["state", "day", "hour"]).compile();
}

// Returns only the rows at the requested ranks: the median of each day, the median and the 95th percentile of each
// interval of the trend, and the median, the 95th percentile and the maximum of all.
function durationQuery(db: Database, taskId: number, period: Period) {
  const part = sql`wall / ${sql.lit(period.interval)}`;
  return db.with("ended", () => overRuns(db, taskId, period).where("duration_ms", "is not", null))
    .with("ranked", (from) =>
      from.selectFrom("ended").select([
        sql<number>`wall / 86400`.as("day"),
        sql<number>`duration_ms`.as("duration_ms"),
        sql<number>`row_number() over (partition by wall / 86400 order by duration_ms)`.as("day_place"),
        sql<number>`count(*) over (partition by wall / 86400)`.as("day_runs"),
        sql<number>`${part}`.as("part"),
        sql<number>`row_number() over (partition by ${part} order by duration_ms)`.as("part_place"),
        sql<number>`count(*) over (partition by ${part})`.as("part_runs"),
        sql<number>`row_number() over (order by duration_ms)`.as("place"),
        sql<number>`count(*) over ()`.as("runs"),
      ]))
    .selectFrom("ranked").selectAll().where((row) =>
      row.or([
        sql<boolean>`day_place = (day_runs + 1) / 2`,
        sql<boolean>`part_place in ((part_runs + 1) / 2, (95 * part_runs + 99) / 100)`,
        sql<boolean>`place in ((runs + 1) / 2, (95 * runs + 99) / 100, runs)`,
      ])
    ).compile();
}

interface Ranked {
  day: number;
  duration_ms: number;
  day_place: number;
  day_runs: number;
  part: number;
  part_place: number;
  part_runs: number;
  place: number;
  runs: number;
}

function isMedianOfDay({ day_place, day_runs }: Ranked): boolean {
  return day_place === Math.floor((day_runs + 1) / 2);
}

function spread(rows: readonly Ranked[]): TaskStatistics["durationMs"] {
  const runs = rows[0]?.runs ?? 0;
  const at = (rank: number) => rows.find((row) => row.place === rank)?.duration_ms ?? null;
  return {
    median: at(Math.floor((runs + 1) / 2)),
    p95: at(Math.floor((95 * runs + 99) / 100)),
    max: at(runs),
  };
}

function listPoints(
  rows: readonly Ranked[],
  { zone, interval }: Period,
): RunStatistics["trend"]["points"] {
  const parts = Map.groupBy(rows, ({ part }) => part);
  return [...parts].toSorted(([a], [b]) => a - b).map(([part, ranked]) => {
    const runs = ranked[0]?.part_runs ?? 0;
    const at = (rank: number) => ranked.find(({ part_place }) => part_place === rank)?.duration_ms ?? 0;
    return {
      at: isoTime(instantAt(part * interval, zone) * 1_000),
      runs,
      medianMs: at(Math.floor((runs + 1) / 2)),
      p95Ms: at(Math.floor((95 * runs + 99) / 100)),
    };
  });
}

interface Counted {
  state: RunState;
  day: number;
  hour: number;
  runs: number;
}

function countBy(rows: readonly Counted[], key: (row: Counted) => number): Map<number, Counts> {
  const counts = new Map<number, Counts>();
  for (const row of rows) {
    const of = counts.get(key(row)) ?? {};
    of[row.state] = (of[row.state] ?? 0) + Number(row.runs);
    counts.set(key(row), of);
  }
  return counts;
}

function listDays(
  { firstDay }: Period,
  days: number,
  counts: ReadonlyMap<number, Counts>,
  medians: ReadonlyMap<number, number>,
): TaskStatistics["days"] {
  return Array.from({ length: days }, (_, index) => firstDay + index).map((day) => ({
    day: new Date(day * DAY_SECONDS * 1_000).toISOString().slice(0, 10),
    counts: counts.get(day) ?? {},
    medianMs: medians.get(day) ?? null,
  }));
}

function listHours(counts: ReadonlyMap<number, Counts>): TaskStatistics["hours"] {
  return [...counts].toSorted(([a], [b]) => a - b).map(([place, of]) => ({
    weekday: Math.floor(place / 24),
    hour: place % 24,
    counts: of,
  }));
}

// Day 0, 1970-01-01, was a Thursday.
function weekdayOf(day: number): number {
  return (day + 3) % 7 + 1;
}
