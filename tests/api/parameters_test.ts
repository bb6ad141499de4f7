// Parameters of tasks by the API: who may pass them, where they are kept, and that no way of changing a task loses them.
import assert from "node:assert/strict";
import type { AuditEntry } from "../../server/contract/audit_log.ts";
import type { Run } from "../../server/contract/runs.ts";
import type { TaskChange } from "../../server/contract/task_changes.ts";
import type { TaskDetail, TaskRunResult } from "../../server/contract/tasks.ts";
import { CompatibleClient } from "../support/compatible_client.ts";
import { TaskScene } from "../support/task_scene.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

const monday = { rule: "0 6 * * 1", parameters: { full: true } };
const parameters = [
  { name: "full", type: "switch", label: { en: "Full", zh: "完整" }, default: false },
  { name: "target", type: "text", help: "Where to", default: "disk", pattern: "[a-z]+" },
  { name: "token", type: "secret" },
];
const task = {
  name: "Backup",
  command: 'echo "full $full, target $target, token $token"',
  schedules: ["0 6 * * *", monday],
  parameters,
};

async function read(scene: TaskScene, id: number): Promise<TaskDetail> {
  return (await scene.call("GET", `/tasks/${id}`)).json as unknown as TaskDetail;
}

async function issuesOf(scene: TaskScene, method: string, path: string, body: unknown): Promise<string[]> {
  const { status, problem } = await scene.call(method, path, { body: body as Record<string, unknown> });
  assert.equal(status, 422, path);
  return (problem.issues ?? []).map(({ path, code, message }) => `${path} ${code}: ${message}`);
}

Deno.test("task parameters: a declaration is returned with defaults, rules with values as objects", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add(task);
  const none = { required: false, default: null, pattern: null, min: null, max: null, choices: null };
  const { parameters: declared, schedules } = await read(scene, id);
  assert.deepEqual(declared, parameters.map((one) => ({ ...none, ...one })));
  assert.deepEqual(schedules, ["0 6 * * *", monday]);
  const { json } = await scene.call("GET", "/tasks");
  assert.deepEqual((json.items as TaskDetail[])[0]!.schedules, ["0 6 * * *", monday]);
  // A text is a rule without values.
  await scene.call("PATCH", `/tasks/${id}`, { body: { schedules: ["0 6 * * *", "0 6 * * 1"] } });
  assert.deepEqual((await read(scene, id)).schedules, ["0 6 * * *", "0 6 * * 1"]);
});

Deno.test("task parameters: a run gets the given values, and shows them without secrets", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add({ ...task, schedules: "manual" });
  const run = async (parameters: unknown): Promise<Run & { log: string }> => {
    const { json, status, text } = await scene.call("POST", "/tasks/run", {
      body: { ids: [id], parameters },
    });
    assert.equal(status, 200, text);
    const { runId = 0 } = (json as unknown as TaskRunResult).results[0]!;
    const { log } = await scene.engine.end(runId);
    return { ...(await scene.call("GET", `/runs/${runId}`)).json as unknown as Run, log };
  };
  const given = await run({ full: "true", target: "tape", token: "5ecret-one" });
  assert.deepEqual(given.parameters, { full: true, target: "tape", token: null });
  assert.match(given.log, /\nfull true, target tape, token \*\*\*\n/);
  const usual = await run({ target: null });
  assert.deepEqual(usual.parameters, { full: false });
  // Unlike of one that was declared later, it is known that the run had none of it.
  assert.deepEqual([given.unsetParameters, usual.unsetParameters], [[], ["target"]]);
  assert.match(usual.log, /\nfull false, target , token \n/);
  const { json } = await scene.call("GET", `/tasks/${id}/runs`);
  assert.deepEqual((json.items as Run[]).map((one) => one.parameters), [usual.parameters, given.parameters]);
});

