// Tasks that run once for each value of a list, on the panel with real processes.
import assert from "node:assert/strict";
import type { FlowRun } from "../../server/contract/flows.ts";
import { flowLimits } from "../../server/contract/limits/flows.ts";
import type { Run } from "../../server/contract/runs.ts";
import { after, FlowScene } from "../support/flow_scene.ts";
import { until } from "../support/until.ts";

const day = { name: "DAY", type: "text", pattern: "[^!]*" };
const each = (more: object) => ({ parameters: [day], forEach: { parameter: "DAY", ...more } });
const taskOf = (flow: FlowRun, name: string) => flow.tasks.find((task) => task.name === name)!;
const itemsOf = (flow: FlowRun, name: string) =>
  taskOf(flow, name).items?.map(({ item, value, state }) => [item, value, state]);

async function runsOf(scene: FlowScene, id: number): Promise<Run[]> {
  return (await scene.call("GET", `/tasks/${id}/runs?pageSize=100&sort=id`)).items;
}

Deno.test("for each: a run for each value, with its own; the next task waits for all and gets what they left", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task(
    "export",
    'echo "done=$DAY" >> "$SUNDIAL_OUTPUT"; echo "$DAY" > "$SUNDIAL_OUTPUT_DIR/day"',
    undefined,
    each({ values: ["a b", "$(x)", "c"], limit: 2 }),
  );
  await scene.task(
    "last",
    'printf "%s|" "$SUNDIAL_INPUT_DONE"; cd "$SUNDIAL_INPUT_DIR"; cat export/2/day; find . -type f | sort',
    after(first),
  );
  const flow = await scene.run(first);
  assert.equal(flow.state, "succeeded");
  assert.deepEqual(itemsOf(flow, "export"), [[0, "a b", "succeeded"], [1, "$(x)", "succeeded"], [
    2,
    "c",
    "succeeded",
  ]]);
  assert.deepEqual([taskOf(flow, "export").state, taskOf(flow, "last").items], ["succeeded", null]);
  const runs = await runsOf(scene, first);
  assert.deepEqual(runs.map(({ item, parameters, flowRunId }) => [item, parameters, flowRunId]), [
    [0, { DAY: "a b" }, flow.id],
    [1, { DAY: "$(x)" }, flow.id],
    [2, { DAY: "c" }, flow.id],
  ]);
  const log = await scene.call("GET", `/runs/${taskOf(flow, "last").runId}/log`);
  assert.ok(log.includes("\na b\n$(x)\nc|$(x)\n./export/1/day\n./export/2/day\n./export/3/day\n"), log);
});

Deno.test("for each: as many are live at once as its limit says, whatever the overlap rule", async () => {
  await using scene = await FlowScene.open();
  const gate = `${scene.panel.dataDir}/gate`;
  const command = `until [ -e ${gate} ]; do sleep 0.02; done`;
  const id = await scene.task(
    "many",
    command,
    undefined,
    each({ values: ["1", "2", "3", "4", "5"], limit: 2 }),
  );
  const { results: [{ runId }] } = await scene.call("POST", "/tasks/run", { ids: [id] });
  const states = async () => (await runsOf(scene, id)).map(({ state }) => state).sort();
  await until(
    "two of them",
    async () => (await states()).filter((state) => state === "running").length === 2,
  );
  assert.deepEqual(await states(), ["queued", "queued", "queued", "running", "running"]);
  // The next start is one start: it does not run beside the first, as for any task.
  const { results: [again] } = await scene.call("POST", "/tasks/run", { ids: [id] });
  assert.deepEqual([again.ok, again.error.code], [false, "task_already_active"]);
  await Deno.writeTextFile(gate, "");
  const { flowRunId } = await scene.call("GET", `/runs/${runId}`);
  const flow = await scene.ended(flowRunId);
  assert.deepEqual([flow.state, flow.tasks.length, flow.tasks[0]!.items?.length], ["succeeded", 1, 5]);
});

