import assert from "node:assert/strict";
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
  await duty.end();
  const states = (await engine.rows()).map(({ id, state }) => [id, state]);
  assert.deepEqual(states, [[other, "running"], [live, "stopped"], [queued, "skipped"]]);
});
