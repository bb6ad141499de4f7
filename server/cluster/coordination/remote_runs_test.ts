import assert from "node:assert/strict";
import { delayNextRead } from "../../../tests/support/delay_reads.ts";
import { FakeLocalRuns, unstarted } from "../../../tests/support/fake_local_runs.ts";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { addNode } from "../../../tests/support/node_rows.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { until } from "../../../tests/support/until.ts";
import type { Chosen } from "../../engine/distribution.ts";
import { end, insertQueued, lose, requeue } from "../../engine/ledger.ts";
import type { PreparedRun } from "../../engine/run_type.ts";
import type { Database, RunRow } from "../../engine/store.ts";
import { RemoteRuns } from "./remote_runs.ts";
import type { RunOrder } from "./run_orders.ts";

interface Scene {
  clock: TestClock;
  db: Database;
  node: number;
  remote: RemoteRuns;
  local: FakeLocalRuns;
  sent: (RunOrder & { nodeId: number })[];
  /** Events and requests to stop. */
  reported: string[];
  /** Makes every claim fail from now on: another panel decides. */
  loseLead(): void;
  choose(prepared?: Partial<PreparedRun>): Promise<Chosen>;
  row(id: number): Promise<RunRow>;
  afterNextRead(action: () => Promise<void>): void;
}

async function withScene(test: (scene: Scene) => Promise<void>): Promise<void> {
  await using db = await freshDatabase();
  const node = await addNode(db, "a");
  await using local = new FakeLocalRuns({ db, bootId: "b" });
  const sent: Scene["sent"] = [];
  const reported: string[] = [];
  let leads = true;
  const { delayed, afterNextRead } = delayNextRead(db);
  const clock = new TestClock();
  const remote = new RemoteRuns({
    ...{ db: delayed, clock, local },
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    publisher: { publish: (type: string, id: number) => void reported.push(`${type} ${id}`) } as never,
    orders: {
      send: (_: unknown, nodeId: number, orders: readonly RunOrder[]) =>
        Promise.resolve(void sent.push(...orders.map((order) => ({ ...order, nodeId })))),
    } as never,
    files: { current: () => Promise.resolve("{}") } as never,
    sealer: { seal: (text: string) => `sealed ${text}` } as never,
    confirmDeciding: () => leads ? Promise.resolve() : Promise.reject(new Error("another panel plans now")),
    notifyStop: () => void reported.push("stop"),
  });
  const row = (id: number) => db.selectFrom("run").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  await test({
    ...{ clock, db, node, remote, local, sent, reported, row, afterNextRead },
    loseLead: () => void (leads = false),
    async choose(changes = {}) {
      const id = await db.transaction().execute((tx) =>
        insertQueued(tx, { source: { kind: "task", name: "t" }, cause: "person", now: 0 })
      );
      return { run: { ...await row(id!), node_id: node }, prepared: { ...unstarted, ...changes } };
    },
  });
}

async function hasResolved(promise: Promise<void>): Promise<boolean> {
  let resolved = false;
  void promise.then(() => resolved = true);
  await new Promise((resolve) => setTimeout(resolve, 30));
  return resolved;
}

Deno.test("remote runs: a claim assigns what is still queued, with an order for its node and epoch", () =>
  withScene(async ({ db, node, remote, sent, choose, row }) => {
    const variables = () => Promise.resolve({ values: { A: "1" }, secrets: [], unreadable: [] });
    const [one, two, gone] = [await choose({ variables }), await choose(), await choose()];
    await db.updateTable("run").set({ state: "skipped", finished_at: 1 }).where("id", "=", gone.run.id)
      .execute();
    assert.deepEqual(await remote.claim([one, two, gone]), [one.run.id, two.run.id]);
    assert.deepEqual(sent, [one, two].map(({ run }) => ({ runId: run.id, epoch: 0, nodeId: node })));
    const { state, node_id, boot_id } = await row(one.run.id);
    assert.deepEqual([state, node_id, boot_id], ["starting", node, null], "its node has not taken it");
    const orders = await db.selectFrom("run_order").selectAll().orderBy("run_id").execute();
    assert.deepEqual(orders.map(({ run_id, variables_sealed: sealed }) => [run_id, sealed !== null]), [
      [one.run.id, true],
      [two.run.id, false],
    ]);
    assert.match(orders[0]!.variables_sealed!, new RegExp(`"runId":${one.run.id}`), "sealed for this run");
  }));

