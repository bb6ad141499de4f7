// The links of due times and of starts that were skipped, as the API shows them.
import assert from "node:assert/strict";
import type { FlowRun } from "../../server/contract/flows.ts";
import { after, FlowScene } from "../support/flow_scene.ts";
import { until } from "../support/until.ts";

/** Adds a task that is due in a moment, and waits for others as long as given. */
async function dueSoon(scene: FlowScene, name: string, upstream: object): Promise<number> {
  const soon = new Date(Date.now() + 1_500).toISOString().slice(0, 19).replace("T", " ");
  // What is never due again is disabled.
  const schedule = { schedules: [`@once ${soon}`, "0 0 1 1 *"], timeZone: "UTC" };
  return await scene.task(name, "true", upstream, schedule);
}

// deno-lint-ignore no-explicit-any -- a run of the API
async function firstRun(scene: FlowScene, taskId: number): Promise<any> {
  return await until(
    "a run",
    async () => (await scene.call("GET", `/tasks/${taskId}/runs`)).items[0] ?? null,
  );
}

function linksOf(flow: FlowRun, taskId: number) {
  return flow.tasks.find((task) => task.taskId === taskId)!.links;
}

Deno.test("due links: a due time that waits, lapses or starts has a flow run with its links", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("export", "true");
  const never = await scene.task("never", "true");
  const patient = await dueSoon(scene, "patient", { ...after(first), waitMs: 600_000 });
  const brief = await dueSoon(scene, "brief", { ...after(first, never), waitMs: 1_000 });
  const next = await scene.task("next", "true", after(patient));
  const { id, flowRunId } = await firstRun(scene, patient);
  const waiting = await scene.flow(flowRunId);
  assert.deepEqual(linksOf(waiting, patient), [{ from: first, decision: "waiting", reason: null }]);
  assert.deepEqual(waiting.outside, [{ taskId: first, name: "export" }]);
  const lapsed = await until("the other to lapse", async () => {
    const run = await firstRun(scene, brief);
    return run.skipReason === "upstream" && run;
  });
  assert.deepEqual(linksOf(await scene.flow(lapsed.flowRunId), brief), [
    { from: first, decision: "lapsed", reason: "not_recent" },
    { from: never, decision: "lapsed", reason: "not_recent" },
  ]);
  for (const [task, flow] of [[patient, flowRunId], [brief, lapsed.flowRunId]]) {
    const { flowRunId: found, causes } = await scene.call("GET", `/tasks/${task}/why`);
    assert.deepEqual([found, causes[0].taskId, causes[0].reason], [flow, first, "not_recent"]);
  }
  await scene.call("POST", "/tasks/run", { ids: [first] });
  const started = await scene.ended(flowRunId);
  assert.deepEqual(linksOf(started, patient), [{ from: first, decision: "followed", reason: null }]);
  assert.deepEqual(started.tasks.map(({ taskId, state, runId }) => [taskId, state, runId === id]), [
    [patient, "succeeded", true],
    [next, "succeeded", false],
  ]);
  await scene.call("DELETE", `/tasks/${never}`);
  assert.deepEqual((await scene.flow(lapsed.flowRunId)).outside, [
    { taskId: first, name: "export" },
    { taskId: never, name: null },
  ]);
});

Deno.test("due links: a start that is skipped says why at its links, and why it did not run", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("export", "true");
  const busy = await scene.task("busy", "sleep 600", after(first));
  const last = await scene.task("last", "true", after(busy));
  await scene.call("POST", "/tasks/run", { ids: [first] });
  const { id: live } = await firstRun(scene, busy);
  const flow = await scene.run(first);
  assert.deepEqual(linksOf(flow, busy), [{ from: first, decision: "not_followed", reason: "overlap" }]);
  assert.deepEqual(linksOf(flow, last), [
    { from: busy, decision: "not_followed", reason: "upstream_not_run" },
  ]);
  const why = async (taskId: number) => {
    const { answer, flowRunId, causes } = await scene.call("GET", `/tasks/${taskId}/why`);
    assert.deepEqual([answer, flowRunId], ["not_followed", flow.id]);
    return causes.map((
      cause: { taskId: number; reason: string; run: { id: number } | null },
    ) => [cause.taskId, cause.reason, cause.run?.id ?? null]);
  };
  assert.deepEqual(await why(busy), [[busy, "overlap", live]]);
  const [skipped, obstacle] = await why(last);
  assert.deepEqual(skipped.slice(0, 2), [busy, "upstream_not_run"]);
  assert.deepEqual(obstacle, [busy, "overlap", live]);
  await scene.call("POST", `/runs/${live}/stop`);
});
