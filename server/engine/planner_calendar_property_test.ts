// Whatever happens to the panel, the clock, the calendar and the windows, each nominal time has one row, and each due time one run.
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseCron } from "../contract/cron/expression.ts";
import { slotsIn } from "../contract/cron/slots.ts";
import type { OnDayOff } from "../contract/tasks.ts";
import { listStale, replanByCalendar } from "../features/tasks/calendar_changes.ts";
import { PlannerScene, shortTime } from "../../tests/support/planner_scene.ts";
import { byLength } from "../../tests/support/suite_length.ts";
import { testCalendar } from "../../tests/support/test_calendar.ts";
import type { WindowSpan } from "./decision.ts";
import { occurrenceOf } from "./occurrences.ts";
import type { RunRow } from "./store.ts";
import type { Timetable } from "./timetable.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

const rules = [
  ...["0 10 * * *", "30 2 * * *", "0 */6 * * *", "15 9 * * 1-5", "0 8 * * 1,4", "0 12 1,15 * *"],
  ...[
    "0 9 15W * *",
    "0 23 L * *",
    "0 7 L-2 * *",
    "@every 5h from 01:00",
    "@workday 1 09:00",
    "@workday -2 18:00",
  ],
  ...["@daily", "@weekly", "45 1 * * 0"],
];

type Action =
  | { kind: "sleep" | "punctual" | "restart" | "clock"; ms: number }
  | { kind: "ends" }
  | { kind: "calendar"; days: number[]; isKnown: boolean };

const ms = (max: number) => fc.integer({ min: 1, max });
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: ms(30 * HOUR).map((ms): Action => ({ kind: "sleep", ms })) },
  { weight: 4, arbitrary: ms(6 * DAY).map((ms): Action => ({ kind: "punctual", ms })) },
  { weight: 2, arbitrary: fc.constantFrom(0, HOUR, 5 * DAY).map((ms): Action => ({ kind: "restart", ms })) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: -2 * HOUR, max: 2 * HOUR }).map((ms): Action => ({ kind: "clock", ms })),
  },
  { weight: 1, arbitrary: fc.constant<Action>({ kind: "ends" }) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.array(fc.integer({ min: 0, max: 79 }), { maxLength: 25 }), fc.boolean())
      .map(([days, isKnown]): Action => ({ kind: "calendar", days, isKnown })),
  },
);

const START = Date.UTC(2026, 8, 20, 12);
const FIRST_DAY = Math.floor(START / DAY) - 10;

const scene = fc.record({
  rules: fc.subarray(rules, { minLength: 1, maxLength: 2 }),
  onDayOff: fc.constantFrom<OnDayOff>("skip", "next", "previous", "next_same_month", "run"),
  zone: fc.constantFrom("UTC", "Europe/Berlin", "Asia/Shanghai"),
  days: fc.array(fc.integer({ min: 0, max: 79 }), { maxLength: 25 }),
  missed: fc.constantFrom({ policy: "skip" as const }, { policy: "last" as const }, {
    policy: "all" as const,
  }),
  windows: fc.array(
    fc.record({
      from: ms(40 * DAY),
      length: ms(30 * HOUR),
      effect: fc.constantFrom("hold" as const, "skip" as const),
    }),
    { maxLength: 3 },
  ),
  actions: fc.array(action, { minLength: 2, maxLength: 12 }),
});

type Scene = typeof scene extends fc.Arbitrary<infer Value> ? Value : never;

/** What an earlier run has found: a clock that is set back in two steps, after days off were skipped together. */
const found: Scene[] = [{
  ...{
    rules: ["0 */6 * * *", "0 9 15W * *"],
    onDayOff: "skip" as const,
    zone: "UTC" as const,
    days: [],
    windows: [],
  },
  missed: { policy: "skip" as const },
  actions: [
    { kind: "calendar" as const, days: [], isKnown: false },
    { kind: "punctual" as const, ms: 518_399_000 },
    { kind: "clock" as const, ms: -4_034_433 },
    { kind: "clock" as const, ms: -6_767_568 },
    { kind: "punctual" as const, ms: 10_798_001 },
    { kind: "ends" as const },
  ],
}];

function calendarOf(days: readonly number[], revision: number) {
  const off = new Set(days);
  const isOff = (day: number) => off.has(day - FIRST_DAY) || (day + 3) % 7 >= 5;
  return { ...testCalendar({ isOff }), revision: String(revision) };
}

