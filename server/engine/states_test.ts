import assert from "node:assert/strict";
import { type RunState, runStates } from "../contract/runs.ts";
import { activeStates, isPending, liveStates, pendingStates, runActions } from "./states.ts";

Deno.test("states: prints every allowed change", () => {
  const lines = Object.entries(runActions).flatMap(([action, { from, to }]) =>
    from.flatMap((one) => to.map((other) => `${one} → ${action} → ${other}`))
  );
  assert.deepEqual(lines, [
    "queued → claim → starting",
    "starting → requeue → queued",
    "starting → begin → running",
    "starting → end → succeeded",
    "starting → end → failed",
    "starting → end → timed_out",
    "starting → end → stopped",
    "starting → end → interrupted",
    "running → end → succeeded",
    "running → end → failed",
    "running → end → timed_out",
    "running → end → stopped",
    "running → end → interrupted",
    "starting → lose → lost",
    "running → lose → lost",
    "queued → cancel → stopped",
    "waiting_for_approval → cancel → stopped",
    "queued → skip → skipped",
    "waiting_for_approval → skip → skipped",
    "queued → ask → waiting_for_approval",
    "waiting_for_approval → approve → queued",
    "waiting_for_approval → reject → skipped",
  ]);
});

Deno.test("states: active states can change, and no others can", () => {
  const leaving = new Set<RunState>(Object.values(runActions).flatMap(({ from }) => [...from]));
  assert.deepEqual(runStates.filter((state) => leaving.has(state)), [...activeStates]);
  assert.deepEqual(activeStates.filter((state) => !liveStates.some((live) => live === state)), [
    ...pendingStates,
  ]);
  assert.deepEqual(runStates.filter(isPending), [...pendingStates]);
});

Deno.test("states: each one is reached from the queue or written directly", () => {
  const reached = new Set<RunState>(["queued"]);
  for (let before = -1; before !== reached.size;) {
    before = reached.size;
    for (const { from, to } of Object.values(runActions)) {
      if (from.some((state) => reached.has(state))) { for (const state of to) reached.add(state); }
    }
  }
  assert.deepEqual(runStates.filter((state) => !reached.has(state)), []);
});
