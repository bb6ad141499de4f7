import assert from "node:assert/strict";
import { type PackageJob, readOrder, writeOrder } from "./run_type.ts";

Deno.test("package runs: a request is stored under the names that older versions read and write", () => {
  const stored = '{"type":"deno","act":"remove","name":"zod@4","again":false,"force":true}';
  const order: PackageJob = { type: "deno", action: "remove", name: "zod@4", again: false, force: true };
  assert.deepEqual(readOrder({ subject_json: stored }), order);
  assert.deepEqual(JSON.parse(writeOrder(order)), JSON.parse(stored));
  assert.equal(readOrder({ subject_json: '{"type":"unheard","act":"install","name":"a"}' }), null);
  assert.equal(readOrder({}), null);
});
