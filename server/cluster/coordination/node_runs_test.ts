import assert from "node:assert/strict";
import { FakeLocalRuns, unstartedType } from "../../../tests/support/fake_local_runs.ts";
import { delayNextRead } from "../../../tests/support/delay_reads.ts";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { addNode } from "../../../tests/support/node_rows.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { until } from "../../../tests/support/until.ts";
import { claim, insertQueued, lose, requeue } from "../../engine/ledger.ts";
import { RunTypes } from "../../engine/run_type.ts";
import type { Database, RunRow } from "../../engine/store.ts";
import { NodeRuns } from "./node_runs.ts";

const BOOT = "boot";

interface Scene {
  db: Database;
  node: number;
  runs: NodeRuns;
  local: FakeLocalRuns;
  errors: string[];
  assign(): Promise<RunRow>;
  row(id: number): Promise<RunRow>;
  /** Does something between the next read of the node and what it does with it. */
  afterNextRead(action: () => Promise<void>): void;
}

const type = unstartedType();

async function withScene(test: (scene: Scene) => Promise<void>, prepare = type.prepare): Promise<void> {
  await using db = await freshDatabase();
  const node = await addNode(db, "a");
  await using local = new FakeLocalRuns({ db, bootId: BOOT });
  const errors: string[] = [];
  const one = { ...type, prepare };
  const { delayed, afterNextRead } = delayNextRead(db);
  const runs = new NodeRuns({
    ...{ db: delayed, clock: new TestClock(), local, nodeId: node, bootId: BOOT, sealer: null as never },
    logger: { debug() {}, info() {}, warn() {}, error: (message) => void errors.push(message) },
    runTypes: new RunTypes({ task: one, debug: one, dependency: one, subscription: one }),
    files: null as never,
  });
  await test({
    ...{ db, node, runs, local, errors, afterNextRead },
    async assign() {
      return await db.transaction().execute(async (tx) => {
        const id = await insertQueued(tx, { source: { kind: "task", name: "t" }, cause: "person", now: 0 });
        await claim(tx, [{ id: id!, log_path: null, node_id: node }], null);
        return await tx.selectFrom("run").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      });
    },
    row: (id) => db.selectFrom("run").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  });
}

function orderOf({ id, epoch }: RunRow) {
  return { runId: id, epoch };
}

Deno.test("node runs: an order that arrives twice starts its run once", () =>
  withScene(async ({ runs, local, assign, row }) => {
    const run = await assign();
    await runs.take([orderOf(run), orderOf(run)]);
    await Promise.all([runs.take([orderOf(run)]), runs.take([orderOf(run)])]);
    assert.deepEqual(local.started, [run.id]);
    await local.end(run.id);
    await runs.take([orderOf(run)]);
    assert.deepEqual(local.started, [run.id], "nor after its end");
    assert.equal((await row(run.id)).state, "succeeded");
  }));

Deno.test("node runs: an order of an old epoch, of another node or of a stopped run starts nothing", () =>
  withScene(async ({ db, runs, local, assign }) => {
    const [old, elsewhere, queued] = [await assign(), await assign(), await assign()];
    const inTransaction = db.transaction();
    await inTransaction.execute((tx) => requeue(tx, old));
    await inTransaction.execute((tx) => claim(tx, [{ ...old, log_path: null }], null));
    await db.updateTable("run").set({ node_id: await addNode(db, "b") }).where("id", "=", elsewhere.id)
      .execute();
    await inTransaction.execute((tx) => requeue(tx, queued));
    await runs.take([old, elsewhere, queued].map(orderOf));
    assert.deepEqual(local.started, []);
    await runs.take([{ runId: old.id, epoch: old.epoch + 1 }]);
    assert.deepEqual(local.started, [old.id]);
  }));

Deno.test("node runs: the outcome of an old epoch is rejected", () =>
  withScene(async ({ db, runs, local, assign, row }) => {
    const run = await assign();
    await runs.take([orderOf(run)]);
    await until("it to run", async () => (await row(run.id)).state === "running", 1);
    await db.transaction().execute((tx) => lose(tx, run, 5));
    assert.equal(await local.end(run.id), false);
    const { state, exit_code, epoch } = await row(run.id);
    assert.deepEqual([state, exit_code, epoch], ["lost", null, 1]);
  }));