Deno.test("for each: retries count for each value, and what continues runs only for those that did not succeed", async () => {
  await using scene = await FlowScene.open();
  const gate = `${scene.panel.dataDir}/gate`;
  const first = await scene.task("list", 'printf "days<<E\\na\\n\\nb\\nc\\nE\\n" >> "$SUNDIAL_OUTPUT"');
  const command = `[ "$DAY" = a ] || { [ "$DAY" = b ] && [ "$SUNDIAL_ATTEMPT" = 2 ]; } || test -e ${gate}`;
  const check = await scene.task("check", command, after(first), {
    ...each({ output: "days", limit: 3 }),
    retry: { times: 1, delayMs: 0, backoff: "fixed" },
  });
  const alarm = await scene.task("alarm", "true", { tasks: [{ taskId: check, outcome: "failed" }] });
  await scene.task("last", "true", after(check));
  const flow = await scene.run(first);
  assert.deepEqual(itemsOf(flow, "check"), [[0, "a", "succeeded"], [1, "b", "succeeded"], [
    2,
    "c",
    "failed",
  ]]);
  assert.deepEqual(["check", "alarm", "last"].map((name) => taskOf(flow, name).state), [
    "failed",
    "succeeded",
    "not_run",
  ]);
  const attempts = async () =>
    (await runsOf(scene, check)).map(({ item, attempt }) => `${item} ${attempt}`).sort();
  assert.deepEqual(await attempts(), ["0 1", "1 1", "1 2", "2 1", "2 2"]);
  await Deno.writeTextFile(gate, "");
  await scene.call("POST", `/flow-runs/${flow.id}/continue`);
  const again = await scene.ended(flow.id);
  assert.equal(again.state, "succeeded");
  assert.deepEqual(itemsOf(again, "check"), [[0, "a", "succeeded"], [1, "b", "succeeded"], [
    2,
    "c",
    "succeeded",
  ]]);
  assert.deepEqual(await attempts(), ["0 1", "1 1", "1 2", "2 1", "2 1", "2 2"]);
  assert.deepEqual([(await runsOf(scene, alarm)).length, taskOf(again, "last").state], [1, "succeeded"]);
});

Deno.test("for each: an empty list, one that is too long, and a value that is not allowed count as not run, with the reason", async () => {
  await using scene = await FlowScene.open();
  const cases: [string, string, string | null][] = [
    ["nothing", "true", "list_empty"],
    ["as many as are allowed", `seq -s ' ' ${flowLimits.items} | tr ' ' '\\n'`, null],
    ["one more", `seq -s ' ' ${flowLimits.items + 1} | tr ' ' '\\n'`, "list_too_long"],
    ["not allowed", "echo a; echo 'b!'", "list_value"],
    ["a secret", 'echo "x $TOKEN"', "list_secret"],
  ];
  await scene.call("POST", "/variables", { name: "TOKEN", value: "5ecret-value", secret: true });
  for (const [what, list, detail] of cases) {
    const first = await scene.task(what, `{ echo 'days<<E'; ${list}; echo E; } >> "$SUNDIAL_OUTPUT"`);
    // Nothing of it is to run here.
    const next = await scene.task("next", "true", after(first), {
      ...each({ output: "days" }),
      overlap: { policy: "skip" },
    });
    const { results: [{ runId }] } = await scene.call("POST", "/tasks/run", { ids: [first] });
    const { flowRunId } = await scene.call("GET", `/runs/${runId}`);
    await until(`the runs for ${what}`, async () => (await runsOf(scene, next)).length > 0);
    if (detail === null) {
      const { total } = await scene.call("GET", `/tasks/${next}/runs`);
      assert.equal(total, flowLimits.items);
      await scene.call("POST", `/flow-runs/${flowRunId}/stop`);
      continue;
    }
    const flow = await scene.ended(flowRunId);
    const [run] = await runsOf(scene, next);
    assert.deepEqual([run!.state, run!.skipReason, run!.detail], ["skipped", "list", detail], what);
    assert.equal(flow.state, "succeeded");
  }
});

Deno.test("for each: outputs that are too long together are left out whole, which log, flow run and skip say", async () => {
  await using scene = await FlowScene.open();
  const max = flowLimits.outputBytes;
  await scene.call("POST", "/variables", { name: "TOKEN", value: "5ecret-value", secret: true });
  // Between the two is the end of a line.
  for (const [size, isWhole] of [[max - 1 - max / 2, true], [max - max / 2, false]] as const) {
    const first = await scene.task(
      "export",
      '{ printf big=; head -c $DAY /dev/zero | tr "\\0" x; echo; echo "small=$DAY $TOKEN"; } >> "$SUNDIAL_OUTPUT"',
      undefined,
      each({ values: [String(max / 2), String(size)], limit: 2 }),
    );
    const last = await scene.task("last", 'echo "big: ${#SUNDIAL_INPUT_BIG}."', after(first));
    const list = await scene.task("list", "true", after(first), each({ output: "big" }));
    const flow = await scene.run(first);
    assert.deepEqual(flow.tasks.map(({ omittedOutputs }) => omittedOutputs), [
      isWhole ? [] : ["big"],
      [],
      [],
    ]);
    const log: string = await scene.call("GET", `/runs/${(await runsOf(scene, last))[0]!.id}/log`);
    assert.ok(log.includes(`big: ${isWhole ? max : 0}.`), log);
    assert.equal(
      log.includes(
        `This run does not get big of export: all of its runs together have more than ${max} bytes of it`,
      ),
      !isWhole,
      log,
    );
    const [run] = await runsOf(scene, list);
    const expected = isWhole ? ["succeeded", null, null] : ["skipped", "list", "list_too_large"];
    assert.deepEqual([run!.state, run!.skipReason, run!.detail], expected);
  }
});