Deno.test("remote runs: a run that is claimed again has a new order of its new epoch", () =>
  withScene(async ({ db, remote, sent, choose, row }) => {
    const chosen = await choose();
    await remote.claim([chosen]);
    const claimed = await row(chosen.run.id);
    await db.transaction().execute((tx) => requeue(tx, claimed));
    const again = { ...chosen, run: { ...await row(chosen.run.id), node_id: chosen.run.node_id } };
    assert.deepEqual(await remote.claim([again]), [chosen.run.id]);
    assert.deepEqual(sent.map(({ epoch }) => epoch), [0, 1]);
    assert.equal((await db.selectFrom("run_order").select("run_id").execute()).length, 1);
  }));

Deno.test("remote runs: a panel that no longer decides claims nothing and sends nothing", () =>
  withScene(async ({ db, remote, sent, loseLead, choose, row }) => {
    const chosen = await choose();
    loseLead();
    await assert.rejects(remote.claim([chosen]), /another panel/);
    assert.equal((await row(chosen.run.id)).state, "queued");
    assert.deepEqual(sent, []);
    assert.deepEqual(await db.selectFrom("run_order").selectAll().execute(), []);
  }));

Deno.test("remote runs: without its variables, a run is assigned all the same", () =>
  withScene(async ({ db, remote, choose }) => {
    const chosen = await choose({ variables: () => Promise.reject(new Error("no key")) });
    assert.deepEqual(await remote.claim([chosen]), [chosen.run.id]);
    const order = await db.selectFrom("run_order").selectAll().executeTakeFirstOrThrow();
    assert.equal(order.variables_sealed, null);
  }));

Deno.test("remote runs: a stop is noted for the node that has the run, once, and what is not live is left", () =>
  withScene(async ({ remote, local, reported, choose, row }) => {
    const [elsewhere, here, queued] = [await choose(), await choose(), await choose()];
    await remote.claim([elsewhere, here]);
    local.start(await row(here.run.id), here.prepared);
    await until("it to run", async () => (await row(here.run.id)).state === "running", 1);
    const ids = [elsewhere, here, queued].map(({ run }) => run.id);
    assert.deepEqual(await remote.stop(ids, "stopped"), [here.run.id, elsewhere.run.id]);
    assert.deepEqual(local.stopped, [[here.run.id, "stopped"]]);
    assert.deepEqual(reported, ["stop", `run:stop_requested ${elsewhere.run.id}`]);
    assert.equal((await row(elsewhere.run.id)).stop_outcome, "stopped");
    assert.deepEqual(await remote.stop([elsewhere.run.id], "timed_out"), [elsewhere.run.id]);
    assert.equal((await row(elsewhere.run.id)).stop_outcome, "stopped", "the first reason wins");
    assert.equal(reported.filter((one) => one.startsWith("run:stop_requested")).length, 1);
    assert.deepEqual(await remote.stop([queued.run.id], "stopped"), []);
  }));

Deno.test("remote runs: a wait for a run ends when it ends, is lost or is given back", () =>
  withScene(async ({ clock, db, remote, choose, row }) => {
    const all = [await choose(), await choose(), await choose()];
    await remote.claim(all);
    const [ended, lost, back] = await Promise.all(all.map(({ run }) => row(run.id))) as [
      RunRow,
      RunRow,
      RunRow,
    ];
    const waits = [ended, lost, back].map(({ id }) => remote.ended(id));
    assert.equal(await hasResolved(Promise.any(waits)), false);
    await db.transaction().execute(async (tx) => {
      const ending = {
        state: "failed",
        exitCode: 1,
        signal: null,
        finishedAt: 3,
        durationMs: 1,
        detail: null,
      };
      await end(tx, ended, ending as never);
      await lose(tx, lost, 5);
      await requeue(tx, back);
    });
    await remote.check();
    await Promise.all(waits);
    const late = remote.ended(ended.id);
    clock.advance(50);
    await late;
    const others = [remote.ended(4), remote.ended(4), remote.ended(5)] as const;
    remote.finished(4);
    await Promise.all(others.slice(0, 2));
    assert.equal(await hasResolved(others[2]), false);
  }));

Deno.test("remote runs: a run that is assigned anew while the ledger is read is waited for", () =>
  withScene(async ({ db, remote, choose, row, afterNextRead }) => {
    const chosen = await choose();
    await remote.claim([chosen]);
    const first = remote.ended(chosen.run.id);
    const claimed = await row(chosen.run.id);
    await db.transaction().execute((tx) => requeue(tx, claimed));
    let second: Promise<void> | undefined;
    afterNextRead(async () => {
      const again = { ...chosen, run: { ...await row(chosen.run.id), node_id: chosen.run.node_id } };
      await remote.claim([again]);
      second = remote.ended(chosen.run.id);
    });
    await remote.check();
    await first;
    assert.equal(await hasResolved(second!), false);
  }));
