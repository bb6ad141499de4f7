// More than a year of a panel that sleeps, restarts and has its clock set forward and back: compares the ledger with a
// plain scan of the wall clock, which shares no code with the planner.
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseCron } from "../contract/cron/expression.ts";
import type { TaskInput } from "../contract/tasks.ts";
import { PlannerScene } from "../../tests/support/planner_scene.ts";
import { checkLedger, event, perform, type PlannerAction, short } from "../../tests/support/planner_story.ts";
import { WallClock } from "../../tests/support/scan_wall_clock.ts";
import { byLength, reportFigure } from "../../tests/support/suite_length.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LIVED_DAYS = 400;
/** Maximum deviation of the clock. */
const MARGIN_DAYS = 25;

// Includes daylight saving time of half an hour, clocks that change at midnight, and a zone without changes.
const zones = [
  "America/New_York",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Kathmandu",
];
const start = Date.UTC(2026, 0, 20, 5, 17, 30);

function field(min: number, max: number): fc.Arbitrary<string> {
  const value = fc.integer({ min, max });
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const step = fc.integer({ min: 1, max: max - min });
  return fc.oneof(
    { weight: 3, arbitrary: value.map(String) },
    { weight: 2, arbitrary: fc.constant("*") },
    range,
    step.map((by) => `*/${by}`),
    fc.tuple(range, step).map(([of, by]) => `${of}/${by}`),
    fc.array(value, { minLength: 2, maxLength: 3 }).map((all) => all.join()),
  );
}

const days = fc.oneof({ weight: 4, arbitrary: fc.constant("*") }, field(1, 31), fc.constantFrom("L", "15W"));
const months = fc.oneof({ weight: 4, arbitrary: fc.constant("*") }, field(1, 12));
const weekdays = fc.oneof(
  { weight: 4, arbitrary: fc.constant("*") },
  field(0, 6),
  fc.constantFrom("5L", "1#1"),
);
const anyTime = fc.tuple(field(0, 59), field(0, 23), days, months, weekdays).map((all) => all.join(" "));
// Hours in which the clocks of the zones above change.
const night = fc.tuple(field(0, 59), fc.constantFrom("0", "1", "2", "23", "1-3", "0,2", "*/2"))
  .map(([minute, hour]) => `${minute} ${hour} * * *`);
const every = fc.constantFrom("@every 7m", "@every 1h30m", "@every 25h", "@every 7d");
const rule = fc.oneof(anyTime, night, every).filter((source) => everFires(source));

function everFires(source: string): boolean {
  try {
    parseCron(source);
    return true;
  } catch {
    return false;
  }
}

const action: fc.Arbitrary<PlannerAction> = fc.oneof(
  event("sleep", 4, fc.oneof(short(1, 3 * HOUR), short(HOUR, 40 * DAY))),
  event("punctual", 1, short(1, 2 * HOUR)),
  event("restart", 4, fc.oneof(fc.constant(0), short(1, 2 * DAY), short(DAY, 60 * DAY))),
  event("set", 4, fc.oneof(short(-HOUR, HOUR), short(-4 * DAY, 4 * DAY), short(-20 * DAY, 20 * DAY))),
  event("corrected while down", 2, short(-20 * DAY, 20 * DAY)),
  event("ends", 2, fc.constant(0)),
  event("edit", 1, fc.constant(0)),
);

const missed: fc.Arbitrary<TaskInput["missed"]> = fc.constantFrom(
  null,
  { policy: "skip" as const },
  { policy: "last" as const },
  { policy: "all" as const, limit: 20 },
  { policy: "all" as const, deadlineMs: 3 * DAY, limit: 10 },
);
const overlap: fc.Arbitrary<TaskInput["overlap"]> = fc.constantFrom(
  { policy: "skip" as const },
  { policy: "queue" as const },
  { policy: "allow" as const, limit: 1000 },
);
const scene = fc.record({
  zone: fc.constantFrom(...zones),
  rules: fc.array(rule, { minLength: 1, maxLength: 2 }),
  missed,
  overlap,
  actions: fc.array(action, { minLength: 15, maxLength: 40 }),
});

