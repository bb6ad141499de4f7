import assert from "node:assert/strict";
import { parse } from "../../contract/parsed.ts";
import { taskPatch, type TaskSchedules } from "../../contract/tasks.ts";
import { Bus } from "../../engine/bus.ts";
import type { Engine } from "../../engine/engine.ts";
import { PlannerScene } from "../../../tests/support/planner_scene.ts";
import { readTaskSchedules } from "./parameters/rule_values.ts";
import { TaskChanges } from "./task_changes.ts";
import { noCalendars } from "./task_timetable.ts";

Deno.test("task changes: a pull that changes a rule keeps its values, also of a task in the trash", async () => {
  await using scene = await PlannerScene.open({ now: "2026-03-01T12:00:00Z" });
  const none = { pattern: null, min: null, max: null, choices: null };
  const given = { target: "tape" };
  const task = {
    schedules: [{ rule: "0 6 * * *", parameters: given }] as TaskSchedules,
    parameters: [{ ...none, name: "target", type: "text" as const, required: true, default: null }],
  };
  const [id, trashed] = [await scene.add(task), await scene.add({ ...task, name: "other" })];
  const engine = {
    plan: () => {},
    clearOnCommit: () => Promise.resolve(() => Promise.resolve()),
  } as unknown as Engine;
  const bus = new Bus((error) => {
    throw error;
  });
  const options = { clock: scene.clock, bus, zone: () => "UTC", engine, findCalendar: noCalendars };
  const changes = new TaskChanges(options);
  const write = (change: Partial<Parameters<TaskChanges["write"]>[1]>) =>
    scene.db.transaction().execute((tx) => changes.write(tx, { add: [], change: [], remove: [], ...change }));
  await write({ remove: [trashed] });
  const patch = () => parse(taskPatch, { schedules: ["0 7 * * *"] });
  await write({
    change: [{ id, patch: patch() }, { id: trashed, patch: patch() }],
  });
  assert.deepEqual(readTaskSchedules(await scene.task(id)), [{ rule: "0 7 * * *", parameters: given }]);
  const { row_json } = await scene.db.selectFrom("trashed_task").selectAll().where("id", "=", trashed)
    .executeTakeFirstOrThrow() as unknown as { row_json: string };
  assert.deepEqual(readTaskSchedules(JSON.parse(row_json)), [{ rule: "0 7 * * *", parameters: given }]);
});
