import assert from "node:assert/strict";
import { LedgerScene } from "../../../tests/support/ledger_scene.ts";
import { TestEngine } from "../../../tests/support/test_engine.ts";
import { RunsInTrash } from "./runs_in_trash.ts";
import { byUser, moveToTrash } from "./trash_store.ts";

Deno.test("trash: a start ends the runs of tasks that were deleted before the panel ended", async () => {
  await using engine = await TestEngine.start({ concurrency: 2 });
  const id = await engine.add({ command: "sleep 60", overlap: { policy: "queue" } });
  const other = await engine.run({ command: "sleep 60" });
  const live = await engine.tasks.run(id, "person");
  await engine.reaches(live, "running");
  const queued = await engine.tasks.run(id, "person");
  await engine.db.transaction().execute((tx) => moveToTrash(tx, id, { ...byUser(null), now: 1 }));

  const logger = { error: (message: string) => assert.fail(message) };
  const duty = new RunsInTrash({ db: engine.db, logger: logger as never, engine: engine.engine });
  await duty.begin();
  for (const run of [live, queued]) await engine.reaches(run, run === live ? "stopped" : "skipped");
  await duty.end();
  const states = (await engine.rows()).map(({ id, state }) => [id, state]);
  assert.deepEqual(states, [[other, "running"], [live, "stopped"], [queued, "skipped"]]);
});

Deno.test("trash: the end of the panel waits for no run of a deleted task", async () => {
  await using scene = await LedgerScene.open();
  const task = await scene.addTask();
  await scene.addRun(task, "running");
  await scene.inTransaction((tx) => moveToTrash(tx, task.id, { ...byUser(null), now: 1 }));
  const waiting = Promise.withResolvers<AbortSignal>();
  const duty = new RunsInTrash({
    db: scene.db,
    logger: { error: (message: string) => assert.fail(message) } as never,
    engine: {
      clearDeleted: (_, signal) => {
        waiting.resolve(signal);
        // The database is away: nobody can record that it ends.
        return new Promise(() => {});
      },
    },
  });
  await duty.begin();
  const signal = await waiting.promise;
  assert.equal(signal.aborted, false);
  await duty.end();
  assert.equal(signal.aborted, true);
});
