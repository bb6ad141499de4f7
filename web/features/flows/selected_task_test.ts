import assert from "node:assert/strict";
import type { FlowRun } from "../../../server/contract/flows.ts";
import { findSelected, runsOf } from "./selected_task.ts";

type TaskInFlow = FlowRun["tasks"][number];

function task(taskId: number, items: number[] | null = null): TaskInFlow {
  const links = { parameters: null, outputs: null, omittedOutputs: [], links: [] };
  return {
    ...{ taskId, name: `Task ${taskId}`, runId: null, state: "waiting", ...links },
    items: items?.map((runId, item) => ({ item, value: "", runId, state: "running" })) ?? null,
  };
}

function select(tasks: readonly TaskInFlow[], taskId: number | null, item: number | null) {
  const all = tasks.flatMap(runsOf);
  const one = all[findSelected(all, { task: taskId, item })];
  return one && [one.task.taskId, one.item, one.runId];
}

Deno.test("selected task: the URL names it, and which of its runs for a list", () => {
  const tasks = [task(4), task(7, [31, 32])];
  assert.deepEqual(select(tasks, 4, null), [4, null, null]);
  assert.deepEqual(select(tasks, 7, 2), [7, 2, 32]);
  assert.equal(select(tasks, 5, null), undefined);
  assert.equal(select(tasks, null, null), undefined);
});

Deno.test("selected task: it stays selected when its runs for a list begin, and when they begin again", () => {
  assert.deepEqual(select([task(4), task(7)], 7, null), [7, null, null]);
  assert.deepEqual(select([task(4), task(7, [31, 32])], 7, null), [7, 1, 31], "it has begun");
  assert.deepEqual(select([task(4), task(7, [])], 7, 2), [7, null, null], "it was continued");
  assert.deepEqual(select([task(4), task(7)], 7, 2), [7, null, null], "it was continued");
});
