// Stop and Continue of flow runs, on the panel with real processes: what they do at the moment at which runs end, and at once.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { after, FlowScene } from "../support/flow_scene.ts";
import { until } from "../support/until.ts";
import { WebhookScene } from "../support/webhook_scene.ts";

const retried = { retry: { times: 10, delayMs: 0 } };

/** Waits until something in a flow run runs, and returns its ID. */
async function running(scene: FlowScene, task: number): Promise<number> {
  const { results: [{ runId }] } = await scene.call("POST", "/tasks/run", { ids: [task] });
  const { flowRunId } = await scene.call("GET", `/runs/${runId}`);
  return flowRunId;
}

async function runsOf({ panel }: FlowScene, flow: number) {
  return await panel.db.selectFrom("run").selectAll().where("flow_run_id", "=", flow).orderBy("id").execute();
}

Deno.test("flow stop: tasks that fail and are tried again all the time have ended, and nothing starts afterwards", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("first", "true");
  for (let index = 1; index <= 30; index++) {
    await scene.task(`try ${index}`, `sleep 0.0${index % 10}; exit 1`, after(first), retried);
  }
  const alone = await scene.task("alone", "true");
  const id = await running(scene, first);
  await until(
    "several to be tried again",
    async () => (await runsOf(scene, id)).filter(({ cause }) => cause === "retry").length > 10,
  );
  const flow = await scene.call("POST", `/flow-runs/${id}/stop`);
  assert.equal(flow.state, "stopped");
  const runs = await runsOf(scene, id);
  assert.deepEqual(runs.filter(({ finished_at }) => finished_at === null), []);
  // Others have their turn, so that anything left would have had it too.
  const { results: [{ runId }] } = await scene.call("POST", "/tasks/run", { ids: [alone] });
  await until("another run", async () => (await scene.call("GET", `/runs/${runId}`)).state === "succeeded");
  assert.deepEqual((await runsOf(scene, id)).map(({ id }) => id), runs.map(({ id }) => id));
  assert.deepEqual(
    [...new Set(runs.map(({ state }) => state))].filter((state) => !["succeeded", "failed"].includes(state)),
    ["stopped"],
  );
  assert.ok(runs.filter(({ state }) => state === "stopped").every(({ stopped_by }) => stopped_by !== null));
});

Deno.test("flow stop: what waits for its time, for approval or for a turn is gone with what runs", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("first", "true");
  await scene.task("later", "exit 1", after(first), { retry: { times: 1, delayMs: 3_600_000 } });
  await scene.task("approved", "true", after(first), { requiresApproval: true });
  const each = await scene.task("each", "sleep 600", after(first), {
    parameters: [{ name: "DAY", type: "text" }],
    forEach: { parameter: "DAY", values: ["a", "b", "c"], limit: 1 },
  });
  await scene.task("next", "true", { tasks: [{ taskId: each, outcome: "any" }] });
  const id = await running(scene, first);
  await until("all of that", async () => {
    const states = (await runsOf(scene, id)).map(({ state, cause }) => `${cause} ${state}`).sort();
    return ["retry queued", "upstream waiting_for_approval", "upstream running"].every((one) =>
      states.includes(one)
    ) && states.filter((one) => one === "upstream queued").length === 2;
  });
  const flow = await scene.call("POST", `/flow-runs/${id}/stop`);
  assert.equal(flow.state, "stopped");
  const states = (await runsOf(scene, id)).map(({ state }) => state).sort();
  assert.deepEqual(states, ["failed", ...Array(5).fill("stopped"), "succeeded"]);
  const links = await scene.panel.db.selectFrom("flow_link").innerJoin("task", "task.id", "flow_link.task_id")
    .select("task.name").where("flow_run_id", "=", id).orderBy("task.name").execute();
  assert.deepEqual(links.map(({ name }) => name), ["approved", "each", "later"]);
});

