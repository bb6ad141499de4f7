import assert from "node:assert/strict";
import { sql } from "kysely";
import { LedgerScene } from "../../../tests/support/ledger_scene.ts";
import { directReads, type HeavyReads } from "../../platform/heavy_reads.ts";
import { listRuns, type RunFilter } from "./store.ts";

const rows: [string, Partial<RunFilter>, "at once" | "aside"][] = [
  ["all, newest first", {}, "at once"],
  ["of a task", { taskId: 1 }, "at once"],
  ["of a task by state", { taskId: 1, states: ["failed"] }, "at once"],
  ["all, oldest first", { sort: [{ field: "id", descending: false }] }, "at once"],
  ["all by state", { states: ["failed"] }, "aside"],
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

Deno.test("run list: recent failures are found by an index, however many runs there are", async () => {
  await using scene = await LedgerScene.open();
  const { db } = scene;
  const plans: string[] = [];
  const direct = directReads(db);
  const reads: HeavyReads = {
    all: async (query) => {
      const explained = sql.raw(`explain query plan ${query.sql}`).compile(db);
      const plan = await direct.all({ ...explained, parameters: query.parameters });
      plans.push(JSON.stringify(plan));
      return await direct.all(query);
    },
  };
  const failures = ["failed", "timed_out", "interrupted"] as const;
  await listRuns({ db, reads }, { sort: [], page: 1, pageSize: 30, states: failures });
  assert.equal(plans.length, 2);
  for (const plan of plans) {
    assert.match(plan, /INDEX run_gone_wrong/);
    assert.doesNotMatch(plan, /TEMP B-TREE/);
  }
});
