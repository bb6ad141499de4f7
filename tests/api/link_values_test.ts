// Values that parameters of a task get when another task starts it.
import assert from "node:assert/strict";
import { FlowScene } from "../support/flow_scene.ts";

const parameters = [
  { name: "MODE", type: "text", default: "usual", pattern: "[a-z]+" },
  { name: "TOKEN", type: "secret" },
];

async function given(scene: FlowScene, first: number): Promise<unknown> {
  const flow = await scene.run(first);
  const { runId } = flow.tasks.find(({ name }) => name === "next")!;
  return (await scene.call("GET", `/runs/${runId}`)).parameters;
}

Deno.test("link values: a run gets those of the links that start it, and the defaults otherwise", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("first", "true");
  const other = await scene.task("other", "true");
  const tasks = [{ taskId: first, parameters: { MODE: "first" } }, {
    taskId: other,
    parameters: { MODE: "other" },
  }];
  const id = await scene.task("next", "true", { tasks, rule: "any" }, { parameters });
  assert.deepEqual(await given(scene, first), { MODE: "first" });
  assert.deepEqual(await given(scene, other), { MODE: "other" });
  assert.deepEqual((await scene.call("GET", `/tasks/${id}`)).upstream.tasks[0].parameters, { MODE: "first" });
  await scene.call("PATCH", `/tasks/${id}`, { upstream: { tasks: [{ taskId: first }] } });
  assert.deepEqual(await given(scene, first), { MODE: "usual" });
});

Deno.test("link values: wrong ones are rejected at their field, also when the parameters change", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("first", "true");
  const second = await scene.task("second", "true");
  const issues = async (method: string, path: string, body: object) => {
    const response = await scene.panel.send(method, path, { headers: scene.admin, body });
    assert.equal(response.status, 422);
    return (await response.json()).issues.map(({ path, code }: Record<string, string>) => `${path} ${code}`);
  };
  const link = (values: object, taskId = first) => ({ taskId, parameters: values });
  const task = (tasks: object[], more: object = {}) => ({
    ...{ name: "next", command: "true", schedules: "manual", parameters },
    ...{ upstream: { tasks, ...more } },
  });
  const at = "upstream.tasks.0.parameters";
  assert.deepEqual(await issues("POST", "/tasks", task([link({ MODE: "A" })])), [
    `${at}.MODE pattern_mismatch`,
  ]);
  assert.deepEqual(await issues("POST", "/tasks", task([link({ MORE: 1 })])), [
    `${at}.MORE unknown_parameter`,
  ]);
  assert.deepEqual(await issues("POST", "/tasks", task([link({ TOKEN: "x" })])), [
    `${at}.TOKEN secret_by_hand_only`,
  ]);
  const { id } = await scene.call("POST", "/tasks", task([link({ MODE: "fast" }), link({}, second)]));
  const path = `/tasks/${id}`;
  assert.deepEqual(await issues("PATCH", path, { parameters: [] }), ["parameters link_breaks_parameter"]);
  const required = [{ ...parameters[0], default: null, required: true }];
  // All links together give a value; each alone does not.
  await scene.call("PATCH", path, { parameters: required });
  const each = { tasks: [link({ MODE: "fast" }), link({}, second)], rule: "any" };
  assert.deepEqual(await issues("PATCH", path, { upstream: each }), ["upstream parameter_required"]);
});
