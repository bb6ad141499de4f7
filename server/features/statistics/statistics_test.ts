// Compares the database's counts with a plain count in JavaScript that takes the wall clock from Intl.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { RunState } from "../../contract/runs.ts";
import type { TaskStatistics } from "../../contract/task_statistics.ts";
import type { Database } from "../../engine/store.ts";
import { directReads } from "../../platform/heavy_reads.ts";
import { readStatistics, type RunStatistics } from "./statistics.ts";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { byLength } from "../../../tests/support/suite_length.ts";

interface Past {
  state: RunState;
  at: number;
  durationMs: number | null;
}

const TASK = 7;
const NOW = Date.parse("2026-04-20T10:20:30Z");
const DAY_MS = 86_400_000;

async function openWith(past: readonly Past[]): Promise<Database> {
  const db = await freshDatabase();
  await fill(db, past);
  return db;
}

async function fill(db: Database, past: readonly Past[], task = TASK): Promise<void> {
  for (const { state, at, durationMs } of past) {
    const active = state === "queued" || state === "running";
    await db.insertInto("run").values({
      task_id: task,
      task_name: "t",
      cause: "person",
      state,
      queued_at: at,
      start_after: at,
      queue_rank: 0,
      queue_order: 0,
      attempt: 1,
      due_count: 1,
      duration_ms: durationMs,
      started_at: state === "skipped" ? null : at,
      finished_at: active ? null : at,
    }).execute();
  }
}

async function read(db: Database, zone: string, days: number): Promise<RunStatistics> {
  return await readStatistics(db, directReads(db), { taskId: TASK, zone, days, now: NOW });
}

function wallOf(at: number, zone: string) {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    weekday: "short",
  }).formatToParts(at);
  const part = (type: string) => parts.find((part) => part.type === type)!.value;
  const weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(part("weekday")) + 1;
  return { day: `${part("year")}-${part("month")}-${part("day")}`, weekday, hour: Number(part("hour")) };
}

function nearest(values: readonly number[], share: number): number | null {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? null;
}

function plainly(
  past: readonly Past[],
  zone: string,
  from: string,
  hoursOfPart: number,
): Omit<RunStatistics, "from" | "timeZone" | "trend"> & { parts: (number | string | null)[][] } {
  const over = past.filter(({ state, at }) =>
    state !== "queued" && state !== "running" && at >= Date.parse(from)
  );
  const counts: TaskStatistics["counts"] = {};
  const days = new Map<string, { counts: TaskStatistics["counts"]; durations: number[] }>();
  const hours = new Map<string, TaskStatistics["hours"][number]>();
  for (const { state, at, durationMs } of over) {
    const { day, weekday, hour } = wallOf(at, zone);
    const ofDay = days.get(day) ?? { counts: {}, durations: [] };
    const ofHour = hours.get(`${weekday} ${hour}`) ?? { weekday, hour, counts: {} };
    for (const one of [counts, ofDay.counts, ofHour.counts]) one[state] = (one[state] ?? 0) + 1;
    if (durationMs !== null) ofDay.durations.push(durationMs);
    days.set(day, ofDay);
    hours.set(`${weekday} ${hour}`, ofHour);
  }
  const all = over.flatMap(({ durationMs }) => durationMs ?? []);
  return {
    counts,
    durationMs: { median: nearest(all, 0.5), p95: nearest(all, 0.95), max: nearest(all, 1) },
    days: [...days].toSorted(([a], [b]) => a < b ? -1 : 1)
      .map(([day, one]) => ({ day, counts: one.counts, medianMs: nearest(one.durations, 0.5) })),
    hours: [...hours.values()].toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour),
    parts: plainParts(over, zone, hoursOfPart),
  };
}