Deno.test("for each: a due time has a run for each value", async () => {
  await using scene = await FlowScene.open();
  const soon = new Date(Date.now() + 1_500).toISOString().slice(0, 19).replace("T", " ");
  const { id } = await scene.call("POST", "/tasks", {
    ...{ name: "timed", command: "true", schedules: [`@once ${soon}`], timeZone: "UTC" },
    ...each({ values: ["a", "b"], limit: 2 }),
  });
  await until(
    "both runs",
    async () => (await runsOf(scene, id)).filter(({ state }) => state === "succeeded").length === 2,
  );
  const runs = await runsOf(scene, id);
  assert.deepEqual(runs.map(({ cause, item }) => [cause, item]), [["schedule", 0], ["schedule", 1]]);
  assert.equal(runs[0]!.flowRunId, runs[1]!.flowRunId);
});

Deno.test("for each: what cannot be is rejected at its field, also when it comes about by another change", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("first", "true");
  const issues = async (method: string, path: string, body: object) => {
    const response = await scene.panel.send(method, path, { headers: scene.admin, body });
    assert.equal(response.status, 422);
    return (await response.json()).issues.map(({ path, code }: Record<string, string>) => `${path} ${code}`);
  };
  const base = { name: "x", command: "true", schedules: "manual" };
  const wrong: [object, string[]][] = [
    [each({}), ["forEach one_list"]],
    [each({ values: ["a"], output: "b" }), ["forEach one_list", "forEach.output list_without_upstream"]],
    [each({ values: [] }), ["forEach.values too_few"]],
    [each({ values: Array(flowLimits.items + 1).fill("a") }), ["forEach.values too_many"]],
    [each({ values: ["a"], limit: 0 }), ["forEach.limit too_small"]],
    [each({ values: ["a"], limit: flowLimits.itemsAtOnce + 1 }), ["forEach.limit too_big"]],
    [each({ values: ["a", "b!"] }), ["forEach.values.1 pattern_mismatch"]],
    [{ ...each({ values: ["a"] }), parameters: [] }, ["forEach.parameter unknown_parameter"]],
    [{ ...each({ values: ["a"] }), parameters: [{ ...day, required: true }] }, [
      "forEach.parameter list_parameter",
    ]],
    [{ ...each({ values: ["a"] }), parameters: [{ name: "DAY", type: "secret" }] }, [
      "forEach.parameter list_parameter",
    ]],
    [each({ output: "a" }), ["forEach.output list_without_upstream"]],
    [{ ...each({ output: "a" }), upstream: after(first), schedules: ["@daily"] }, [
      "forEach.output list_without_upstream",
    ]],
    [{ ...each({ values: ["a"] }), placement: { pool: null, mode: "all" } }, ["forEach list_on_all_nodes"]],
  ];
  for (const [more, expected] of wrong) {
    assert.deepEqual(
      await issues("POST", "/tasks", { ...base, ...more }),
      expected,
      JSON.stringify(more).slice(0, 200),
    );
  }
  const most = each({ values: Array(flowLimits.items).fill("a"), limit: flowLimits.itemsAtOnce });
  const { id } = await scene.call("POST", "/tasks", { ...base, ...most });
  await scene.call("PATCH", `/tasks/${id}`, {
    forEach: { parameter: "DAY", output: "days", limit: 1 },
    upstream: after(first),
  });
  const path = `/tasks/${id}`;
  assert.deepEqual(await issues("PATCH", path, { upstream: null }), ["upstream list_without_upstream"]);
  assert.deepEqual(await issues("PATCH", path, { schedules: ["@daily"] }), [
    "schedules list_without_upstream",
  ]);
  assert.deepEqual(await issues("PATCH", path, { parameters: [] }), ["parameters unknown_parameter"]);
  assert.deepEqual(await issues("PATCH", path, { placement: { pool: null, mode: "all" } }), [
    "placement list_on_all_nodes",
  ]);
  await scene.call("PATCH", path, { forEach: { parameter: "DAY", values: ["a", "b"] } });
  assert.deepEqual(await issues("PATCH", path, { parameters: [{ ...day, pattern: "a" }] }), [
    "parameters list_value",
  ]);
  // By hand, an empty list says so at once.
  await scene.call("PATCH", path, { forEach: { parameter: "DAY", output: "days" } });
  const { results: [{ error }] } = await scene.call("POST", "/tasks/run", { ids: [id] });
  assert.deepEqual([error.code, error.detail], ["validation_failed", "The list has no values"]);
  assert.deepEqual((await scene.call("PATCH", path, { forEach: null })).forEach, null);
});
