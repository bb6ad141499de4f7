import assert from "node:assert/strict";
import { type Followed, nextStep, RETRY_MS } from "./follow_order.ts";

const now = 100 * RETRY_MS;
const row: Followed["row"] = { state: "installed", act: "install", run_id: 7 };
const record: NonNullable<Followed["record"]> = {
  ...{ state: "installed", installed_version: "1.0.0", order_run_id: 7, updated_at: now - 1 },
};
const base: Followed = { row, record, found: "1.0.0", now, isStart: false };

Deno.test("packages of nodes: a node installs what the list has and it lacks", () => {
  assert.equal(nextStep({ ...base, record: undefined, found: null }), "install");
  assert.equal(nextStep({ ...base, found: null }), "install");
  assert.equal(nextStep({ ...base, row: { ...row, run_id: 8 } }), "install");
  assert.equal(
    nextStep({ ...base, row: { ...row, state: "install_failed" }, record: undefined, found: null }),
    "install",
  );
  assert.equal(nextStep(base), "none");
});

Deno.test("packages of nodes: a package that is already there is recorded", () => {
  assert.equal(nextStep({ ...base, record: undefined }), "note");
  assert.equal(nextStep({ ...base, found: "1.0.1" }), "note");
});

Deno.test("packages of nodes: a node waits until the order is done where it was given", () => {
  for (const state of ["queued", "installing", "deleting", "cancelled", "delete_failed"] as const) {
    assert.equal(nextStep({ ...base, row: { ...row, state, run_id: 8 }, found: null }), "none", state);
  }
  assert.equal(
    nextStep({ ...base, row: { ...row, run_id: 8 }, record: { ...record, state: "queued" } }),
    "none",
  );
});

Deno.test("packages of nodes: what failed is tried again later and at the start, what was cancelled is not", () => {
  const failed = { ...record, state: "install_failed" as const };
  assert.equal(nextStep({ ...base, record: failed, found: null }), "none");
  assert.equal(nextStep({ ...base, record: failed, found: null, isStart: true }), "install");
  assert.equal(
    nextStep({ ...base, record: { ...failed, updated_at: now - RETRY_MS }, found: null }),
    "install",
  );
  const cancelled = { ...record, state: "cancelled" as const, updated_at: 0 };
  assert.equal(nextStep({ ...base, record: cancelled, found: null, isStart: true }), "none");
});

Deno.test("packages of nodes: a deleted package is removed where the node installed it, and only there", () => {
  const deleted = { ...row, state: "deleted", act: "remove", run_id: 9 } as const;
  assert.equal(nextStep({ ...base, row: deleted }), "remove");
  assert.equal(nextStep({ ...base, row: deleted, record: undefined }), "none");
  assert.equal(nextStep({ ...base, row: deleted, found: null }), "forget");
  const failed = { ...record, state: "delete_failed" as const };
  assert.equal(nextStep({ ...base, row: deleted, record: failed }), "none");
  assert.equal(nextStep({ ...base, row: deleted, record: { ...failed, updated_at: 0 } }), "remove");
});
