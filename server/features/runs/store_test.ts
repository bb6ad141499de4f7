import assert from "node:assert/strict";
import { sql } from "kysely";
import { LedgerScene } from "../../../tests/support/ledger_scene.ts";
import type { Database } from "../../engine/store.ts";
import { directReads, type HeavyReads } from "../../platform/heavy_reads.ts";
import type { RunState } from "../../contract/runs.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import type { RunFilter } from "./run_filter.ts";
import { listRuns, medianDurations } from "./store.ts";

const rows: [string, Partial<RunFilter>, "at once" | "aside"][] = [
  ["all, newest first", {}, "at once"],
  ["of a task", { taskId: 1 }, "at once"],
  ["of a task by state", { taskId: 1, states: ["failed"] }, "at once"],
  ["all, oldest first", { sort: [{ field: "id", descending: false }] }, "at once"],
  ["all by state", { states: ["failed"] }, "aside"],
  ["up to a run, counting all", { throughId: 9 }, "aside"],
  ["up to a run, counting some", { throughId: 9, countLimit: 10 }, "at once"],
  ["after a run", { afterId: 9 }, "at once"],
  ["of a script", { scriptPath: "a.js" }, "at once"],
  ["by part of the name", { name: "x" }, "aside"],
  ["of a task by duration", { taskId: 1, sort: [{ field: "durationMs", descending: true }] }, "aside"],
];
Deno.test("run list: queries without an index do not block the main thread", async () => {
  await using scene = await LedgerScene.open();
  const { db } = scene;
  let aside = 0;
  const direct = directReads(db);
  const reads: HeavyReads = {
    all: (query) => {
      aside++;
      return direct.all(query);
    },
  };
  for (const [what, filter, where] of rows) {
    aside = 0;
    await listRuns({ db, reads }, { sort: [], page: 1, pageSize: 20, ...filter });
    assert.equal(aside > 0 ? "aside" : "at once", where, what);
  }
});

Deno.test("run list: medians read at most the last 100 runs of each task, and 20 that succeeded", async () => {
  await using scene = await LedgerScene.open();
  const { db } = scene;
  const [steady, recent, never] = [await scene.addTask(), await scene.addTask(), await scene.addTask()];
  const addRuns = async (task: TaskRow, count: number, state: RunState, duration_ms: number) => {
    for (let run = 0; run < count; run++) await scene.addRun(task, state, { duration_ms });
  };
  await addRuns(steady, 20, "succeeded", 9000); // older than the last 20
  await addRuns(steady, 9, "succeeded", 100);
  await addRuns(steady, 11, "succeeded", 200);
  await addRuns(recent, 1, "succeeded", 5);
  await addRuns(recent, 100, "failed", 7);
  await addRuns(never, 1, "failed", 7);
  const medians = await medianDurations({ db, reads: directReads(db) }, [steady.id, recent.id, never.id, 99]);
  assert.deepEqual([...medians], [[steady.id, 200]]);
});

/** Runs queries directly and notes their plans. */
function plannedReads(db: Database): { reads: HeavyReads; plans: string[] } {
  const plans: string[] = [];
  const direct = directReads(db);
  const reads: HeavyReads = {
    all: async (query) => {
      const explained = sql.raw(`explain query plan ${query.sql}`).compile(db);
      plans.push(JSON.stringify(await direct.all({ ...explained, parameters: query.parameters })));
      return await direct.all(query);
    },
  };
  return { reads, plans };
}

const indexed: [string, readonly RunState[], string][] = [
  ["recent failures", ["failed", "timed_out", "interrupted"], "run_gone_wrong"],
  ["runs that were stopped", ["stopped"], "run_not_done"],
  ["runs that did not end by themselves", ["stopped", "skipped"], "run_not_done"],
];
for (const [what, states, index] of indexed) {
  Deno.test(`run list: ${what} are found by an index, however many runs there are`, async () => {
    await using scene = await LedgerScene.open();
    const { db } = scene;
    const { reads, plans } = plannedReads(db);
    await listRuns({ db, reads }, { sort: [], page: 1, pageSize: 30, states });
    assert.equal(plans.length, 2);
    for (const plan of plans) {
      assert.ok(plan.includes(`INDEX ${index}`), plan);
      assert.doesNotMatch(plan, /TEMP B-TREE/);
    }
  });
}

Deno.test("run list: the runs of a script are found by an index, newest first", async () => {
  await using scene = await LedgerScene.open();
  const { db } = scene;
  const task = await scene.addTask();
  for (const script_path of ["a.js", "b.js", null, "a.js"]) {
    await scene.addRun(task, "succeeded", { script_path });
  }
  const page = { sort: [], page: 1, pageSize: 20 };
  const { rows, total } = await listRuns({ db, reads: directReads(db) }, { ...page, scriptPath: "a.js" });
  assert.deepEqual(rows.map(({ id }) => id), [4, 1]);
  assert.equal(total, 2);
  const { reads, plans } = plannedReads(db);
  await listRuns({ db, reads }, { ...page, scriptPath: "a.js", causes: ["person"] });
  for (const plan of plans) {
    assert.match(plan, /INDEX run_script /);
    assert.doesNotMatch(plan, /TEMP B-TREE/);
  }
});

