// When a flow run has ended, what can be continued, and that removing its runs neither starts something again nor changes how it ended.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { FlowRun } from "../../server/contract/flows.ts";
import {
  removeOldRuns,
  removeOldRunsOfTasks,
  removeSurplusRuns,
} from "../../server/features/runs/retention.ts";
import { endFlows } from "../../server/features/tasks/flow/end_flow.ts";
import { after, FlowScene } from "../support/flow_scene.ts";
import { until } from "../support/until.ts";

const silentLogger = { debug() {}, info() {}, warn() {}, error() {} };
const DAY_MS = 86_400_000;

const statesOf = (flow: FlowRun) => Object.fromEntries(flow.tasks.map(({ name, state }) => [name, state]));

/** Removes all runs that have ended, as the panel does once a day with those that are old. */
async function removeRuns({ panel }: FlowScene): Promise<void> {
  const { db, dataDir } = panel;
  await endFlows(db, Date.now(), () => Promise.resolve());
  const options = { db, logger: silentLogger, logs: join(dataDir, "logs") };
  await removeOldRuns({ ...options, before: Date.now() + 1 });
  await removeOldRunsOfTasks({ ...options, now: Date.now() + 2 * DAY_MS });
  await removeSurplusRuns({ ...options, keepRuns: 1 });
}

/** A flow in which `slow` runs until a file exists, and what began. */
async function withSlowOne(scene: FlowScene) {
  const witness = join(scene.panel.dataDir, "witness");
  const gate = join(scene.panel.dataDir, "gate");
  const write = (name: string) => `echo ${name} >> ${witness}`;
  const first = await scene.task("first", write("first"));
  const quick = await scene.task("quick", write("quick"), after(first));
  const slow = await scene.task("slow", `until test -e ${gate}; do sleep 0.02; done`, after(first));
  const last = await scene.task("last", write("last"), after(quick, slow));
  const { results: [{ runId }] } = await scene.call("POST", "/tasks/run", { ids: [first] });
  const { flowRunId } = await scene.call("GET", `/runs/${runId}`);
  await until("the quick task", async () => statesOf(await scene.flow(flowRunId)).quick === "succeeded");
  return {
    ...{ first, quick, slow, last, flowRunId: flowRunId as number },
    async finish(): Promise<{ flow: FlowRun; started: string[] }> {
      await Deno.writeTextFile(gate, "");
      const flow = await scene.ended(flowRunId);
      return { flow, started: (await Deno.readTextFile(witness)).trim().split("\n") };
    },
  };
}

/** Deletes a task and empties the trash of it, with its runs. */
async function removeTask(scene: FlowScene, id: number): Promise<void> {
  await scene.call("DELETE", "/tasks", { ids: [id] });
  await scene.call("DELETE", "/tasks/trash", { ids: [id] });
  const isGone = async () => (await scene.call("GET", `/runs?taskId=${id}`)).total === 0;
  await until("its runs to be removed", isGone);
}

Deno.test("flow ends: retention leaves the runs of a flow run that is open, so that none starts again", async () => {
  await using scene = await FlowScene.open();
  const { finish } = await withSlowOne(scene);
  await removeRuns(scene);
  const { flow, started } = await finish();
  assert.equal(flow.state, "succeeded");
  assert.deepEqual(statesOf(flow), {
    ...{ first: "succeeded", quick: "succeeded", slow: "succeeded", last: "succeeded" },
  });
  assert.deepEqual(started, ["first", "quick", "last"]);
});

Deno.test("flow ends: a task that is deleted for good while its flow run is open counts as it ended", async () => {
  await using scene = await FlowScene.open();
  const { quick, finish } = await withSlowOne(scene);
  await removeTask(scene, quick);
  const { flow, started } = await finish();
  assert.deepEqual([flow.state, flow.tasks.find(({ name }) => name === "last")!.state], [
    "succeeded",
    "succeeded",
  ]);
  assert.deepEqual(started, ["first", "quick", "last"]);
});

