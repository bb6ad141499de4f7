import assert from "node:assert/strict";
import { LedgerScene } from "../../../tests/support/ledger_scene.ts";
import { directReads } from "../../platform/heavy_reads.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import type { RunState } from "../../contract/runs.ts";
import { listRuns } from "./store.ts";
import { computeUsualDurations, readUsualDurations, removeUnusedDurations } from "./usual_durations.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const now = 100 * DAY_MS;

class Scene extends LedgerScene {
  static override async open(): Promise<Scene> {
    return new Scene((await LedgerScene.open()).db);
  }

  /** Adds a run that ended some days ago, and makes it the last one of its task. */
  async end(task: TaskRow, duration_ms: number, { daysAgo = 0, state = "succeeded" as RunState } = {}) {
    const at = now - daysAgo * DAY_MS;
    const times = { queued_at: at, started_at: at, finished_at: at + duration_ms };
    const { id } = await this.addRun(task, state, { duration_ms, ...times });
    await this.db.updateTable("task").set({ last_run_id: id, last_duration_ms: duration_ms })
      .where("id", "=", task.id).execute();
    return id;
  }

  compute(at = now, limit?: number): Promise<number> {
    const { db } = this;
    return computeUsualDurations(
      { db, reads: directReads(db), now: at },
      limit === undefined ? {} : { limit },
    );
  }

  async usual(task: TaskRow): Promise<number | undefined> {
    return (await readUsualDurations(this.db, [task.id])).get(task.id);
  }
}

Deno.test("usual durations: the median, once four runs have succeeded", async () => {
  await using scene = await Scene.open();
  const task = await scene.addTask();
  for (const duration of [10, 30, 20]) await scene.end(task, duration);
  await scene.end(task, 9000, { state: "failed" });
  assert.equal(await scene.compute(), 1);
  assert.equal(await scene.usual(task), undefined);
  await scene.end(task, 40);
  assert.equal(await scene.compute(), 1);
  assert.equal(await scene.usual(task), 20);
  assert.equal(await scene.compute(), 0);
});

Deno.test("usual durations: are computed again an hour after further runs have ended", async () => {
  await using scene = await Scene.open();
  const task = await scene.addTask();
  for (let run = 0; run < 4; run++) await scene.end(task, 10);
  await scene.compute();
  for (let run = 0; run < 9; run++) await scene.end(task, 99);
  assert.equal(await scene.compute(now + HOUR_MS - 1), 0);
  assert.equal(await scene.compute(now + HOUR_MS), 1);
  assert.equal(await scene.usual(task), 99);
  await scene.end(task, 99);
  assert.equal(await scene.compute(now), 1); // the clock was set back
});

Deno.test("usual durations: a task of many runs that has become slow some days ago is compared with before", async () => {
  await using scene = await Scene.open();
  const task = await scene.addTask();
  const rare = await scene.addTask();
  for (let daysAgo = 40; daysAgo >= 0; daysAgo--) {
    for (let run = 0; run < 12; run++) await scene.end(task, daysAgo < 4 ? 17_000 : 5000, { daysAgo });
    if (daysAgo % 8 === 0) await scene.end(rare, 1000 + daysAgo, { daysAgo });
  }
  await scene.compute();
  assert.equal(await scene.usual(task), 5000);
  assert.equal(await scene.usual(rare), 1016); // of 1000, 1008, 1016, 1024, 1032 and 1040
});

Deno.test("usual durations: with a limit, tasks that ran last come first; those of deleted tasks are removed", async () => {
  await using scene = await Scene.open();
  const [old, recent] = [await scene.addTask(), await scene.addTask()];
  for (const task of [old, recent]) for (let run = 0; run < 4; run++) await scene.end(task, 10);
  assert.equal(await scene.compute(now, 1), 1);
  assert.deepEqual([await scene.usual(old), await scene.usual(recent)], [undefined, 10]);
  assert.equal(await scene.compute(), 1);
  await scene.db.deleteFrom("task").where("id", "=", old.id).execute();
  await removeUnusedDurations(scene.db);
  assert.deepEqual([await scene.usual(old), await scene.usual(recent)], [undefined, 10]);
});

Deno.test("run list: only runs that succeeded but took twice as long as usual, and a second longer", async () => {
  await using scene = await Scene.open();
  const [quick, long] = [await scene.addTask(), await scene.addTask()];
  const add = async (task: TaskRow, durations: readonly number[]) => {
    const ids: number[] = [];
    for (const duration of durations) ids.push(await scene.end(task, duration));
    return ids;
  };
  const ofQuick = await add(quick, [100, 100, 100, 100, 100, 1099, 1100]);
  const ofLong = await add(long, [5000, 5000, 5000, 5000, 5000, 9999, 10_000]);
  await scene.end(long, 90_000, { state: "failed" });
  await scene.compute();
  const { db } = scene;
  const list = { sort: [], page: 1, pageSize: 20, slower: true };
  const { rows, total } = await listRuns({ db, reads: directReads(db) }, list);
  assert.deepEqual([total, rows.map(({ id }) => id)], [2, [ofLong[6], ofQuick[6]]]);
  assert.equal((await listRuns({ db, reads: directReads(db) }, { ...list, taskId: quick.id })).total, 1);
});