Deno.test("flow stop: pressed twice at once, and Continue too, there is one attempt more", async () => {
  await using scene = await FlowScene.open();
  const gate = join(scene.panel.dataDir, "gate");
  const first = await scene.task("first", "true");
  const slow = await scene.task("slow", `test -e ${gate} || exec sleep 600`, after(first));
  const id = await running(scene, first);
  const press = async (action: string): Promise<number> => {
    const response = await scene.panel.send("POST", `/flow-runs/${id}/${action}`, { headers: scene.admin });
    await response.body?.cancel();
    return response.status;
  };
  await until("the slow task", async () => (await scene.call("GET", `/tasks/${slow}`)).status === "running");
  // Who comes late finds it stopped.
  const stopped = await Promise.all([press("stop"), press("stop")]);
  assert.ok(stopped.includes(200) && stopped.every((one) => one === 200 || one === 409), stopped.join());
  assert.equal((await scene.flow(id)).state, "stopped");
  assert.equal((await runsOf(scene, id)).length, 2);
  const continued = await Promise.all([press("continue"), press("continue")]);
  assert.deepEqual(continued.toSorted(), [200, 409]);
  assert.deepEqual([(await scene.flow(id)).attempt, (await runsOf(scene, id)).length], [2, 3]);
  // While it stops, it cannot be continued; once it has, it can.
  const [, last] = await Promise.all([press("stop"), press("continue")]);
  const { attempt } = await scene.flow(id);
  assert.deepEqual([attempt, (await runsOf(scene, id)).length], last === 200 ? [3, 4] : [2, 3]);
  if (last === 200) await press("stop");
  assert.equal((await scene.flow(id)).state, "stopped");
  await Deno.writeTextFile(gate, "");
  await press("continue");
  const flow = await scene.ended(id);
  assert.deepEqual([flow.state, flow.attempt], ["succeeded", attempt + 1]);
  assert.equal((await runsOf(scene, id)).filter(({ task_id }) => task_id === first).length, 1);
});

Deno.test("flow stop: one that has just ended is not called stopped", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("first", "true");
  await scene.task("last", "true", after(first));
  const { id } = await scene.run(first);
  assert.deepEqual(await scene.status("POST", `/flow-runs/${id}/stop`), [409, "run_not_active"]);
  const { stopped_at } = await scene.panel.db.selectFrom("flow_run").select("stopped_at").where("id", "=", id)
    .executeTakeFirstOrThrow();
  assert.equal(stopped_at, null);
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

Deno.test("flow continue: the first task that failed gets its parameters, its secret and what a webhook sent once more", async () => {
  const parameters = [
    { name: "DAY", type: "text", default: "sunday" },
    { name: "TOKEN", type: "secret" },
  ];
  const seen = 'printf "%s\\n" "$DAY" "$(printf %s "$TOKEN" | sha256sum | cut -c1-64)"';
  const body =
    '[ -n "$SUNDIAL_TRIGGER_FILE" ] && sha256sum < "$SUNDIAL_TRIGGER_FILE" | cut -c1-64 || echo none';
  await using scene = await WebhookScene.open({ parameters, command: `${seen}; ${body}; test -e gate` });
  const { panel, headers } = scene;
  const call = (method: string, path: string, body?: unknown) =>
    panel.request(method, path, { headers, ...body !== undefined && { body } });
  const gate = join(panel.dataDir, "gate");
  await call("PATCH", `/tasks/${scene.task}`, { workingDirectory: panel.dataDir });
  await call("POST", "/tasks", {
    ...{ name: "next", command: "true", schedules: "manual", upstream: after(scene.task) },
  });
  await scene.make("standard", { DAY: "/day", TOKEN: "/token" });
  const sent = JSON.stringify({ day: "it's $(a)\nday", token: "opensesame \"' " });
  const { json: { runId: delivered } } = await scene.deliver(sent);
  await scene.end(delivered);
  const given = { DAY: "monday", TOKEN: "other secret" };
  const { results: [{ runId: byHand }] } = await call("POST", "/tasks/run", {
    ...{ ids: [scene.task], parameters: given },
  });
  await scene.end(byHand);
  await Deno.writeTextFile(gate, "");
  for (
    const [run, expected] of [
      [delivered, ["it's $(a)", "day", sha256("opensesame \"' "), sha256(sent)]],
      [byHand, [given.DAY, sha256(given.TOKEN), "none"]],
    ] as const
  ) {
    const before = await scene.end(run);
    assert.equal(before.state, "failed");
    const { flowRunId } = await call("GET", `/runs/${run}`);
    assert.equal((await call("POST", `/flow-runs/${flowRunId}/continue`)).attempt, 2);
    let flow = await call("GET", `/flow-runs/${flowRunId}`);
    await until("it to succeed", async () => {
      flow = await call("GET", `/flow-runs/${flowRunId}`);
      return flow.state !== "running";
    });
    const again = await scene.end(flow.tasks[0].runId);
    assert.notEqual(again.id, run);
    assert.deepEqual([flow.state, again.state, again.cause], ["succeeded", "succeeded", "person"]);
    for (const { log } of [before, again]) {
      const lines = log.split("\n");
      assert.deepEqual(expected.filter((line) => !lines.includes(line)), [], log);
    }
    assert.deepEqual(again.parameters, before.parameters);
  }
});