Deno.test("node runs: what was taken away or is to be stopped is ended, the others continue", () =>
  withScene(async ({ db, runs, local, assign }) => {
    const [lost, removed, stopped, goesOn] = [await assign(), await assign(), await assign(), await assign()];
    await runs.take([lost, removed, stopped, goesOn].map(orderOf));
    await db.transaction().execute((tx) => lose(tx, lost, 5));
    await db.deleteFrom("run").where("id", "=", removed.id).execute();
    await db.updateTable("run").set({ stop_outcome: "timed_out" }).where("id", "=", stopped.id).execute();
    await runs.reconcile();
    assert.deepEqual(local.stopped, [[lost.id, "stopped"], [removed.id, "stopped"], [
      stopped.id,
      "timed_out",
    ]]);
    assert.deepEqual(local.live, [goesOn.id]);
  }));

Deno.test("node runs: a run that is taken while the ledger is read is not ended", () =>
  withScene(async ({ runs, local, assign, afterNextRead }) => {
    const [first, second] = [await assign(), await assign()];
    await runs.take([orderOf(first)]);
    afterNextRead(() => runs.take([orderOf(second)]));
    await runs.reconcile();
    assert.deepEqual(local.started, [first.id, second.id]);
    assert.deepEqual(local.stopped, []);
  }));

Deno.test("node runs: a run whose preparation failed after it was taken is settled at the second check", async () => {
  let isFailing = true;
  const prepare: typeof type.prepare = (db, rows) =>
    isFailing ? Promise.reject(new Error("away")) : type.prepare(db, rows);
  await withScene(async ({ runs, local, errors, assign, row }) => {
    const run = await assign();
    await runs.take([orderOf(run)]);
    assert.deepEqual([local.started, errors.length], [[], 1]);
    assert.equal((await row(run.id)).boot_id, BOOT, "no other panel assigns it anew");
    isFailing = false;
    await runs.settleUnfollowed();
    assert.deepEqual(local.recovered, [], "it may be under way");
    await runs.settleUnfollowed();
    assert.deepEqual(local.recovered, [run.id]);
    const { state, epoch, node_id, boot_id } = await row(run.id);
    assert.deepEqual([state, epoch, node_id, boot_id], ["queued", 1, null, null]);
    await runs.settleUnfollowed();
    assert.deepEqual(local.recovered, [run.id]);
  }, prepare);
});

Deno.test("node runs: what runs, is being taken, or belongs to others is not settled", async () => {
  const { promise: prepared, resolve: goOn } = Promise.withResolvers<void>();
  let isWaiting = false;
  const prepare: typeof type.prepare = async (db, rows) => {
    if (isWaiting) await prepared;
    return await type.prepare(db, rows);
  };
  await withScene(async ({ db, runs, local, assign, row }) => {
    const [running, untaken, otherBoot, beingTaken] = [
      await assign(),
      await assign(),
      await assign(),
      await assign(),
    ];
    await runs.take([orderOf(running)]);
    await db.updateTable("run").set({ boot_id: "another" }).where("id", "=", otherBoot.id).execute();
    isWaiting = true;
    const taking = runs.take([orderOf(beingTaken)]);
    await until("the claim", async () => (await row(beingTaken.id)).boot_id === BOOT, 1);
    for (let check = 0; check < 3; check++) await runs.settleUnfollowed();
    goOn();
    await taking;
    assert.deepEqual(local.recovered, []);
    assert.deepEqual(local.started, [running.id, beingTaken.id]);
    assert.equal((await row(untaken.id)).state, "starting");
  }, prepare);
});

Deno.test("node runs: a run that was stopped before it was taken is stopped at once", () =>
  withScene(async ({ db, runs, local, assign, row }) => {
    const run = await assign();
    await db.updateTable("run").set({ stop_outcome: "stopped", stop_requested_at: 1 })
      .where("id", "=", run.id).execute();
    await runs.take([orderOf(run)]);
    assert.deepEqual(local.stopped, [[run.id, "stopped"]]);
    await until("its end", async () => (await row(run.id)).state === "stopped" && local.live.length === 0, 1);
  }));