const wrong: [string, Record<string, unknown>, string[]][] = [
  ["an unknown name", { more: 1 }, ["parameters.more unknown_parameter: The task has no parameter more"]],
  ["another type", { full: "maybe" }, ["parameters.full invalid_type: Must be of type boolean"]],
  ["what the pattern does not match", { target: "A" }, [
    "parameters.target pattern_mismatch: Does not match the pattern [a-z]+",
  ]],
  ["no value for what is required", { level: null }, [
    "parameters.level parameter_required: The parameter level needs a value",
  ]],
  ["a file that is not there", { list: "a/b.txt" }, [
    "parameters.list no_such_script_file: There is no file a/b.txt in the scripts folder",
  ]],
  ["no name of a variable", { "a-b": 1 }, ["parameters.a-b invalid: Not a valid value"]],
  ["a text of 64 kB and a byte", { target: "é".repeat(32_768) + "x" }, [
    "parameters.target too_many_bytes: Must have at most 65536 bytes",
  ]],
  ["a megabyte", { target: "'$(x)\n".repeat(1024 * 1024 / 6) }, [
    "parameters.target too_long: Must have at most 65536 characters",
  ]],
  ["a NUL byte", { target: "a\u0000" }, [
    "parameters.target invalid_character: Contains a character that is not allowed",
  ]],
];

Deno.test("task parameters: wrong values are rejected, and none of the tasks is run", async () => {
  await using scene = await TaskScene.open();
  const more = [
    { name: "level", type: "choice", choices: ["a", "b"], required: true, default: "a" },
    { name: "list", type: "file" },
  ];
  const ids = [
    await scene.add({ ...task, schedules: "manual", parameters: [...parameters, ...more] }),
    await scene.add({ ...task, schedules: "manual", parameters: [...parameters, ...more] }),
  ];
  for (const [what, values, issues] of wrong) {
    assert.deepEqual(await issuesOf(scene, "POST", "/tasks/run", { ids, parameters: values }), issues, what);
  }
  const { json } = await scene.call("POST", "/tasks/run", { body: { ids, variables: { target: "x" } } });
  assert.deepEqual(
    (json as unknown as TaskRunResult).results.map(({ error }) => error?.detail),
    ids.map(() => "target is a parameter of the task, not a variable of the run"),
  );
  for (const id of ids) assert.deepEqual(await scene.engine.rows(id), []);
});

Deno.test("task parameters: a plain start without a required value says which one is missing", async () => {
  await using scene = await TaskScene.open();
  const required = [{ name: "target", type: "text", required: true }];
  const id = await scene.add({ command: "true", schedules: "manual", parameters: required });
  const { json } = await scene.call("POST", "/tasks/run", { body: { ids: [id] } });
  const { ok, error } = (json as unknown as TaskRunResult).results[0]!;
  assert.deepEqual([ok, error?.code, error?.detail], [
    false,
    "validation_failed",
    "The parameter target needs a value",
  ]);
  assert.deepEqual(await scene.engine.rows(id), []);
});

Deno.test("task parameters: a change that breaks the values of a rule is rejected with its name", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add(task);
  const before = await read(scene, id);
  assert.deepEqual(await issuesOf(scene, "PATCH", `/tasks/${id}`, { parameters: parameters.slice(1) }), [
    "parameters rule_breaks_parameter: The rule 0 6 * * 1 has a value for full that would not be allowed",
  ]);
  const required = [...parameters, { name: "more", type: "number", required: true }];
  assert.match(
    (await issuesOf(scene, "PATCH", `/tasks/${id}`, { parameters: required }))[0]!,
    /^parameters rule_without_value: The rule 0 6 \* \* \* has no value for more/,
  );
  assert.deepEqual(await read(scene, id), before);
  // Together, they fit.
  const schedules = [{ rule: "0 6 * * 1", parameters: { full: true, more: 1 } }];
  const both = await scene.call("PATCH", `/tasks/${id}`, { body: { parameters: required, schedules } });
  assert.equal(both.status, 200, both.text);
});