Deno.test("run list: runs with a text in their name are found by their names, each of which is looked for once", async () => {
  await using scene = await LedgerScene.open();
  const { db } = scene;
  const task = await scene.addTask();
  for (const task_name of ["Back up 100%", "back up", "report", "Back up 100%", 'odd "name"']) {
    await scene.addRun(task, "succeeded", { task_name });
  }
  const { reads, plans } = plannedReads(db);
  const list = async (filter: Partial<RunFilter>) => {
    const { rows, total } = await listRuns({ db, reads }, { sort: [], page: 1, pageSize: 20, ...filter });
    return [rows.map(({ id }) => id), total];
  };
  assert.deepEqual(await list({ name: "BACK" }), [[4, 2, 1], 3]);
  const [names = "", ...runs] = plans;
  assert.match(names, /SCAN run_task_name/);
  assert.equal(runs.length, 2);
  for (const plan of runs) {
    assert.match(plan, /INDEX run_name/);
    assert.doesNotMatch(plan, /SCAN run"/); // each run, one after the other
  }
  assert.deepEqual(await list({ name: "0%" }), [[4, 1], 2]);
  assert.deepEqual(await list({ name: 'd "n' }), [[5], 1]);
  assert.deepEqual(await list({ name: "_" }), [[], 0]);
  assert.deepEqual(await list({ name: "back", pageSize: 1, page: 3 }), [[1], 3]);
  assert.deepEqual(await list({ name: "back", throughId: 3, afterId: 1, countLimit: 9 }), [[2], 1]);
  assert.deepEqual(await list({ name: "back", countLimit: 2 }), [[4, 2, 1], 2]);
  assert.deepEqual(await list({ name: "back", sort: [{ field: "id", descending: false }] }), [[1, 2, 4], 3]);
  assert.deepEqual(await list({ name: "back", states: ["failed"] }), [[], 0]);
});

Deno.test("run list: a text in more than a thousand names is looked for in the runs", async () => {
  await using scene = await LedgerScene.open();
  const { db } = scene;
  const { task_name: _, id: __, ...run } = await scene.addRun(await scene.addTask(), "succeeded");
  const named = Array.from({ length: 1_001 }, (_, n) => ({ ...run, task_name: `name ${n}` }));
  for (let n = 0; n < named.length; n += 100) {
    await db.insertInto("run").values(named.slice(n, n + 100)).execute();
  }
  await db.insertInto("run_task_name").values(named.map(({ task_name }) => ({ name: task_name }))).execute();
  const page = { sort: [], page: 1, pageSize: 2 };
  const { rows, total } = await listRuns({ db, reads: directReads(db) }, { ...page, name: "name" });
  assert.deepEqual(rows.map(({ task_name }) => task_name), ["name 1000", "name 999"]);
  assert.equal(total, 1_001);
});

const byIndex: [string, Partial<RunFilter>, RegExp][] = [
  ["of a node", { nodeId: 3 }, /INDEX run_node/],
  ["with an unusual cause", { causes: ["retry"] }, /INDEX run_cause/],
  ["with one of two unusual causes", { causes: ["retry", "person"] }, /INDEX run_cause/],
  ["of a task on a node", { taskId: 1, nodeId: 3 }, /INDEX run_(task|due)/],
  ["of a task with an unusual cause", { taskId: 1, causes: ["retry"] }, /INDEX run_(task|due)/],
];
for (const [what, filter, index] of byIndex) {
  Deno.test(`run list: runs ${what} are found by an index`, async () => {
    await using scene = await LedgerScene.open();
    const { db } = scene;
    const { reads, plans } = plannedReads(db);
    await listRuns({ db, reads }, { sort: [], page: 1, pageSize: 30, ...filter });
    assert.equal(plans.length, 2);
    for (const plan of plans) assert.match(plan, index);
  });
}

Deno.test("run list: few runs of a period are found by their time", async () => {
  await using scene = await LedgerScene.open();
  const { db } = scene;
  const task = await scene.addTask();
  const times = [50, 10, 40, 20, 30];
  for (const queued_at of times) await scene.addRun(task, "succeeded", { queued_at });
  const { reads, plans } = plannedReads(db);
  const { rows, total } = await listRuns({ db, reads }, { sort: [], page: 1, pageSize: 2, from: 20, to: 50 });
  assert.deepEqual(rows.map(({ queued_at }) => queued_at), [30, 20]); // by ID, newest first
  assert.equal(total, 3);
  for (const plan of plans) assert.match(plan, /INDEX run_queued_at/);
});
