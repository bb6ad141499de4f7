import assert from "node:assert/strict";
import { LedgerScene } from "../../tests/support/ledger_scene.ts";
import { taskSource } from "../features/tasks/task_source.ts";
import { enqueue, enqueueOnDemand } from "./enqueue.ts";
import type { Source } from "./source.ts";

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

const alone = { listOpenNodes: () => Promise.resolve(null) };
const held = { windowId: 7, until: 900, startAt: 900 };

Deno.test("enqueue: a window that holds the start of a list holds each of its runs", async () => {
  await using scene = await LedgerScene.open();
  const source: Source = {
    ...taskSource(await scene.addTask()),
    itemsOf: () =>
      Promise.resolve({
        runs: ["a", "b", "c"].map((value, index) => ({ item: { index, value }, requestJson: "{}" })),
      }),
  };
  const { queued } = await scene.inTransaction((tx) =>
    enqueue(tx, alone, { source, cause: "upstream", now: 9, held })
  );
  const rows = await Promise.all(queued.map((id) => scene.run(id)));
  assert.deepEqual(rows.map(({ start_after }) => start_after), [900, 900, 900]);
});

Deno.test("enqueue: what a flow run starts while another run is held is skipped in that flow run", async () => {
  await using scene = await LedgerScene.open();
  const source = taskSource(await scene.addTask());
  const start = (id: number) =>
    scene.inTransaction((tx) =>
      enqueue(tx, alone, { source, cause: "upstream", now: 9 + id, held, flow: { id, attempt: 1 } })
    );
  const [first] = (await start(1)).queued;
  const { queued, skipped } = await start(2);
  assert.deepEqual(queued, []);
  const { flow_run_id, skip_reason, cause, merged_into } = await scene.run(skipped[0]!);
  assert.deepEqual([flow_run_id, skip_reason, cause, merged_into], [2, "window", "upstream", first]);
});

Deno.test("enqueue: a list without values is skipped, so that nothing waits for it", async () => {
  await using scene = await LedgerScene.open();
  const source: Source = {
    ...taskSource(await scene.addTask()),
    itemsOf: () => Promise.resolve({ runs: [] }),
  };
  const { queued, skipped } = await scene.inTransaction((tx) =>
    enqueue(tx, alone, { source, cause: "upstream", now: 9, flow: { id: 1, attempt: 2 } })
  );
  const { skip_reason, detail, flow_run_id } = await scene.run(skipped[0]!);
  assert.deepEqual([queued, skip_reason, detail, flow_run_id], [[], "list", "list_empty", 1]);
});