Deno.test("flow ends: a failed task that is deleted for good while its flow run is open has failed all the same", async () => {
  await using scene = await FlowScene.open();
  const gate = join(scene.panel.dataDir, "gate");
  const first = await scene.task("first", "true");
  const quick = await scene.task("quick", "false", after(first));
  const slow = await scene.task("slow", `until test -e ${gate}; do sleep 0.02; done`, after(first));
  await scene.task("alarm", "true", {
    tasks: [{ taskId: quick, outcome: "failed" }, { taskId: slow, outcome: "any" }],
  });
  const { results: [{ runId }] } = await scene.call("POST", "/tasks/run", { ids: [first] });
  const { flowRunId } = await scene.call("GET", `/runs/${runId}`);
  await until("the quick task", async () => statesOf(await scene.flow(flowRunId)).quick === "failed");
  await removeTask(scene, quick);
  await Deno.writeTextFile(gate, "");
  const flow = await scene.ended(flowRunId);
  assert.deepEqual([flow.state, statesOf(flow).alarm], ["failed", "succeeded"]);
});

Deno.test("flow ends: values of a list whose failed run was removed run again, and only those", async () => {
  await using scene = await FlowScene.open();
  const gate = join(scene.panel.dataDir, "gate");
  const witness = join(scene.panel.dataDir, "witness");
  const first = await scene.task(
    "first",
    `echo $item >> ${witness}; test $item != a || test -e ${gate}`,
    null,
    {
      parameters: [{ name: "item", type: "text" }],
      forEach: { parameter: "item", values: ["a", "b", "c"] },
    },
  );
  await scene.task("last", "true", after(first));
  const flow = await scene.run(first);
  assert.equal(flow.state, "failed");
  const { db, dataDir } = scene.panel;
  await removeSurplusRuns({ db, logger: silentLogger, logs: join(dataDir, "logs"), keepRuns: 2 });
  await Deno.writeTextFile(gate, "");
  await scene.call("POST", `/flow-runs/${flow.id}/continue`);
  const second = await scene.ended(flow.id);
  assert.deepEqual([second.state, statesOf(second)], ["succeeded", {
    first: "succeeded",
    last: "succeeded",
  }]);
  const started = (await Deno.readTextFile(witness)).trim().split("\n");
  assert.deepEqual(started.toSorted(), ["a", "a", "b", "c"]);
});

Deno.test("flow ends: a due time that was skipped continues with the values of its rule, and with what starts after it", async () => {
  await using scene = await FlowScene.open();
  const witness = join(scene.panel.dataDir, "witness");
  const before = await scene.task("before", "true");
  const due = await scene.task("due", `echo $full >> ${witness}`, { ...after(before), within: "1s" }, {
    parameters: [{ name: "full", type: "text", default: "no" }],
    schedules: [{ rule: "* * * * * *", parameters: { full: "yes" } }],
  });
  await scene.task("last", "true", after(due));
  const skipped = await until("a due time to be skipped", async () => {
    const { items } = await scene.call("GET", `/flow-runs?taskId=${due}`);
    return items.find(({ state }: FlowRun) => state === "skipped") as FlowRun | undefined ?? null;
  });
  assert.equal(skipped.canContinue, true);
  await scene.call("POST", `/flow-runs/${skipped.id}/continue`);
  const flow = await scene.ended(skipped.id);
  assert.deepEqual([flow.state, statesOf(flow)], ["succeeded", { due: "succeeded", last: "succeeded" }]);
  assert.equal(await Deno.readTextFile(witness), "yes\n");
});

