import assert from "node:assert/strict";
import { LedgerScene } from "../../../tests/support/ledger_scene.ts";
import { until } from "../../../tests/support/until.ts";
import type { RunState } from "../../contract/runs.ts";
import { fewVisibleTasks, withinLabels } from "../../engine/labelled_database.ts";
import { directReads } from "../../platform/heavy_reads.ts";
import { newestOfFewTasks } from "./newest_of_few_tasks.ts";
import type { RunFilter } from "./run_filter.ts";
import { listRuns } from "./store.ts";

const states: RunState[] = ["succeeded", "succeeded", "failed"];
const filters: [string, Partial<RunFilter>][] = [
  ["all", {}],
  ["succeeded ones", { states: ["succeeded"] }],
  ["those through a run", { throughId: 150 }],
  ["those after a run", { afterId: 100 }],
];
for (const [what, filter] of filters) {
  Deno.test(`newest runs of few tasks: ${what} are the same as those read one by one, on each page`, async () => {
    await using scene = await LedgerScene.open();
    const tasks = await Promise.all(Array.from({ length: 40 }, () => scene.addTask()));
    await scene.db.updateTable("task").set({ labels_json: '["mine"]' })
      .where("id", "in", [tasks[3]!.id, tasks[31]!.id]).execute();
    const visible: number[] = [];
    // One of them has its runs at the beginning only, so that the newest pages are far apart.
    for (let n = 0; n < 300; n++) {
      const task = tasks[n < 60 ? [3, 31, n % 40][n % 3]! : n % 40 === 3 ? 4 : n % 40]!;
      const state = states[n % 7 % 3]!;
      const { id } = await scene.addRun(task, state);
      const passes = (!filter.states || filter.states.includes(state)) &&
        id <= (filter.throughId ?? Infinity) && id > (filter.afterId ?? 0);
      if (passes && [3, 31].some((index) => tasks[index] === task)) visible.unshift(id);
    }
    const db = withinLabels(scene.db, ["mine"]);
    await until("the labels to be read", () => fewVisibleTasks(db, 10) !== null);
    const reads = directReads(db);
    for (const pageSize of [3, 4]) {
      for (let page = 1; page <= visible.length / pageSize + 2; page++) {
        const asked: RunFilter = { sort: [], ...filter, page, pageSize, countLimit: 30 };
        assert.ok(await newestOfFewTasks(reads.all, db, asked), "they are found by their tasks");
        const { rows, total } = await listRuns({ db, reads }, asked);
        const from = (page - 1) * pageSize;
        assert.deepEqual(rows.map(({ id }) => id), visible.slice(from, from + pageSize));
        assert.equal(total, Math.min(visible.length, 30));
      }
    }
  });
}

Deno.test("newest runs of few tasks: without runs or tasks there are none", async () => {
  await using scene = await LedgerScene.open();
  for (let n = 0; n < 40; n++) await scene.addTask();
  const last = await scene.addTask();
  await scene.db.updateTable("task").set({ labels_json: '["mine"]' }).where("id", "=", last.id).execute();
  for (const label of ["mine", "nobody's"]) {
    const db = withinLabels(scene.db, [label]);
    await until("the labels to be read", () => fewVisibleTasks(db, 10) !== null);
    const page = { sort: [], page: 1, pageSize: 20 };
    assert.deepEqual(await newestOfFewTasks(directReads(db).all, db, page), []);
    assert.deepEqual(await listRuns({ db, reads: directReads(db) }, page), { rows: [], total: 0 });
  }
});
