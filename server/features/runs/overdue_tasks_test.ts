import assert from "node:assert/strict";
import { LedgerScene } from "../../../tests/support/ledger_scene.ts";
import type { RunRow } from "../../engine/store.ts";
import { directReads } from "../../platform/heavy_reads.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { findOverdueTasks } from "./overdue_tasks.ts";

const MINUTE_MS = 60_000;
const now = 1000 * MINUTE_MS;

class Scene extends LedgerScene {
  static override async open(): Promise<Scene> {
    return new Scene((await LedgerScene.open()).db);
  }

  async due(columns: Partial<TaskRow> = {}): Promise<TaskRow> {
    const task = await this.addTask();
    return await this.db.updateTable("task").set({ next_due_at: now + MINUTE_MS, planned_at: 0, ...columns })
      .where("id", "=", task.id).returningAll().executeTakeFirstOrThrow();
  }

  skip(task: TaskRow, minutesAgo: number, columns: Partial<RunRow> = {}): Promise<RunRow> {
    const due_at = now - minutesAgo * MINUTE_MS;
    return this.addRun(task, "skipped", {
      ...{ due_at, finished_at: due_at, started_at: null, skip_reason: "missed", ...columns },
    });
  }

  wait(task: TaskRow, minutesAgo: number, columns: Partial<RunRow> = {}): Promise<RunRow> {
    const due_at = now - minutesAgo * MINUTE_MS;
    return this.addRun(task, "queued", { due_at, start_after: due_at, ...columns });
  }

  async overdue(limit = 10, taskId?: number): Promise<[id: number, minutesAgo: number, reason: string][]> {
    const wanted = { now, limit, ...(taskId !== undefined && { taskId }) };
    const tasks = await findOverdueTasks({ db: this.db, reads: directReads(this.db) }, wanted);
    return tasks.map(({ id, dueAt, reason }) => [id, (now - dueAt) / MINUTE_MS, reason]);
  }
}

Deno.test("overdue tasks: due times that were skipped since the last run, with the newest reason", async () => {
  await using scene = await Scene.open();
  const [missed, ran] = [await scene.due(), await scene.due({ last_started_at: now - 5 * MINUTE_MS })];
  const old = await scene.due({ last_started_at: now - 90 * MINUTE_MS });
  await scene.due(); // never was due
  await scene.skip(missed, 30);
  await scene.skip(missed, 20, { skip_reason: "overlap" });
  await scene.skip(ran, 30);
  await scene.skip(old, 100);
  await scene.skip(old, 60, { skip_reason: "no_node" });
  assert.deepEqual(await scene.overdue(), [[old.id, 60, "skipped_no_node"], [
    missed.id,
    30,
    "skipped_overlap",
  ]]);
  assert.deepEqual(await scene.overdue(1), [[old.id, 60, "skipped_no_node"]]);
});

const notOverdue: Record<string, (scene: Scene) => Promise<unknown>> = {
  "within a minute": async (scene) => await scene.skip(await scene.due(), 0.5),
  "of a disabled task": async (scene) => await scene.skip(await scene.due({ enabled: 0 }), 30),
  "from before its schedule changed": async (scene) =>
    await scene.skip(await scene.due({ planned_at: now - 10 * MINUTE_MS }), 30),
  "skipped because it was disabled": async (scene) =>
    await scene.skip(await scene.due(), 30, { skip_reason: "disabled" }),
  "for which a run is live": async (scene) => {
    const task = await scene.due();
    await scene.skip(task, 30);
    await scene.addRun(task, "running", { started_at: now - 20 * MINUTE_MS });
  },
  "that was rejected": async (scene) => await scene.skip(await scene.due(), 30, { skip_reason: "rejected" }),
  "skipped while a run waits for approval": async (scene) => {
    const task = await scene.due();
    await scene.wait(task, 40, { state: "waiting_for_approval" });
    await scene.skip(task, 30, { skip_reason: "overlap" });
  },
  "cancelled in the queue": async (scene) => await scene.skip(await scene.due(), 30, { state: "stopped" }),
  "of a task without a further due time": async (scene) =>
    await scene.skip(await scene.due({ next_due_at: null }), 30),
  "that waits for its random delay": async (scene) =>
    await scene.wait(await scene.due(), 30, { start_after: now - MINUTE_MS / 2 }),
  "in the queue for a manual run": async (scene) => await scene.wait(await scene.due(), 30, { due_at: null }),
};
for (const [what, arrange] of Object.entries(notOverdue)) {
  Deno.test(`overdue tasks: a due time ${what} is not`, async () => {
    await using scene = await Scene.open();
    await arrange(scene);
    assert.deepEqual(await scene.overdue(), []);
  });
}

Deno.test("overdue tasks: runs that wait in the queue, and due times that were not planned", async () => {
  await using scene = await Scene.open();
  const [waits, stuck] = [await scene.due(), await scene.due()];
  await scene.skip(waits, 45);
  await scene.wait(waits, 40);
  await scene.wait(waits, 30);
  // Skipped because the run before has not ended.
  await scene.addRun(stuck, "running", { started_at: now - 90 * MINUTE_MS });
  await scene.skip(stuck, 60, { skip_reason: "overlap" });
  const unplanned = await scene.due({ next_due_at: now - 2 * MINUTE_MS });
  assert.deepEqual(await scene.overdue(), [
    [stuck.id, 60, "skipped_overlap"],
    [waits.id, 45, "waiting"],
    [unplanned.id, 2, "waiting"],
  ]);
  assert.deepEqual(await scene.overdue(1, waits.id), [[waits.id, 45, "waiting"]]);
  assert.deepEqual(await scene.overdue(1, unplanned.id), [[unplanned.id, 2, "waiting"]]);
  assert.deepEqual(await scene.overdue(1, (await scene.due()).id), []);
});
