// Whatever happens to the panel and the clock, the ledger has each due time exactly once.
import fc from "fast-check";
import { parseCron } from "../contract/cron/expression.ts";
import { countSlots, newestSlots } from "../contract/cron/slots.ts";
import type { TaskInput } from "../contract/tasks.ts";
import { checkLedger, event, perform, short } from "../../tests/support/planner_story.ts";
import { PlannerScene } from "../../tests/support/planner_scene.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const rule = fc.oneof(
  fc.constantFrom(
    "30 2 * * *",
    "15,45 1-2 * * *",
    "*/20 59 1 * * *",
    "0 0 * * *",
    "@every 7m",
    "@every 25h",
    "@hourly",
  ),
  fc.tuple(fc.constantFrom("0", "*/10", "7,39"), fc.constantFrom("*", "1-3", "*/6"))
    .map(([minute, hour]) => `${minute} ${hour} * * *`),
);

const action = fc.oneof(
  event("sleep", 4, fc.oneof(short(1, 3 * SECOND), short(1, 3 * MINUTE), short(1, 30 * HOUR))),
  event("punctual", 2, short(1, 4 * HOUR)),
  event("restart", 2, fc.constantFrom(0, 5 * MINUTE, 7 * HOUR, 3 * DAY)),
  event(
    "set",
    2,
    fc.oneof(
      short(-30, 30).map((seconds) => seconds * SECOND),
      short(-12, 12).map((hours) => hours * 20 * MINUTE),
      short(-3 * DAY, 3 * DAY),
    ),
  ),
  event("corrected while down", 1, short(-2 * DAY, 2 * DAY)),
  event("ends", 1, fc.constant(0)),
  event("edit", 1, fc.constant(0)),
);

const missed: fc.Arbitrary<TaskInput["missed"]> = fc.constantFrom(
  null,
  { policy: "skip" as const },
  { policy: "last" as const },
  { policy: "all" as const, limit: 3 },
  { policy: "all" as const, deadlineMs: 5 * HOUR },
);
const overlap: fc.Arbitrary<TaskInput["overlap"]> = fc.constantFrom(
  { policy: "skip" as const },
  { policy: "queue" as const },
  { policy: "replace" as const },
  { policy: "allow" as const, limit: 1000 },
);
const scene = fc.record({
  zone: fc.constantFrom("America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Shanghai"),
  now: fc.constantFrom(
    "2026-03-07T20:00:00Z",
    "2026-10-31T21:00:30Z",
    "2026-03-28T12:00:00.500Z",
    "2026-04-04T03:00:00Z",
  ),
  rules: fc.array(rule, { minLength: 1, maxLength: 2 }),
  missed,
  overlap,
  actions: fc.array(action, { minLength: 1, maxLength: 14 }),
});

Deno.test("planner: the ledger covers each due time exactly once across restarts and clock changes", async () => {
  await fc.assert(
    fc.asyncProperty(scene, async ({ zone, now, rules, missed, overlap, actions }) => {
      await using bench = await PlannerScene.open({ now: Date.parse(now), zone });
      const id = await bench.add({
        schedules: rules,
        ...(missed !== undefined && { missed }),
        ...(overlap && { overlap }),
      });
      const created = bench.clock.now();
      await bench.start();
      for (const action of actions) await perform(bench, id, action);
      await bench.advance(SECOND);
      const parsed = rules.map((source) => parseCron(source, { seed: id }));
      const rows = await bench.rows(id);
      const until = Math.max(bench.clock.now(), ...rows.map((row) => row.due_through ?? row.due_at!));
      const span = { after: Math.min(created, ...rows.map((row) => row.due_at! - 1)), until };
      const slots = newestSlots(parsed, zone, { ...span, count: countSlots(parsed, zone, span) });
      checkLedger(rows, slots, { created, now: bench.clock.now() });
    }),
    { numRuns: 80 },
  );
});
