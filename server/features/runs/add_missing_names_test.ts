import assert from "node:assert/strict";
import { LedgerScene } from "../../../tests/support/ledger_scene.ts";
import { directReads } from "../../platform/heavy_reads.ts";
import { addMissingNames } from "./add_missing_names.ts";
import { listRuns } from "./store.ts";

Deno.test("missing names: runs that another program added are found by their names", async () => {
  await using scene = await LedgerScene.open();
  const { db } = scene;
  const { id: _, ...run } = await scene.addRun(await scene.addTask(), "succeeded", { task_name: "report" });
  const added = Array.from({ length: 600 }, (_, n) => ({ ...run, task_name: `copied ${n % 550}` }));
  for (let n = 0; n < added.length; n += 100) {
    await db.insertInto("run").values(added.slice(n, n + 100)).execute();
  }
  const count = async (name: string) =>
    (await listRuns({ db, reads: directReads(db) }, { sort: [], page: 1, pageSize: 20, name })).total;
  assert.deepEqual([await count("copied"), await count("report")], [0, 1]);
  await addMissingNames(db);
  assert.deepEqual([await count("copied"), await count("report")], [600, 1]);
  const names = await db.selectFrom("run_task_name").select("name").execute();
  await addMissingNames(db);
  assert.deepEqual(await db.selectFrom("run_task_name").select("name").execute(), names);
});