Deno.test("flow ends: what has ended stays so when its runs are removed, and can be continued", async () => {
  await using scene = await FlowScene.open();
  const gate = join(scene.panel.dataDir, "gate");
  const first = await scene.task("first", "true");
  // One keeps its runs for a day, whatever the setting.
  const check = await scene.task("check", `test -e ${gate}`, after(first), { logKeepDays: 1 });
  await scene.task("last", "true", after(check));
  const flow = await scene.run(first);
  assert.deepEqual([flow.state, flow.canContinue], ["failed", true]);
  await removeRuns(scene);
  const later = await scene.flow(flow.id);
  assert.deepEqual(later, { ...flow, tasks: later.tasks });
  assert.deepEqual(statesOf(later), { first: "succeeded", check: "failed", last: "not_run" });
  assert.deepEqual(later.tasks.map(({ runId }) => runId), [null, null, null]);
  assert.deepEqual(later.tasks.map(({ links }) => links), flow.tasks.map(({ links }) => links));
  assert.deepEqual(await scene.status("POST", `/flow-runs/${flow.id}/stop`), [409, "run_not_active"]);
  await Deno.writeTextFile(gate, "");
  await scene.call("POST", `/flow-runs/${flow.id}/continue`);
  const second = await scene.ended(flow.id);
  assert.deepEqual([second.state, second.canContinue, statesOf(second)], ["succeeded", false, {
    ...{ first: "succeeded", check: "succeeded", last: "succeeded" },
  }]);
  const runs = await scene.call("GET", `/tasks/${first}/runs`);
  assert.equal(runs.total, 0, "what has succeeded does not run again");
});

Deno.test("flow ends: a failed task that was deleted has still failed, and what cannot start is no new attempt", async () => {
  await using scene = await FlowScene.open();
  const gate = join(scene.panel.dataDir, "gate");
  const first = await scene.task("first", "true");
  const gone = await scene.task("gone", "false", after(first));
  const other = await scene.task("other", `test -e ${gate}`, after(first));
  const flow = await scene.run(first);
  await scene.call("DELETE", "/tasks", { ids: [gone] });
  await scene.call("POST", `/flow-runs/${flow.id}/continue`);
  const second = await scene.ended(flow.id);
  assert.deepEqual([second.state, second.attempt], ["failed", 2]);
  await Deno.writeTextFile(gate, "");
  await scene.call("POST", `/flow-runs/${flow.id}/continue`);
  const third = await scene.ended(flow.id);
  assert.deepEqual([third.state, third.attempt], ["failed", 3]);
  assert.deepEqual(statesOf(third), { first: "succeeded", gone: "failed", other: "succeeded" });
  assert.deepEqual(third.tasks.find(({ taskId }) => taskId === gone)!.links, [
    { from: first, decision: "not_followed", reason: "deleted" },
  ]);
  const continued = await scene.status("POST", `/flow-runs/${flow.id}/continue`);
  assert.deepEqual(continued, [409, "nothing_to_continue"]);
  assert.equal((await scene.flow(flow.id)).attempt, 3);
  assert.equal((await scene.call("GET", `/tasks/${other}/runs`)).total, 3);
});

Deno.test("flow ends: an alarm without a failure is not missing", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("first", "true");
  await scene.task("alarm", "true", { tasks: [{ taskId: first, outcome: "failed" }] });
  const flow = await scene.run(first);
  assert.deepEqual([flow.state, flow.canContinue], ["succeeded", false]);
  assert.deepEqual(await scene.status("POST", `/flow-runs/${flow.id}/continue`), [
    409,
    "nothing_to_continue",
  ]);
});

Deno.test("flow ends: a disabled task in the middle can be continued once it is enabled", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("first", "true");
  const middle = await scene.task("middle", "true", after(first));
  await scene.task("last", "true", after(middle));
  await scene.call("POST", "/tasks/disable", { ids: [middle] });
  const flow = await scene.run(first);
  assert.deepEqual([flow.state, flow.canContinue], ["succeeded", true]);
  const again = await scene.status("POST", `/flow-runs/${flow.id}/continue`);
  assert.deepEqual(again, [409, "nothing_to_continue"]);
  await scene.call("POST", "/tasks/enable", { ids: [middle] });
  await scene.call("POST", `/flow-runs/${flow.id}/continue`);
  const second = await scene.ended(flow.id);
  assert.deepEqual([second.state, second.canContinue], ["succeeded", false]);
  assert.deepEqual(statesOf(second), { first: "succeeded", middle: "succeeded", last: "succeeded" });
});
