import assert from "node:assert/strict";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { addNode } from "../../../tests/support/node_rows.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import type { Database, RunRow } from "../../engine/store.ts";
import { Nodes } from "./nodes.ts";
import { RunWatch } from "./run_watch.ts";

interface Scene {
  db: Database;
  clock: TestClock;
  watch: RunWatch;
  lost: number[];
  released: number[];
  poll(seconds: number): Promise<void>;
  run(columns: Partial<RunRow>): Promise<number>;
  beat(node: number): Promise<void>;
}

async function withScene(test: (scene: Scene) => Promise<void>): Promise<void> {
  await using db = await freshDatabase();
  const clock = new TestClock();
  const [lost, released]: [number[], number[]] = [[], []];
  const watch = new RunWatch({
    ...{ db, clock, logger: { debug() {}, info() {}, warn() {}, error() {} } },
    lose: (id) => Promise.resolve(void lost.push(id)),
    released: (id) => void released.push(id),
  });
  const nodes = new Nodes(db, () => clock.now());
  await test({
    ...{ db, clock, watch, lost, released },
    async poll(seconds) {
      for (let n = 0; n < seconds; n++) {
        await clock.advance(1_000);
        await watch.check(await nodes.list());
      }
    },
    async run(columns) {
      const { id } = await db.insertInto("run").values({
        ...{ task_name: "t", cause: "person", state: "starting", kind: "task", due_count: 1, attempt: 1 },
        ...{ queued_at: 0, start_after: 0, queue_rank: 0, queue_order: 0 },
        ...columns,
      }).returning("id").executeTakeFirstOrThrow();
      return id;
    },
    async beat(node) {
      await db.updateTable("node").set({ last_seen_at: clock.now() }).where("id", "=", node).execute();
    },
  });
}

Deno.test("run watch: a run that its node does not take is queued again, for other nodes", () =>
  withScene(async ({ db, clock, watch, released, poll, run, beat }) => {
    const node = await addNode(db, "a", { last_seen_at: clock.now() });
    const id = await run({ node_id: node });
    await poll(4);
    assert.deepEqual(released, []);
    await poll(2);
    assert.deepEqual(released, [id]);
    const row = await db.selectFrom("run").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    assert.deepEqual([row.state, row.node_id, row.epoch], ["queued", null, 1]);
    const nodes = new Nodes(db, () => clock.now());
    assert.deepEqual(watch.withoutUnresponsive(await nodes.list()), []);
    await clock.advance(1);
    await beat(node);
    assert.equal(watch.withoutUnresponsive(await nodes.list()).length, 1, "it has been heard of since");
  }));

Deno.test("run watch: runs of a node that is silent for a minute are lost", () =>
  withScene(async ({ db, clock, lost, released, poll, run, beat }) => {
    const [silent, alive] = [
      await addNode(db, "a", { last_seen_at: clock.now() }),
      await addNode(db, "b", { last_seen_at: clock.now() }),
    ];
    const id = await run({ node_id: silent, boot_id: "b", state: "running" });
    await run({ node_id: alive, boot_id: "b", state: "running" });
    for (let n = 0; n < 6; n++) {
      await poll(10);
      await beat(alive);
    }
    assert.deepEqual(lost, []);
    await poll(2);
    assert.ok(lost.every((one) => one === silent) && lost.length > 0);
    assert.ok(released.every((one) => one === id));
  }));

Deno.test("run watch: after the database was away for all, every node may report first", () =>
  withScene(async ({ db, clock, lost, poll, run, beat }) => {
    const node = await addNode(db, "a", { last_seen_at: clock.now() });
    await run({ node_id: node, boot_id: "b", state: "running" });
    await poll(30);
    await clock.advance(120_000);
    await poll(10);
    assert.deepEqual(lost, []);
    await beat(node);
    await poll(30);
    assert.deepEqual(lost, []);
  }));
