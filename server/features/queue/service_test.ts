import assert from "node:assert/strict";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { insertOther } from "../../engine/ledger.ts";
import { QueueView } from "./service.ts";

Deno.test("queue: a run that is given its place while somebody looks is told once", async () => {
  const db = await freshDatabase();
  const clock = new TestClock();
  try {
    const wish = { kind: "subscription", name: "one", cause: "person", now: clock.now() } as const;
    const rest = { subjectJson: "{}", requestJson: null, scriptPath: null };
    const id = await db.transaction().execute((tx) => insertOther(tx, { ...wish, ...rest }));
    await db.updateTable("run").set({ kind: "task", task_id: null }).where("id", "=", id).execute();
    const state = new QueueView({ db, clock, limit: () => 1 }).state();
    // In line behind its first question.
    await db.updateTable("run").set({ state: "starting" }).where("id", "=", id).execute();
    const { live, waiting, waitingTotal } = await state;
    assert.deepEqual([...live.map((run) => run.id), ...waiting.map(({ run }) => run.id)], [id]);
    assert.equal(waitingTotal, waiting.length);
  } finally {
    await db.destroy();
  }
});
