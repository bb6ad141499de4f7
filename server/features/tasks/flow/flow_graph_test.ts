import assert from "node:assert/strict";
import { LedgerScene } from "../../../../tests/support/ledger_scene.ts";
import { readGraph } from "./flow_graph.ts";

Deno.test("flow graph: all tasks that start because of one are in it, however many", async () => {
  await using scene = await LedgerScene.open();
  const ids: number[] = [];
  for (let index = 0; index < 1_010; index++) ids.push((await scene.addTask()).id);
  assert.ok(ids.length > 1_000);
  await scene.inTransaction(async (tx) => {
    const [first, ...others] = ids;
    await tx.updateTable("task").set({ upstream_json: "{}", schedules_json: '"manual"' })
      .where("id", "in", others).execute();
    await tx.insertInto("task_link").values(others.map((task_id) => ({ task_id, upstream_id: first! })))
      .execute();
    assert.equal((await readGraph(tx, first!)).length, ids.length);
  });
});