Deno.test("task parameters: bulk changes, spreading, suggestions, the trash and the history keep them", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add({ ...task, schedules: [monday] });
  const keeps = async (rule: string, what: string) => {
    const { schedules, parameters: declared } = await read(scene, id);
    assert.deepEqual(schedules, [{ ...monday, rule }], what);
    assert.equal(declared.length, 3, what);
  };
  const send = async (path: string, body: Record<string, unknown>) => {
    const { json, status, text } = await scene.call("POST", `/tasks${path}`, { body });
    assert.equal(status, 200, text);
    // deno-lint-ignore no-explicit-any -- any response
    return json as any;
  };
  await send("/update", { ids: [id], changes: { timeZone: "Asia/Tokyo" } });
  await keeps("0 6 * * 1", "another field");
  const { results } = await send("/update", { ids: [id], changes: { schedules: ["0 7 * * 1"] } });
  await keeps("0 7 * * 1", "other rules");
  await send("/update", { ids: [id], changes: results[0].before });
  await keeps("0 6 * * 1", "undone");
  await send("/spread", { ids: [id], from: "05:00", everyMs: 60_000 });
  await keeps("0 5 * * 1", "spread");
  await send("/reschedule", { changes: [{ id, before: ["0 5 * * 1"], after: ["30 5 * * 1"] }] });
  await keeps("30 5 * * 1", "rescheduled");
  await scene.call("DELETE", `/tasks/${id}`);
  await send("/restore", { ids: [id] });
  await keeps("30 5 * * 1", "restored");
  await scene.call("PATCH", `/tasks/${id}`, { body: { schedules: "manual", parameters: [] } });
  const { json } = await scene.call("GET", `/tasks/${id}/changes`);
  const [change] = json.items as unknown as TaskChange[];
  assert.deepEqual(change!.changes.map(({ field }) => field).sort(), ["parameters", "schedules"]);
  const restored = await scene.call("POST", `/tasks/${id}/changes/${change!.id}/restore`);
  assert.equal(restored.status, 200, restored.text);
  await keeps("30 5 * * 1", "set back");
});

Deno.test("task parameters: clients of the old API see rules as texts, and lose no values", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const { id } = await panel.request("POST", "/tasks", { headers, body: task });
  const client = await CompatibleClient.logIn(panel);
  const { data: cron } = await client.call("GET", `/crons/${id}`);
  assert.deepEqual([cron.schedule, cron.extra_schedules], ["0 6 * * *", [{ schedule: "0 6 * * 1" }]]);
  const { name, command, schedule, extra_schedules } = cron;
  await client.call("PUT", "/crons", { id, name: `${name} 2`, command, schedule, extra_schedules });
  const schedulesOf = async () => (await panel.request("GET", `/tasks/${id}`, { headers })).schedules;
  assert.deepEqual(await schedulesOf(), task.schedules);
  await client.call("PUT", "/crons", { id, name, command, schedule: "0 8 * * *", extra_schedules });
  assert.deepEqual(await schedulesOf(), ["0 8 * * *", monday]);
  await client.call("PUT", "/crons/run", [id]);
  await until("the run", async () => (await panel.request("GET", "/runs", { headers })).items[0]?.finishedAt);
  const { items: [run] } = await panel.request("GET", "/runs", { headers });
  assert.deepEqual(run.parameters, { full: false, target: "disk" });
});

Deno.test("task parameters: an application that may only run tasks passes values, but no arguments and variables", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const { id } = await panel.request("POST", "/tasks", { headers, body: task });
  const runner = await CompatibleClient.logIn(panel, ["tasks:run"]);
  const send = (body: unknown) => panel.send("POST", "/tasks/run", { headers: runner.headers, body });
  const rejected = [{ arguments: ["a"] }, { variables: { LD_PRELOAD: "x" } }, { variables: {} }];
  for (const more of rejected) {
    const response = await send({ ids: [id], parameters: { target: "tape" }, ...more });
    assert.equal(response.status, 403, JSON.stringify(more));
    await response.body?.cancel();
  }
  const undeclared = await send({ ids: [id], parameters: { LD_PRELOAD: "x" } });
  assert.equal(undeclared.status, 422);
  await undeclared.body?.cancel();
  const response = await send({ ids: [id], parameters: { target: "tape", token: "5ecret-two" } });
  assert.equal(response.status, 200);
  const { results: [{ runId }] } = await response.json();
  await until("the run", async () => (await panel.request("GET", `/runs/${runId}`, { headers })).finishedAt);
  const log = await panel.request("GET", `/runs/${runId}/log`, { headers });
  assert.match(log, /full false, target tape, token \*\*\*/);
  // Not even in the audit log.
  const { items } = await panel.request("GET", "/audit-log", { headers });
  const entry = (items as AuditEntry[]).find(({ act }) => act === "tasks.run");
  assert.deepEqual((entry!.detail as { fields: string[] }).fields, ["ids", "parameters"]);
  assert.ok(!JSON.stringify(items).includes("5ecret-two"));
});
