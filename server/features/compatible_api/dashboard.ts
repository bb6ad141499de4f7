import { availableParallelism, freemem, loadavg, platform, totalmem } from "node:os";
import process from "node:process";
import { sql } from "kysely";
import {
  dashboardOverview,
  labelStatistics,
  machine,
  runRecord,
  runtime,
  topCount,
  topTime,
  trend,
  trendQuery,
} from "../../contract/compatible/system.ts";
import { done, envelope } from "../../contract/compatible/envelope.ts";
import { wallSeconds } from "../../contract/cron/zone.ts";
import type { Base } from "../../engine/base.ts";
import { type Route, route } from "../../http/route.ts";
import type { HeavyReads } from "../../platform/heavy_reads.ts";
import { countOf } from "../../platform/sql_expressions.ts";
import type { Runs } from "../runs/service.ts";
import type { Tasks } from "../tasks/service.ts";
import type { TaskOutline } from "../tasks/task_rows.ts";
import { success } from "./envelope.ts";

export interface DashboardRouteOptions extends Pick<Base, "db" | "clock" | "zone"> {
  reads: HeavyReads;
  tasks: Tasks;
  runs: Runs;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_DAYS = 30;
const TOP = 5;
const MAX_IDLE = 50;
const UNLABELLED = "Uncategorized";

/** Finished runs: of one task, or of one hour. */
interface Counts {
  key: number;
  runs: number;
  succeeded: number;
  totalMs: number;
  maxMs: number;
}

export function dashboardRoutes(options: DashboardRouteOptions): Route[] {
  const { clock, zone } = options;
  const today = () => startOfDay(clock.now(), zone());
  const data = <R>(
    path: string,
    summary: string,
    schema: Parameters<typeof envelope>[0],
    read: () => Promise<R>,
  ) =>
    route("get", path, {
      access: "tasks:read",
      summary,
      results: { 200: { description: "The numbers", schema: envelope(schema) } },
      handle: async () => success(await read()),
    });
  return [
    data("/dashboard/overview", "Counts the tasks and the runs of today", dashboardOverview, async () => {
      const outlines = await readOutlines(options);
      const counts = sum(await countByTask(options, today()));
      const enabled = outlines.filter((task) => task.enabled).length;
      return {
        ...{ total: outlines.length, enabled, disabled: outlines.length - enabled },
        ...{
          todayRuns: counts.runs,
          todaySuccess: counts.succeeded,
          todayFail: counts.runs - counts.succeeded,
        },
        ...{ successRate: rate(counts), avgTime: average(counts) },
      };
    }),
    route("get", "/dashboard/trend", {
      access: "tasks:read",
      summary: "Counts the runs of each of the last days",
      query: trendQuery,
      results: { 200: { description: "The days, oldest first", schema: envelope(trend) } },
      handle: async ({ query }) => {
        const days = Math.min(Math.max(Math.trunc(Number(query.days ?? 7)) || 7, 1), MAX_DAYS);
        return success(await readTrend(options, days));
      },
    }),
    data("/dashboard/top-time", "Lists the tasks that took longest in the last 7 days", topTime, async () => {
      const all = await readTop(options, (a, b) => average(b) - average(a));
      return all.map(({ rank, name, counts }) => ({
        rank,
        name,
        avgTime: average(counts),
        maxTime: counts.maxMs,
      }));
    }),
    data("/dashboard/top-count", "Lists the tasks that ran most in the last 7 days", topCount, async () => {
      const all = await readTop(options, (a, b) => b.runs - a.runs);
      return all.map(({ rank, name, counts }) => ({
        ...{ rank, name, runCount: counts.runs, avgTime: average(counts), successRate: rate(counts) },
      }));
    }),
    data(
      "/dashboard/runtime",
      "Lists what runs, and enabled tasks idle for a day",
      runtime,
      () => readRuntime(options),
    ),
    data("/dashboard/labels", "Counts the runs of today by label", labelStatistics, async () => {
      const counts = new Map((await countByTask(options, today())).map((one) => [one.key, one]));
      return byLabel(await readOutlines(options), counts);
    }),
    data(
      "/dashboard/system",
      "Returns load and memory of the machine",
      machine,
      () => Promise.resolve(readMachine()),
    ),
    route("post", "/dashboard/record", {
      access: "tasks:write",
      audit: false,
      summary:
        "Accepts what old shell scripts report about runs; changes nothing, because the panel counts itself",
      body: runRecord,
      results: { 200: { description: "Accepted", schema: done } },
      handle: () => success(),
    }),
  ];
}

async function readOutlines({ tasks }: DashboardRouteOptions): Promise<TaskOutline[]> {
  const all: TaskOutline[] = [];
  for await (const slice of tasks.readOutlines()) all.push(...slice);
  return all;
}

async function countByTask({ db, reads }: DashboardRouteOptions, since: number): Promise<Counts[]> {
  return await count({ db, reads }, sql.ref<number>("task_id"), since);
}

async function count(
  { db, reads }: Pick<DashboardRouteOptions, "db" | "reads">,
  key: ReturnType<typeof sql.ref<number>> | ReturnType<typeof sql<number>>,
  since: number,
): Promise<Counts[]> {
  const rows = await reads.all(
    db.selectFrom("run").select([
      key.as("key"),
      sql<number>`count(*)`.as("runs"),
      countOf(sql`state = 'succeeded'`).as("succeeded"),
      sql<number>`sum(coalesce(duration_ms, 0))`.as("totalMs"),
      sql<number>`max(coalesce(duration_ms, 0))`.as("maxMs"),
    ]).where("task_id", "is not", null).where("started_at", "is not", null).where("finished_at", ">=", since)
      .groupBy(key).compile(),
  );
  return rows.map((row) => ({
    key: Number(row.key),
    runs: Number(row.runs),
    succeeded: Number(row.succeeded),
    totalMs: Number(row.totalMs),
    maxMs: Number(row.maxMs),
  }));
}

function sum(all: readonly Counts[]): Counts {
  return {
    key: 0,
    runs: all.reduce((total, one) => total + one.runs, 0),
    succeeded: all.reduce((total, one) => total + one.succeeded, 0),
    totalMs: all.reduce((total, one) => total + one.totalMs, 0),
    maxMs: Math.max(0, ...all.map((one) => one.maxMs)),
  };
}

function rate({ runs, succeeded }: Counts): string {
  return (runs === 0 ? 0 : 100 * succeeded / runs).toFixed(1);
}

function average({ runs, totalMs }: Counts): number {
  return runs === 0 ? 0 : Math.round(totalMs / runs);
}

// Counts by hour, because days depend on the time zone, which the database does not know.
async function readTrend(options: DashboardRouteOptions, days: number) {
  const { clock, zone } = options;
  const now = clock.now();
  const hours = await count(
    options,
    sql<number>`finished_at / ${sql.lit(HOUR_MS)}`,
    now - days * DAY_MS,
  );
  const byDay = Map.groupBy(hours, ({ key }) => dayOf(key * HOUR_MS, zone()));
  return Array.from({ length: days }, (_, index) => {
    const date = dayOf(now - (days - 1 - index) * DAY_MS, zone());
    const { runs, succeeded } = sum(byDay.get(date) ?? []);
    return { date: date.slice(5), total: runs, success: succeeded, fail: runs - succeeded };
  });
}

async function readTop(options: DashboardRouteOptions, order: (a: Counts, b: Counts) => number) {
  const since = options.clock.now() - 7 * DAY_MS;
  const top = (await countByTask(options, since)).sort(order).slice(0, TOP);
  const tasks = new Map(
    (await options.tasks.getSeveral(top.map(({ key }) => key))).map((task) => [task.id, task]),
  );
  return top.map((counts, index) => ({
    rank: index + 1,
    name: tasks.get(counts.key)?.name ?? `#${counts.key}`,
    counts,
  }));
}

async function readRuntime(options: DashboardRouteOptions) {
  const { runs, clock } = options;
  const now = clock.now();
  const live = await runs.list({ kind: "task", state: "starting,running", page: 1, pageSize: 500 });
  const queued = await runs.list({
    kind: "task",
    state: "queued,waiting_for_approval",
    page: 1,
    pageSize: 1,
  });
  const idle = (await readOutlines(options))
    .filter((task) => task.enabled && task.status === "idle" && (task.lastStartedAt ?? 0) < now - DAY_MS);
  return {
    runningCount: live.total,
    queuedCount: queued.total,
    running: live.items.map((run) => ({
      instanceId: run.id,
      id: run.taskId ?? 0,
      name: run.taskName,
      pid: run.pid,
      elapsed: run.startedAt === null ? 0 : Math.max(0, Math.round((now - Date.parse(run.startedAt)) / 1000)),
      logPath: run.logPath ?? "",
    })),
    idleTasks: idle.slice(0, MAX_IDLE).map(({ id, name, lastStartedAt }) => ({
      ...{ id, name, lastRun: Math.floor((lastStartedAt ?? 0) / 1000) },
    })),
  };
}

function byLabel(tasks: readonly TaskOutline[], counts: ReadonlyMap<number, Counts>) {
  const pairs = tasks.flatMap((task) =>
    (task.labels.length > 0 ? task.labels : [UNLABELLED]).map((label) => ({ label, id: task.id }))
  );
  return [...Map.groupBy(pairs, ({ label }) => label)].map(([label, all]) => {
    const total = sum(all.flatMap(({ id }) => counts.get(id) ?? []));
    return {
      ...{
        label,
        count: all.length,
        todayRuns: total.runs,
        successRate: rate(total),
        avgTime: average(total),
      },
    };
  }).sort((a, b) => b.count - a.count);
}

function readMachine() {
  const [total, free] = [totalmem(), freemem()];
  const { heapUsed, heapTotal } = process.memoryUsage();
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
  return {
    platform: platform(),
    uptime: Math.round(process.uptime()),
    memTotal: total,
    memFree: free,
    memUsagePercent: Math.round(1000 * (total - free) / total) / 10,
    heapUsed: megabytes(heapUsed),
    heapTotal: megabytes(heapTotal),
    loadAvg: loadavg(),
    cpus: availableParallelism(),
  };
}

/** Returns the date of a time in a time zone: `2026-01-31`. */
function dayOf(at: number, timeZone: string): string {
  return new Date(1_000 * wallSeconds(Math.floor(at / 1_000), timeZone)).toISOString().slice(0, 10);
}

// The latest quarter of an hour at which the date of the time zone begins: offsets are multiples of it.
function startOfDay(now: number, timeZone: string): number {
  const today = dayOf(now, timeZone);
  const step = HOUR_MS / 4;
  let start = now - now % step;
  while (dayOf(start - step, timeZone) === today) start -= step;
  return start;
}
