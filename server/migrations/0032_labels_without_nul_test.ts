import assert from "node:assert/strict";
import type { Kysely } from "kysely";
import { PlannerScene } from "../../tests/support/planner_scene.ts";
import { up } from "./0032_labels_without_nul.ts";

const rows: [stored: string, after: string][] = [
  [JSON.stringify(["a\0b", "c"]), JSON.stringify(["ab", "c"])],
  [JSON.stringify(["a\0", "a", "\0"]), JSON.stringify(["a"])],
  [JSON.stringify(["\\u0000"]), JSON.stringify(["\\u0000"])],
  ["[broken u0000", "[broken u0000"],
];

Deno.test("migration 0032: labels have no NUL, others stay as they are", async () => {
  await using scene = await PlannerScene.open({ now: "2027-01-04T12:00:00Z" });
  for (const [stored, after] of rows) {
    const id = await scene.add({ schedules: ["0 0 * * *"] });
    await scene.db.updateTable("task").set({ labels_json: stored }).where("id", "=", id).execute();
    await up(scene.db as unknown as Kysely<unknown>); // with whatever tables it has
    assert.equal((await scene.task(id)).labels_json, after);
    await scene.db.updateTable("task").set({ labels_json: "[]" }).where("id", "=", id).execute();
  }
});
