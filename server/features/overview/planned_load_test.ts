import assert from "node:assert/strict";
import { timetableOf } from "../../engine/timetable.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { PlannedLoad, type ScheduledTask } from "./planned_load.ts";

const MINUTE_MS = 60_000;

function scene() {
  const clock = new TestClock("2026-03-04T05:20:30.000Z");
  let counted = 0;
  let zone = "UTC";
  const options = {
    clock,
    zone: () => zone,
    timetable({ id, schedules_json, time_zone }: ScheduledTask) {
      counted++;
      return timetableOf(JSON.parse(schedules_json), time_zone ?? zone, id);
    },
  };
  const load = new PlannedLoad(options, 24);
  return { clock, load, counted: () => counted, move: (to: string) => void (zone = to) };
}

const unlimited = {
  ...{
    calendar_id: null,
    on_day_off: "run",
    valid_from: null,
    valid_until: null,
    after_due_at: null,
  } as const,
};

function task(id: number, rules: string[] | "manual", columns: Partial<ScheduledTask> = {}): ScheduledTask {
  return {
    id,
    schedules_json: JSON.stringify(rules),
    time_zone: null,
    last_duration_ms: null,
    ...unlimited,
    ...columns,
  };
}

Deno.test("planned load: counts due times by hour, starting with the rest of the current one", async () => {
  const { load } = scene();
  const hours = await load.next([
    task(1, ["*/10 * * * *"], { last_duration_ms: 1_000 }),
    task(2, ["0 7 * * *"], { last_duration_ms: 90_000 }),
    task(3, ["0 7 * * *"], { time_zone: "Asia/Shanghai" }),
    task(4, "manual"),
  ]);
  assert.equal(hours.length, 24);
  assert.deepEqual(hours[0], { runs: 3, loadMs: 3_000 }); // 5:30 to 5:50
  assert.deepEqual(hours[1], { runs: 6, loadMs: 6_000 });
  assert.deepEqual(hours[2], { runs: 7, loadMs: 96_000 });
  assert.deepEqual(hours[18], { runs: 7, loadMs: 6_000 }); // 23:00 UTC is 7:00 in Shanghai
});

Deno.test("planned load: counts each schedule once an hour, and the current hour again after a minute", async () => {
  const { clock, load, counted } = scene();
  const tasks = [task(1, ["0 * * * *"]), task(2, ["0 * * * *"]), task(3, ["*/5 * * * *"])];
  await load.next(tasks);
  await load.next(tasks);
  assert.equal(counted(), 2);
  clock.advance(11 * MINUTE_MS);
  const [rest] = await load.next(tasks);
  assert.equal(counted(), 4);
  assert.equal(rest?.runs, 5); // 5:35 to 5:55; 6:00 is in the next hour
  clock.advance(40 * MINUTE_MS);
  const [next] = await load.next(tasks);
  assert.equal(next?.runs, 9); // 6:15 to 6:55; the schedules of each hour are not due again
});

Deno.test("planned load: H depends on the task, so its schedules are counted one by one", async () => {
  const { load, counted } = scene();
  await load.next([task(1, ["H * * * *"]), task(2, ["H * * * *"])]);
  assert.equal(counted(), 2);
});

Deno.test("planned load: follows a change of the panel's time zone at once", async () => {
  const { load, move } = scene();
  const tasks = [task(1, ["0 7 * * *"])];
  assert.equal((await load.next(tasks))[2]?.runs, 1);
  move("Asia/Shanghai");
  const hours = await load.next(tasks);
  assert.deepEqual([hours[2]?.runs, hours[18]?.runs], [0, 1]);
});

Deno.test("planned load: tasks with the same schedule count the same together", async () => {
  const rule = ["0 7,9 * * *"];
  const single = [1, 2, 3].map((id) => task(id, rule, { last_duration_ms: id * 1_000 }));
  const together = [task(1, rule, { tasks: 3, last_duration_ms: 6_000 })];
  assert.deepEqual(await scene().load.next(together), await scene().load.next(single));
});
