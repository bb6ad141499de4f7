import assert from "node:assert/strict";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import type { RunKind, RunState } from "../../contract/runs.ts";
import { insertOther } from "../../engine/ledger.ts";
import { QueueView } from "./service.ts";
import { runTypes } from "../../services/run_types.ts";

Deno.test("queue: a run that gets its slot during a read is listed once", async () => {
  const db = await freshDatabase();
  const clock = new TestClock();
  try {
    const request = { kind: "subscription", name: "one", cause: "person", now: clock.now() } as const;
    const rest = { subjectJson: "{}", requestJson: null, scriptPath: null };
    const id = await db.transaction().execute((tx) => insertOther(tx, { ...request, ...rest }));
    await db.updateTable("run").set({ kind: "task", task_id: null }).where("id", "=", id).execute();
    const state = new QueueView({ db, clock, runTypes, limit: () => 1 }).state();
    // Queued behind the first query of the transaction.
    await db.updateTable("run").set({ state: "starting" }).where("id", "=", id).execute();
    const { live, waiting, waitingTotal } = await state;
    assert.deepEqual([...live.map((run) => run.id), ...waiting.map(({ run }) => run.id)], [id]);
    assert.equal(waitingTotal, waiting.length);
  } finally {
    await db.destroy();
  }
});

Deno.test("queue: lists pulls and installations, which take no slot", async () => {
  const db = await freshDatabase();
  const clock = new TestClock();
  try {
    const rest = { subjectJson: "{}", requestJson: null, scriptPath: null, cause: "person" } as const;
    const add = (kind: Exclude<RunKind, "task">, state: RunState) =>
      db.transaction().execute(async (tx) => {
        const id = await insertOther(tx, { ...rest, kind, name: kind, now: clock.now() });
        await tx.updateTable("run").set({ state }).where("id", "=", id).execute();
        return id;
      });
    const running = [
      await add("subscription", "running"),
      await add("debug", "running"),
      await add("dependency", "running"),
    ];
    const waiting = await add("subscription", "queued");
    const state = await new QueueView({ db, clock, runTypes, limit: () => 4 }).state();
    assert.deepEqual(state.live.map(({ id }) => id), running);
    assert.deepEqual(state.waiting.map(({ run, reason }) => [run.id, reason]), [[waiting, "kind"]]);
    assert.deepEqual([state.slotsTaken, state.waitingTotal], [1, 1]);
  } finally {
    await db.destroy();
  }
});
