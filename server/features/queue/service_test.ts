import assert from "node:assert/strict";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import type { RunKind, RunState } from "../../contract/runs.ts";
import { insertQueued } from "../../engine/ledger.ts";
import { QueueView } from "./service.ts";
import { createRunTypes } from "../../services/build_engine.ts";

const never = () => {
  throw new Error("this test starts nothing");
};
const nodes = { list: () => Promise.resolve({ items: [], isShared: false, pools: [] }) };
const runTypes = createRunTypes({
  tasks: never as never,
  pulls: { order: never, ready: () => Promise.resolve() },
  installers: { order: never },
});

Deno.test("queue: a run that gets its slot during a read is listed once", async () => {
  await using db = await freshDatabase();
  const clock = new TestClock();
  const source = { kind: "subscription", name: "one" } as const;
  const run = { source, cause: "person", now: clock.now(), subjectJson: "{}" } as const;
  const id = await db.transaction().execute((tx) => insertQueued(tx, run)) ?? 0;
  await db.updateTable("run").set({ kind: "task", task_id: null }).where("id", "=", id).execute();
  const state = new QueueView({ db, clock, runTypes, nodes, limit: () => 1 }).state();
  // Queued behind the first query of the transaction.
  await db.updateTable("run").set({ state: "starting" }).where("id", "=", id).execute();
  const { live, waiting, waitingTotal } = await state;
  assert.deepEqual([...live.map((run) => run.id), ...waiting.map(({ run }) => run.id)], [id]);
  assert.equal(waitingTotal, waiting.length);
});

Deno.test("queue: lists pulls and installations, which take no slot", async () => {
  await using db = await freshDatabase();
  const clock = new TestClock();
  const add = (kind: Exclude<RunKind, "task">, state: RunState) =>
    db.transaction().execute(async (tx) => {
      const source = { kind, name: kind };
      const run = { source, cause: "person", now: clock.now(), subjectJson: "{}" } as const;
      const id = await insertQueued(tx, run) ?? 0;
      await tx.updateTable("run").set({ state }).where("id", "=", id).execute();
      return id;
    });
  const running = [
    await add("subscription", "running"),
    await add("debug", "running"),
    await add("dependency", "running"),
  ];
  const waiting = await add("subscription", "queued");
  const state = await new QueueView({ db, clock, runTypes, nodes, limit: () => 4 }).state();
  assert.deepEqual(state.live.map(({ id }) => id), running);
  assert.deepEqual(state.waiting.map(({ run, reason }) => [run.id, reason]), [[waiting, "kind"]]);
  assert.deepEqual([state.slotsTaken, state.waitingTotal], [1, 1]);
});
