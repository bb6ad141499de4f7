import assert from "node:assert/strict";
import { LedgerScene } from "../../tests/support/ledger_scene.ts";
import { taskSource } from "../features/tasks/task_source.ts";
import { enqueue, enqueueOnDemand } from "./enqueue.ts";

const placements: [string, number[] | null, { targets: (number | null)[]; states: string[] }][] = [
  ["one run on a single machine", null, { targets: [null], states: ["queued"] }],
  ["one run for each open node", [3, 5], { targets: [3, 5], states: ["queued", "queued"] }],
  ["a skipped run when no node is open", [], { targets: [null], states: ["skipped"] }],
];

for (const [what, open, expected] of placements) {
  Deno.test(`enqueue: a source of all nodes gets ${what}`, async () => {
    await using scene = await LedgerScene.open();
    const task = await scene.addTask({ placement_pool: "gpu", placement_mode: "all" });
    const request = { source: taskSource(task), cause: "schedule" as const, now: 9 };
    const asked: (string | null)[] = [];
    const nodes = {
      listOpenNodes(_: unknown, pool: string | null) {
        asked.push(pool);
        return Promise.resolve(open);
      },
    };
    const { queued, skipped } = await scene.inTransaction((tx) => enqueue(tx, nodes, request));
    const rows = await Promise.all([...queued, ...skipped].map((id) => scene.run(id)));
    assert.deepEqual(rows.map(({ target_node }) => target_node), expected.targets);
    assert.deepEqual(rows.map(({ state }) => state), expected.states);
    assert.deepEqual(asked, ["gpu"]);
  });
}

Deno.test("enqueue: on demand, no run is added when no node is open", async () => {
  await using scene = await LedgerScene.open();
  const task = await scene.addTask({ placement_pool: null, placement_mode: "all" });
  const request = { source: taskSource(task), cause: "person" as const, now: 9 };
  const nodes = { listOpenNodes: () => Promise.resolve([]) };
  assert.equal(await scene.inTransaction((tx) => enqueueOnDemand(tx, nodes, request)), null);
});
