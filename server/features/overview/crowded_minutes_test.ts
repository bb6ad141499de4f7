import assert from "node:assert/strict";
import fc from "fast-check";
import { timetableOf } from "../../engine/timetable.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { findCrowdedMinutes, type MovableTask } from "./crowded_minutes.ts";

const SLOTS = 4;
const clock = new TestClock("2026-03-04T05:20:30.000Z");
const options = {
  clock,
  zone: () => "UTC",
  timetable: ({ id, schedules_json, time_zone }: MovableTask) =>
    timetableOf(JSON.parse(schedules_json), time_zone ?? "UTC", id),
};

function find(tasks: readonly MovableTask[]) {
  return findCrowdedMinutes(tasks, SLOTS, options);
}

function task(id: number, rule: string | string[], columns: Partial<MovableTask> = {}): MovableTask {
  return {
    id,
    name: `Task ${id}`,
    schedules_json: JSON.stringify([rule].flat()),
    time_zone: null,
    ...{ calendar_id: null, on_day_off: "run", valid_from: null, valid_until: null, after_due_at: null },
    last_duration_ms: 60_000,
    random_delay_ms: 0,
    subscription_id: null,
    ...columns,
  };
}

function several(count: number, rule: string | string[], columns: Partial<MovableTask> = {}): MovableTask[] {
  return Array.from({ length: count }, (_, index) => task(index + 1, rule, columns));
}

Deno.test("crowded minutes: more long runs than slots at once", async () => {
  const { slots, minutes, most } = await find(several(5, "0 7 * * *"));
  assert.equal(slots, SLOTS);
  assert.deepEqual(minutes, [{ at: "2026-03-04T07:00:00.000Z", runs: 5 }]);
  assert.equal(most.before, 5);
});

Deno.test("crowded minutes: none when each run gets a slot soon", async () => {
  for (
    const tasks of [
      several(4, "0 7 * * *"),
      several(40, "0 7 * * *", { last_duration_ms: 1_000 }),
      several(40, "0 7 * * *", { last_duration_ms: null }),
      several(40, "0 7 * * *", { random_delay_ms: 600_000 }),
      several(40, "0 7 5 3 *"), // tomorrow, after the 24 hours
      [
        ...several(2, "0 7 * * *", { last_duration_ms: 3_600_000 }),
        ...several(6, "0 7 * * *", { last_duration_ms: 1 }),
      ],
    ]
  ) assert.deepEqual((await find(tasks)).minutes, []);
});

Deno.test("crowded minutes: moves runs to free minutes nearby", async () => {
  const { changes, most } = await find(several(6, "0 7 * * *"));
  assert.deepEqual(changes, [
    { taskId: 1, name: "Task 1", before: ["0 7 * * *"], after: ["1 7 * * *"] },
    { taskId: 2, name: "Task 2", before: ["0 7 * * *"], after: ["2 7 * * *"] },
  ]);
  assert.deepEqual(most, { before: 6, after: 4 });
});

Deno.test("crowded minutes: keeps hour, days and the form of a rule", async () => {
  const moved = async (rule: string) => (await find(several(5, rule))).changes[0]?.after;
  assert.deepEqual(await moved("59 7 * * 1-5"), ["58 7 * * 1-5"]);
  assert.deepEqual(await moved("30 0 7 4 MAR *"), ["30 1 7 4 MAR *"]);
  assert.deepEqual(await moved("@daily"), ["1 0 * * *"]);
  assert.deepEqual(await moved("*/20 * * * *"), ["1-59/20 * * * *"]);
  assert.deepEqual(await moved("0  */2\t* * *"), ["1 */2 * * *"]);
});

Deno.test("crowded minutes: suggests nothing for rules that it cannot move safely", async () => {
  const unsuggested = [
    several(9, ["0 7 * * *", "0 9 * * *"]),
    several(9, "0,30 7 * * *"),
    several(9, "*/7 7 * * *"),
    several(9, "* 7 * * *"),
    several(9, "@every 1h"),
    several(9, "0 7 * * *", { subscription_id: 3 }),
  ];
  for (const tasks of unsuggested) {
    const { minutes, changes, most } = await find(tasks);
    assert.ok(minutes.length > 0);
    assert.deepEqual(changes, []);
    assert.equal(most.before, most.after);
  }
});

Deno.test("crowded minutes: changes never make the most crowded minute worse, and are due as often", async () => {
  const rule = fc.oneof(
    fc.tuple(fc.integer({ min: 0, max: 59 }), fc.constantFrom("*", "3", "*/2", "1-5")).map(([minute, hour]) =>
      `${minute} ${hour} * * *`
    ),
    fc.constantFrom("*/5 * * * *", "*/30 * * * *", "@hourly", "0 3 * * *", "0 0 * * *"),
  );
  const tasks = fc.array(fc.tuple(rule, fc.integer({ min: 0, max: 120_000 })), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(tasks, async (drawn) => {
      const all = drawn.map(([rule, last_duration_ms], index) => task(index, rule, { last_duration_ms }));
      const { changes, most, minutes } = await find(all);
      assert.ok(most.after <= most.before);
      const changed = new Map(changes.map(({ taskId, after }) => [taskId, after]));
      const next = await find(
        all.map((one) => ({
          ...one,
          schedules_json: JSON.stringify(changed.get(one.id) ?? JSON.parse(one.schedules_json)),
        })),
      );
      assert.equal(next.most.before, most.after);
      assert.ok(next.minutes.length <= minutes.length);
    }),
    { numRuns: 40 },
  );
});