// Lost a due time while the planner checked the clock half a second late.
const lateCheck = {
  "zone": "America/New_York",
  "rules": ["0 0 * * *"],
  "missed": null,
  "overlap": { "policy": "skip" },
  "actions": [
    { "kind": "sleep", "ms": 135658500 },
    { "kind": "set", "ms": -61110001 },
    { "kind": "sleep", "ms": 97200501 },
    { "kind": "restart", "ms": 1 },
    { "kind": "sleep", "ms": 3600000 },
    { "kind": "sleep", "ms": 1140350494 },
    { "kind": "set", "ms": 0 },
    { "kind": "ends", "ms": 0 },
    { "kind": "set", "ms": 756391807 },
    { "kind": "ends", "ms": 0 },
    { "kind": "restart", "ms": 0 },
    { "kind": "corrected while down", "ms": -118744632 },
    { "kind": "corrected while down", "ms": 195072519 },
    { "kind": "sleep", "ms": 2059078491 },
    { "kind": "set", "ms": 75509919 },
    { "kind": "sleep", "ms": 8084314 },
    { "kind": "sleep", "ms": 1518417994 },
    { "kind": "ends", "ms": 0 },
  ],
} as const;

// The planner and the scan disagreed: a weekday field that begins with `*` excludes nothing, a step or not.
const lastDays = { ...lateCheck, "rules": ["0 * L * */1"] };

const clocks = new Map<string, WallClock>();

/** Returns the due times of all rules, sorted and without duplicates. */
function scan(rules: readonly string[], zone: string): number[] {
  const clock = clocks.get(zone) ??
    new WallClock(zone, start - MARGIN_DAYS * DAY, LIVED_DAYS + 2 * MARGIN_DAYS);
  clocks.set(zone, clock);
  const all = rules.map((source) => parseCron(source)).flatMap((rule) =>
    rule.kind === "every" ? clock.scanEvery(rule.periodMs) : clock.scan(rule.source)
  );
  return [...new Set(all)].sort((a, b) => a - b);
}

/** Rejects actions that would move the clock beyond the scanned range. */
function isNear(one: PlannerAction, now: number): boolean {
  const max = start + LIVED_DAYS * DAY;
  const min = start - (MARGIN_DAYS - 4) * DAY;
  return now + one.ms > min && now + one.ms < max;
}

Deno.test("planner: over 400 days the ledger has each due time of the wall clock exactly once", async () => {
  let [tasks, dues] = [0, 0];
  await fc.assert(
    fc.asyncProperty(scene, async ({ zone, rules, missed, overlap, actions }) => {
      await using bench = await PlannerScene.open({ now: start, zone });
      const id = await bench.add({
        schedules: rules,
        ...(missed !== undefined && { missed }),
        ...(overlap && { overlap }),
      });
      await bench.start();
      for (const action of actions) if (isNear(action, bench.clock.now())) await perform(bench, id, action);
      // The remaining time, with a restart in it.
      await bench.advance(Math.max(0, start + 380 * DAY - bench.clock.now()));
      await bench.restart(DAY);
      await bench.advance(Math.max(0, start + LIVED_DAYS * DAY - bench.clock.now()));
      await bench.advance(1_000);
      const now = bench.clock.now();
      assert.ok(now - start >= LIVED_DAYS * DAY);
      const all = scan(rules, zone);
      checkLedger(await bench.rows(id), all, { created: start, now });
      tasks++;
      dues += all.length;
    }),
    // Limits how long a failure is shrunk, and the long form on a slow machine.
    {
      examples: [[lateCheck], [lastDays]] as never,
      numRuns: byLength(20, 150),
      interruptAfterTimeLimit: byLength(60_000, 600_000),
    },
  );
  reportFigure("400 days", `${tasks} tasks, ${dues} due times, each in the ledger exactly once`);
});
