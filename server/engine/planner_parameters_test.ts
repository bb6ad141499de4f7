// Which values of parameters the runs of a schedule get: those of the rules that they are due by.
import assert from "node:assert/strict";
import type { Parameter } from "../contract/parameters.ts";
import type { TaskSchedules } from "../contract/tasks.ts";
import { readRunParameters } from "../features/runs/run_parameters.ts";
import { PlannerScene, shortTime } from "../../tests/support/planner_scene.ts";
import { testCalendar } from "../../tests/support/test_calendar.ts";

const HOUR = 3_600_000;
const at = (text: string) => Date.parse(`2026-${text}:00.000Z`);

const none = { required: false, pattern: null, min: null, max: null, choices: null };
const parameters: Parameter[] = [
  { ...none, name: "full", type: "switch", default: false },
  { ...none, name: "target", type: "text", default: null },
];

// 2026-03-02 is a Monday.
const schedules: TaskSchedules = [
  "0 6 * * *",
  { rule: "0 6 * * 1", parameters: { full: true } },
  { rule: "0 9 * * *", parameters: { target: "nine" } },
];

/** Formats the runs that are not skipped with their values. */
async function runs(scene: PlannerScene, id: number): Promise<string[]> {
  return (await scene.rows(id)).filter(({ state, merged_into, skip_reason }) =>
    state !== "skipped" || (merged_into === null && skip_reason !== "missed")
  ).map(({ due_at, request_json }) => {
    const values = Object.entries(readRunParameters(request_json) ?? {});
    return [shortTime(due_at), ...values.map(([name, value]) => `${name}=${value}`)].join(" ");
  });
}

Deno.test("planner with parameters: a run gets the values of its rules, and defaults for the others", async () => {
  await using scene = await PlannerScene.open({ now: "2026-03-01T12:00:00Z" });
  const id = await scene.add({ schedules, parameters, overlap: { policy: "allow" } });
  await scene.start();
  await scene.goTo(at("03-03T10:00"));
  assert.deepEqual(await runs(scene, id), [
    "03-02T06:00 full=true",
    "03-02T09:00 full=false target=nine",
    "03-03T06:00 full=false",
    "03-03T09:00 full=false target=nine",
  ]);
});

Deno.test("planner with parameters: a run that catches up has the values of its own due time", async () => {
  await using scene = await PlannerScene.open({ now: "2026-03-01T12:00:00Z" });
  const missed = { policy: "all", limit: 10, deadlineMs: 10 * 24 * HOUR } as const;
  const id = await scene.add({ schedules, parameters, missed });
  await scene.start();
  await scene.restart(26 * HOUR);
  assert.deepEqual(await runs(scene, id), ["03-02T06:00 full=true", "03-02T09:00 full=false target=nine"]);
});

Deno.test("planner with parameters: one run for what a window held has the values of all its rules", async () => {
  await using scene = await PlannerScene.open({ now: "2026-03-01T12:00:00Z" });
  scene.windows = [{ id: 7, effect: "hold", from: at("03-02T05:00"), until: at("03-02T10:00") }];
  const id = await scene.add({ schedules, parameters });
  await scene.start();
  await scene.goTo(at("03-02T11:00"));
  assert.deepEqual(await runs(scene, id), ["03-02T06:00 full=true target=nine"]);
});

Deno.test("planner with parameters: the run soon after a window has the values of what was held, too", async () => {
  await using scene = await PlannerScene.open({ now: "2026-03-01T12:00:00Z" });
  scene.windows = [{ id: 7, effect: "hold", from: at("03-02T05:00"), until: at("03-02T08:50") }];
  const id = await scene.add({ schedules, parameters });
  await scene.start();
  await scene.goTo(at("03-02T11:00"));
  assert.deepEqual(await runs(scene, id), ["03-02T09:00 full=true target=nine"]);
});

Deno.test("planner with parameters: due times that a calendar moves together have the values of all their rules", async () => {
  await using scene = await PlannerScene.open({ now: "2026-03-01T12:00:00Z" });
  scene.calendars.set(1, testCalendar({ off: ["2026-03-02"] }));
  const rules: TaskSchedules = [
    { rule: "0 6 * * 1", parameters: { full: true } },
    { rule: "0 6 * * 2", parameters: { target: "two" } },
  ];
  const id = await scene.add({ schedules: rules, parameters, calendarId: 1, onDayOff: "next" });
  await scene.start();
  await scene.goTo(at("03-03T07:00"));
  assert.deepEqual(await runs(scene, id), ["03-03T06:00 full=true target=two"]);
});

Deno.test("planner with parameters: only changed values apply from the next due time on, which stays", async () => {
  await using scene = await PlannerScene.open({ now: "2026-03-01T12:00:00Z" });
  const id = await scene.add({ schedules, parameters, overlap: { policy: "allow" } });
  await scene.start();
  await scene.goTo(at("03-02T09:00"));
  const { next_due_at } = await scene.task(id);
  const { parse } = await import("../contract/parsed.ts");
  const { taskPatch } = await import("../contract/tasks.ts");
  const changed: TaskSchedules = [
    { rule: "0 6 * * *", parameters: { target: "six" } },
    ...schedules.slice(1) as [],
  ];
  await scene.tasks.update(id, parse(taskPatch, { schedules: changed }), null);
  assert.equal((await scene.task(id)).next_due_at, next_due_at);
  await scene.goTo(at("03-03T06:00"));
  assert.deepEqual((await runs(scene, id)).at(-1), "03-03T06:00 full=false target=six");
});
