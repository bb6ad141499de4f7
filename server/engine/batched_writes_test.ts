import assert from "node:assert/strict";
import { LedgerScene } from "../../tests/support/ledger_scene.ts";
import { BatchedWrites } from "./batched_writes.ts";
import { ChangeScope, currentAuthor } from "./change_scope.ts";
import { taskSource } from "../features/tasks/task_source.ts";
import { insertQueued } from "./ledger.ts";
import type { Tx } from "./store.ts";

Deno.test("batched writes: each caller gets its own value, and every write is stored", async () => {
  await using scene = await LedgerScene.open();
  const task = await scene.addTask();
  const writes = new BatchedWrites(scene.db);
  const ids = await Promise.all(
    [...Array(250)].map(() =>
      writes.commit((tx) => insertQueued(tx, { source: taskSource(task), cause: "person", now: 0 }))
    ),
  );
  assert.deepEqual(ids, [...Array(250).keys()].map((n) => n + 1));
  assert.equal((await scene.db.selectFrom("run").select("id").execute()).length, 250);
});

Deno.test("batched writes: each write has the author who requested it, also when it shares a commit", async () => {
  await using scene = await LedgerScene.open();
  const task = await scene.addTask();
  const writes = new BatchedWrites(scene.db);
  const start = () =>
    writes.commit(async (tx) => {
      await insertQueued(tx, { source: taskSource(task), cause: "person", now: 0 });
      return currentAuthor().name;
    });
  const as = (name: string) => new ChangeScope({ kind: "person", id: 1, name }).run(start);
  assert.deepEqual(await Promise.all([as("mira"), start(), as("ada")]), ["mira", null, "ada"]);
  const runs = await scene.db.selectFrom("run").select("requested_by").orderBy("id").execute();
  assert.deepEqual(runs.map((run) => run.requested_by), ["mira", null, "ada"]);
});

Deno.test("batched writes: the last step sees what all writes have written that share the commit", async () => {
  await using scene = await LedgerScene.open();
  const task = await scene.addTask();
  const writes = new BatchedWrites(scene.db);
  const add = (statements: number) =>
    writes.commitInTwo(async (tx) => {
      for (let n = 0; n < statements; n++) await tx.selectFrom("task").select("id").execute();
      return await insertQueued(tx, { source: taskSource(task), cause: "person", now: 0 });
    }, async (tx, id) => ({ id, all: (await tx.selectFrom("run").select("id").execute()).length }));
  const found = await Promise.all([add(0), add(5), add(2)]);
  assert.deepEqual(found.map(({ all }) => all), [3, 3, 3]);
  assert.equal(new Set(found.map(({ id }) => id)).size, 3);
});

Deno.test("batched writes: a failing write is rejected alone, the others are stored once", async () => {
  await using scene = await LedgerScene.open();
  const task = await scene.addTask();
  const writes = new BatchedWrites(scene.db);
  const outcomes = await Promise.allSettled([...Array(10).keys()].map((n) =>
    writes.commit(async (tx) => {
      await insertQueued(tx, { source: taskSource(task), cause: "schedule", now: 0, dueAt: n });
      if (n === 4) throw new Error("no");
      return n;
    })
  ));
  assert.deepEqual(outcomes.map((outcome) => outcome.status === "fulfilled" ? outcome.value : "no"), [
    0,
    1,
    2,
    3,
    "no",
    5,
    6,
    7,
    8,
    9,
  ]);
  const rows = await scene.db.selectFrom("run").select("due_at").orderBy("due_at").execute();
  assert.deepEqual(rows.map(({ due_at }) => due_at), [0, 1, 2, 3, 5, 6, 7, 8, 9]);
  assert.equal(await writes.commit(() => Promise.resolve("later")), "later");
});

Deno.test("batched writes: one that can wait shares the next commit, and otherwise has its own soon", async () => {
  await using scene = await LedgerScene.open();
  const writes = new BatchedWrites(scene.db);
  const transaction = (tx: Tx) => Promise.resolve(tx);
  const [first, second, third] = await Promise.all([
    writes.commitSoon(transaction),
    writes.commit(transaction),
    writes.commitSoon(transaction),
  ]);
  assert.ok(first === second && second === third, "all in one transaction");
  assert.notEqual(await writes.commitSoon(transaction), first);
});

Deno.test("batched writes: those of one turn run one after the other, in one commit", async () => {
  await using scene = await LedgerScene.open();
  const writes = new BatchedWrites(scene.db);
  const running = new Set<string>();
  const seen: string[] = [];
  const write = (turn: string) => async (tx: Tx) => {
    seen.push(running.has(turn) ? `${turn} beside another` : turn);
    running.add(turn);
    await tx.selectFrom("setting").selectAll().execute();
    running.delete(turn);
    return tx;
  };
  const transactions = await Promise.all(
    ["a", "b", "a", "b"].map((turn) => writes.commit(write(turn), turn)),
  );
  assert.equal(new Set(transactions).size, 1);
  assert.deepEqual(seen.toSorted(), ["a", "a", "b", "b"]);
});
