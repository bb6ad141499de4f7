import assert from "node:assert/strict";
import type { Run, RunState } from "../../../server/contract/runs.ts";
import { chooseRun, newerRun } from "./newest_log.tsx";

const run = (id: number, state: RunState) => ({ id, state }) as Run; // only these two are read

Deno.test("visible run: the URL decides", () => {
  const runs = [run(9, "running"), run(8, "failed")];
  assert.equal(chooseRun({ runs, chosen: 3, current: 9, following: true }), 3);
});

Deno.test("visible run: without a choice, the newest one that is not a skipped due time", () => {
  const start = { chosen: null, current: null, following: true };
  assert.equal(chooseRun({ runs: [run(9, "skipped"), run(8, "failed")], ...start }), 8);
  assert.equal(chooseRun({ runs: [run(9, "skipped")], ...start }), 9);
  assert.equal(chooseRun({ runs: [], ...start }), null);
});

Deno.test("visible run: a running one takes precedence over a newer queued one", () => {
  const start = { chosen: null, current: null, following: true };
  assert.equal(chooseRun({ runs: [run(9, "queued"), run(8, "running"), run(7, "starting")], ...start }), 8);
  assert.equal(chooseRun({ runs: [run(9, "queued"), run(8, "failed")], ...start }), 9);
  const waited = [run(9, "queued"), run(8, "running")];
  assert.equal(chooseRun({ runs: waited, chosen: null, current: 9, following: true }), 8);
});

Deno.test("visible run: a new run replaces one that has ended, not one that runs or is being read", () => {
  const ended = [run(9, "running"), run(8, "succeeded")];
  assert.equal(chooseRun({ runs: ended, chosen: null, current: 8, following: true }), 9);
  assert.equal(chooseRun({ runs: ended, chosen: null, current: 8, following: false }), 8);
  const running = [run(9, "queued"), run(8, "running")];
  assert.equal(chooseRun({ runs: running, chosen: null, current: 8, following: true }), 8);
});

Deno.test("visible run: offers a newer one while it runs", () => {
  assert.equal(newerRun([run(9, "running"), run(8, "failed")], 8)?.id, 9);
  assert.equal(newerRun([run(9, "succeeded"), run(8, "failed")], 8), undefined);
  assert.equal(newerRun([run(9, "queued"), run(8, "failed")], 8), undefined);
  assert.equal(newerRun([run(9, "running"), run(8, "failed")], 9), undefined);
});
