import assert from "node:assert/strict";
import { LedgerScene } from "../../../tests/support/ledger_scene.ts";
import { directReads } from "../../platform/heavy_reads.ts";
import { computeUsualDurations } from "./usual_durations.ts";
import { slowerTasks } from "./slower_tasks.ts";

const SECOND_MS = 1000;

Deno.test("slower tasks: the factor decides the order, and runs since the last usual one count", async () => {
  await using scene = await LedgerScene.open();
  const { db } = scene;
  const reads = directReads(db);
  const add = async (
    name: string,
    seconds: readonly number[],
    { enabled = 1 as 0 | 1, failsLast = false } = {},
  ) => {
    const task = await scene.addTask({ enabled });
    await db.updateTable("task").set({ name }).where("id", "=", task.id).execute();
    for (const [index, one] of seconds.entries()) {
      const duration_ms = one * SECOND_MS;
      const isFailed = failsLast && index === seconds.length - 1;
      const times = { started_at: (index + 1) * SECOND_MS, finished_at: 100_000, duration_ms };
      const { id } = await scene.addRun(task, isFailed ? "failed" : "succeeded", times);
      const last = { last_run_id: id, last_duration_ms: duration_ms };
      await db.updateTable("task").set({ ...last, last_outcome: isFailed ? "failed" : "succeeded" })
        .where("id", "=", task.id).execute();
    }
  };
  await add("twice", [5, 5, 5, 5, 5, 10]);
  await add("streak", [5, 5, 5, 50, 5, 20, 17]);
  await add("well again", [5, 5, 5, 5, 20, 5]);
  await add("not twice", [5, 5, 5, 5, 5, 9]);
  await add("too new", [5, 5, 20]);
  await add("failed", [5, 5, 5, 5, 5, 20], { failsLast: true });
  await add("disabled", [5, 5, 5, 5, 5, 20], { enabled: 0 });
  await computeUsualDurations({ db, reads, now: 200_000 });
  const rows = await reads.all(slowerTasks(db, { limit: 10 }));
  assert.deepEqual(
    rows.map(({ name, since, usual_ms, last_duration_ms }) => [name, since, usual_ms, last_duration_ms]),
    [["streak", 6000, 5000, 17_000], ["twice", 6000, 5000, 10_000]],
  );
  assert.equal((await reads.all(slowerTasks(db, { limit: 1 }))).length, 1);
  const of = (name: string) =>
    db.selectFrom("task").select("id").where("name", "=", name).executeTakeFirstOrThrow();
  const one = async (name: string) =>
    await reads.all(slowerTasks(db, { limit: 1, taskId: (await of(name)).id }));
  assert.deepEqual((await one("twice")).map(({ name }) => name), ["twice"]);
  assert.deepEqual(await one("not twice"), []);
});
