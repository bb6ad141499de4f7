import assert from "node:assert/strict";
import type { Kysely } from "kysely";
import { PlannerScene } from "../../tests/support/planner_scene.ts";
import { up } from "./0031_either_day.ts";

const rows: [stored: string, kept: string][] = [
  ["0 0 */2 * 1", "0 0 1-31/2 * 1"],
  ["0 0 1-7 * */7", "0 0 1-7 * 0-6/7"],
  ["30 0 0 ? * *,1", "30 0 0 ? * *,1"],
  ["30 0 0 */1 * MON#1", "30 0 0 1-31/1 * MON#1"],
  ["0 0 15 * *,1", "0 0 15 * 0-6,1"],
  ["0 0 */2 * +1", "0 0 */2 * +1"],
  ["0 0 */2 * *", "0 0 */2 * *"],
  ["*/5 * 15 * 1", "*/5 * 15 * 1"],
  ["@every 5m", "@every 5m"],
  ["not a rule", "not a rule"],
];

Deno.test("migration 0031: rules that were due on either day still are, others stay as they were typed", async () => {
  await using scene = await PlannerScene.open({ now: "2027-01-04T12:00:00Z" });
  const id = await scene.add({ schedules: ["0 0 * * *"] });
  const schedules = JSON.stringify(rows.map(([stored]) => stored));
  await scene.db.updateTable("task").set({ schedules_json: schedules }).where("id", "=", id).execute();
  await up(scene.db as unknown as Kysely<unknown>); // with whatever tables it has
  const { schedules_json } = await scene.task(id);
  assert.deepEqual(JSON.parse(schedules_json), rows.map(([, kept]) => kept));
});