/** Returns the parts of the trend as text: day and hour of the start, runs, median and 95th percentile. */
function plainParts(over: readonly Past[], zone: string, hours: number): (number | string | null)[][] {
  const parts = Map.groupBy(over.filter(({ durationMs }) => durationMs !== null), ({ at }) => {
    const { day, hour } = wallOf(at, zone);
    return `${day} ${String(hour - hour % hours).padStart(2, "0")}`;
  });
  return [...parts].toSorted(([a], [b]) => a < b ? -1 : 1).map(([start, runs]) => {
    const durations = runs.flatMap(({ durationMs }) => durationMs ?? []);
    return [start, runs.length, nearest(durations, 0.5), nearest(durations, 0.95)];
  });
}

const past = fc.record({
  state: fc.constantFrom<RunState>("succeeded", "failed", "skipped", "timed_out", "running", "queued"),
  // Whole days around the clock changes in spring, and the edges of hours.
  at: fc.integer({ min: 0, max: 60 * 96 }).map((quarters) => NOW - quarters * 900_000 - 630_000),
  durationMs: fc.option(fc.integer({ min: 0, max: 9 })),
});
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kathmandu",
  "Africa/Casablanca",
  "Pacific/Apia",
];

Deno.test("statistics: the database counts the same as a plain count, by the wall clock of the time zone", async () => {
  const db = await openWith([]);
  await fc.assert(
    fc.asyncProperty(
      fc.array(past, { maxLength: 40 }),
      fc.constantFrom(...zones),
      fc.integer({ min: 1, max: 70 }),
      async (runs, zone, days) => {
        await db.deleteFrom("run").execute();
        await fill(db, runs);
        await fill(db, [{ state: "failed", at: NOW, durationMs: 99 }], TASK + 1);
        const { from, timeZone, trend, ...rest } = await read(db, zone, days);
        const hours = trend.intervalMs / 3_600_000;
        assert.equal(hours, days <= 2 ? 1 : days <= 14 ? 6 : 24);
        assert.equal(timeZone, zone);
        const busy = rest.days.filter(({ counts }) => Object.keys(counts).length > 0);
        const { parts, ...plain } = plainly(runs, zone, from, hours);
        assert.deepEqual({ ...rest, days: busy }, plain);
        const points = trend.points.map(({ runs, medianMs, p95Ms }) => [runs, medianMs, p95Ms]);
        assert.deepEqual(points, parts.map(([, ...numbers]) => numbers));
        const starts = trend.points.map(({ at }) => wallOf(Date.parse(at), zone).day);
        assert.deepEqual(starts, parts.map(([start]) => String(start).slice(0, 10)));
        assert.equal(rest.days.length, days);
        assert.equal(rest.days.at(-1)!.day, wallOf(NOW, zone).day);
        assert.deepEqual(wallOf(Date.parse(from), zone), {
          ...wallOf(Date.parse(from), zone),
          hour: 0,
          day: rest.days[0]!.day,
        });
        assert.notEqual(wallOf(Date.parse(from) - 1, zone).day, rest.days[0]!.day);
      },
    ),
    { numRuns: byLength(60, 300) },
  );
  await db.destroy();
});

Deno.test("statistics: for a task that never ran, includes every day as empty", async () => {
  const db = await openWith([]);
  const { counts, durationMs, days, hours } = await read(db, "UTC", 3);
  assert.deepEqual([counts, hours], [{}, []]);
  assert.deepEqual(durationMs, { median: null, p95: null, max: null });
  assert.deepEqual(
    days,
    ["18", "19", "20"].map((day) => ({ day: `2026-04-${day}`, counts: {}, medianMs: null })),
  );
  await db.destroy();
});

Deno.test("statistics: does not count anything before the first day", async () => {
  const at = Date.parse("2026-04-19T00:00:00Z");
  const run = { state: "succeeded", durationMs: 1 } as const;
  const db = await openWith([{ ...run, at }, { ...run, at: at - 1 }, { ...run, at: at - DAY_MS }]);
  assert.deepEqual((await read(db, "UTC", 2)).counts, { succeeded: 1 });
  await db.destroy();
});