Deno.test("planner: one row for each nominal time, one run for each due time, with calendars and windows", async () => {
  await fc.assert(
    fc.asyncProperty(scene, async ({ rules, onDayOff, zone, days, missed, windows, actions }) => {
      await using bench = await PlannerScene.open({ now: START, zone });
      bench.calendars.set(1, calendarOf(days, 0));
      bench.windows = windows.map(({ from, length, effect }, index): WindowSpan => ({
        ...{ id: index + 1, effect, from: START + from, until: START + from + length },
      }));
      const overlap = { policy: "allow" as const, limit: 1000 };
      const id = await bench.add({ schedules: rules, calendarId: 1, onDayOff, missed, overlap });
      const created = bench.clock.now();
      await bench.start();
      let revision = 0;
      const calendars = [bench.calendars.get(1)!];
      for (const action of actions) {
        await perform(bench, action, ++revision);
        if (action.kind === "calendar") calendars.push(bench.calendars.get(1)!);
      }
      await bench.advance(SECOND);
      await bench.advance(SECOND);
      const task = await bench.task(id);
      const timetables = calendars.map((days): Timetable => ({
        rules: rules.map((rule) => withWorkingDays(rule, bench)),
        zone,
        ...onDayOff !== "run" && { calendar: { days, onDayOff } },
      }));
      check(await bench.rows(id), timetables, { created, cursor: task.cursor_at });
    }),
    { numRuns: byLength(60, 600), examples: found.map((one): [Scene] => [one]) },
  );
});

function withWorkingDays(text: string, bench: PlannerScene) {
  const rule = parseCron(text);
  const isWorkingDay = (day: number) => bench.calendars.get(1)!.dayOf(day).kind === "working";
  return rule.kind === "workday" ? { ...rule, isWorkingDay } : rule;
}

async function perform(bench: PlannerScene, action: Action, revision: number): Promise<void> {
  switch (action.kind) {
    case "sleep":
      return await bench.advance(action.ms);
    case "punctual":
      return await bench.goTo(bench.clock.now() + action.ms);
    case "restart":
      return await bench.restart(action.ms);
    case "clock":
      return await bench.setWall(bench.clock.now() + action.ms);
    case "ends":
      return await bench.endAll();
    case "calendar": {
      await bench.advance(SECOND);
      const previous = bench.calendars.get(1)!;
      bench.calendars.set(1, calendarOf(action.days, revision));
      const change = {
        ...{ now: bench.clock.now(), zone: bench.zone, previous },
        findCalendar: (id: number) => bench.calendars.get(id) ?? null,
        openNodes: { listOpenNodes: () => Promise.resolve(null) },
      };
      const ids = await listStale(bench.db, change.findCalendar);
      const replanned = await bench.db.transaction().execute((tx) => replanByCalendar(tx, ids, change));
      for (const { id, nextDueAt } of replanned) bench.planner.watch({ column: "task_id", id }, nextDueAt);
      return await bench.advance(0);
    }
  }
}

function check(
  rows: readonly RunRow[],
  timetables: readonly Timetable[],
  { created, cursor }: { created: number; cursor: number },
): void {
  const timetable = timetables.at(-1)!;
  const nominals = rows.flatMap((row) => {
    if (row.nominal_at !== null) return [row.nominal_at];
    if (row.due_count === 1) return [row.due_at!];
    // What a rule of working days says may have changed since.
    const span = { after: row.due_at! - 1, until: row.due_through! };
    const covered = slotsIn(timetable.rules, timetable.zone, span);
    if (!timetable.rules.some(({ kind }) => kind === "workday")) assert.equal(covered.length, row.due_count);
    return covered;
  });
  const twice = nominals.filter((one, index) => nominals.indexOf(one) !== index).map(shortTime);
  assert.deepEqual(twice, [], "nominal times decided twice");
  const runs = rows.filter(({ state }) => state !== "skipped").map(({ due_at }) => due_at);
  assert.equal(new Set(runs).size, runs.length, "due times with two runs");
  // A calendar changes what these rules say, also of days that are over.
  if (timetable.rules.some(({ kind }) => kind === "workday")) return;
  const decided = new Set(nominals);
  const lost = slotsIn(timetable.rules, timetable.zone, { after: created, until: cursor }).filter(
    (nominal) => {
      // What a calendar moved to a time before the task existed was not due, and a later one does not change that.
      const isBefore = timetables.some((one) => occurrenceOf(one, nominal).at <= created);
      return !isBefore && occurrenceOf(timetable, nominal).at <= cursor && !decided.has(nominal);
    },
  ).map(shortTime);
  assert.deepEqual(lost, [], "nominal times not decided");
}
