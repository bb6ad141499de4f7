import assert from "node:assert/strict";
import { TestEngine } from "../../../tests/support/test_engine.ts";
import { LedgerScene } from "../../../tests/support/ledger_scene.ts";
import { storeLastRun } from "./run_type.ts";

const ending = {
  state: "failed" as const,
  exitCode: 3,
  signal: null,
  finishedAt: 9,
  durationMs: 4,
  detail: null,
};

Deno.test("task runs: a task stores the result of its newest run, even when an older one ends later", async () => {
  await using scene = await LedgerScene.open();
  const task = await scene.addTask();
  const older = await scene.addRun(task, "running");
  const newer = await scene.addRun(task, "running");
  await scene.inTransaction((tx) => storeLastRun(tx, newer, ending));
  await scene.inTransaction((tx) => storeLastRun(tx, older, { ...ending, state: "succeeded", exitCode: 0 }));
  const { last_run_id, last_outcome, last_exit_code } = await scene.task(task.id);
  assert.deepEqual([last_run_id, last_outcome, last_exit_code], [newer.id, "failed", 3]);
});

Deno.test("task runs: of two runs that end together, the newer one is stored, and a success unmutes", async () => {
  await using scene = await LedgerScene.open();
  const task = await scene.addTask();
  const other = await scene.addTask();
  await scene.db.updateTable("task").set({ muted: 1 }).execute();
  const older = await scene.addRun(task, "running");
  const newer = await scene.addRun(task, "running");
  const third = await scene.addRun(other, "running");
  await scene.inTransaction((tx) =>
    Promise.all([
      storeLastRun(tx, newer, ending),
      storeLastRun(tx, older, { ...ending, state: "succeeded", exitCode: 0 }),
      storeLastRun(tx, third, { ...ending, durationMs: null, exitCode: null }),
    ])
  );
  const stored = async (id: number) => {
    const { last_run_id, last_outcome, last_exit_code, last_duration_ms, muted } = await scene.task(id);
    return [last_run_id, last_outcome, last_exit_code, last_duration_ms, muted];
  };
  assert.deepEqual(await stored(task.id), [newer.id, "failed", 3, 4, 0]);
  assert.deepEqual(await stored(other.id), [third.id, "failed", null, null, 1]);
});

Deno.test("task runs: `task` in a run on a worker finds the files of that run", async () => {
  await using engine = await TestEngine.open();
  await engine.run({ command: "task report.sh; echo done" });
  const [run] = await engine.rows();
  const prepared = (await engine.runTypes.prepare(engine.db, [run!])).get(run!.id)!;
  const found = (folders?: { scripts: string; config: string }) => {
    const { SUNDIAL_SCRIPTS_DIR, SUNDIAL_CONFIG_DIR } = prepared.spec(run!, {}, folders).environment;
    return [SUNDIAL_SCRIPTS_DIR, SUNDIAL_CONFIG_DIR];
  };
  assert.deepEqual(found(), [undefined, undefined]);
  const copies = { scripts: engine.path("copies"), config: engine.folder.config };
  await Deno.mkdir(copies.scripts);
  assert.deepEqual(found(copies), [copies.scripts, copies.config]);
});
