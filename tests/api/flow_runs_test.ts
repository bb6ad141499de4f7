// Tasks that start after others, on the panel with real processes.
import assert from "node:assert/strict";
import type { FlowRun } from "../../server/contract/flows.ts";
import { after, FlowScene } from "../support/flow_scene.ts";
import { until } from "../support/until.ts";

const statesOf = (flow: FlowRun) => Object.fromEntries(flow.tasks.map(({ name, state }) => [name, state]));

Deno.test("flow runs: a diamond with a failure runs, stops where it must, and continues with what did not succeed", async () => {
  await using scene = await FlowScene.open();
  const gate = `${scene.panel.dataDir}/gate`;
  const first = await scene.task("export", "true");
  const check = await scene.task("check", `test -e ${gate}`, after(first));
  const count = await scene.task("count", "true", after(first));
  await scene.task("upload", "true", after(check, count));
  await scene.task("alarm", "true", { tasks: [{ taskId: check, outcome: "failed" }] });
  const flow = await scene.run(first);
  assert.deepEqual(
    { ...statesOf(flow), whole: flow.state },
    {
      export: "succeeded",
      check: "failed",
      count: "succeeded",
      upload: "not_run",
      alarm: "succeeded",
      whole: "failed",
    },
  );
  const upload = flow.tasks.find(({ name }) => name === "upload")!;
  assert.deepEqual(upload.links, [
    { from: check, decision: "not_followed", reason: "upstream_failed" },
    { from: count, decision: "not_followed", reason: "other_link" },
  ]);
  await Deno.writeTextFile(gate, "");
  await scene.call("POST", `/flow-runs/${flow.id}/continue`);
  const second = await scene.ended(flow.id);
  assert.deepEqual(statesOf(second), {
    ...{
      export: "succeeded",
      check: "succeeded",
      count: "succeeded",
      upload: "succeeded",
      alarm: "succeeded",
    },
  });
  assert.deepEqual([second.state, second.attempt], ["succeeded", 2]);
  // Only what did not succeed ran again.
  const runs = (id: number) => scene.call("GET", `/tasks/${id}/runs`).then(({ total }) => total);
  assert.deepEqual([await runs(first), await runs(check), await runs(count)], [1, 2, 1]);
  assert.deepEqual(await scene.status("POST", `/flow-runs/${flow.id}/continue`), [
    409,
    "nothing_to_continue",
  ]);
  const { items: [run] } = await scene.call("GET", `/tasks/${check}/runs?sort=-id`);
  assert.deepEqual([run.cause, run.flowRunId], ["upstream", flow.id]);
});

Deno.test("flow runs: stopping ends all of it, and a queued run that is removed is followed too", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("first", "true");
  const slow = await scene.task("slow", "sleep 600", after(first));
  await scene.task("last", "true", { tasks: [{ taskId: slow, outcome: "any" }] });
  await scene.call("POST", "/tasks/run", { ids: [first] });
  await until(
    "the slow task to run",
    async () => (await scene.call("GET", `/tasks/${slow}`)).status === "running",
  );
  const { items: [{ id }] } = await scene.call("GET", "/flow-runs");
  assert.deepEqual(await scene.status("POST", `/flow-runs/${id}/continue`), [409, "flow_run_active"]);
  await scene.call("POST", `/flow-runs/${id}/stop`);
  const flow = await scene.ended(id);
  assert.deepEqual([flow.state, statesOf(flow)], ["stopped", {
    first: "succeeded",
    slow: "stopped",
    last: "not_run",
  }]);
  assert.deepEqual(flow.tasks[2]!.links, [{ from: slow, decision: "not_followed", reason: "stopped" }]);
  assert.deepEqual(await scene.status("POST", `/flow-runs/${id}/stop`), [409, "run_not_active"]);
});

Deno.test("flow runs: a cycle is rejected with the way, an unknown task and a wrong duration at their fields", async () => {
  await using scene = await FlowScene.open();
  const a = await scene.task("a", "true");
  const b = await scene.task("b", "true", after(a));
  const c = await scene.task("c", "true", after(b));
  const issues = async (method: string, path: string, upstream: unknown) => {
    const response = await scene.panel.send(method, path, {
      headers: scene.admin,
      body: method === "PATCH" ? { upstream } : { name: "x", command: "true", schedules: "manual", upstream },
    });
    assert.equal(response.status, 422);
    return (await response.json()).issues.map((
      { path, code, message }: Record<string, string>,
    ) => [path, code, message]);
  };
  assert.deepEqual(await issues("PATCH", `/tasks/${a}`, after(c)), [
    ["upstream.tasks.0.taskId", "cycle", "The task would start after itself: a → b → c → a"],
  ]);
  const d = await scene.task("d", "true", after(c));
  const e = await scene.task("e", "true", after(d, b));
  assert.deepEqual(await issues("PATCH", `/tasks/${a}`, after(e)), [
    ["upstream.tasks.0.taskId", "cycle", "The task would start after itself: a → b → e → a"],
  ]);
  await scene.call("PATCH", `/tasks/${e}`, { upstream: after(d) });
  assert.deepEqual(await issues("PATCH", `/tasks/${a}`, after(e)), [
    ["upstream.tasks.0.taskId", "cycle", "The task would start after itself: a → b → c → d → e → a"],
  ]);
  assert.deepEqual(await issues("PATCH", `/tasks/${a}`, after(a)), [
    ["upstream.tasks.0.taskId", "cycle", "The task would start after itself: a → a"],
  ]);
  assert.deepEqual(
    (await issues("POST", "/tasks", after(a, 999, a))).map((issue: string[]) => issue.slice(0, 2)),
    [
      ["upstream.tasks.1.taskId", "unknown_task"],
      ["upstream.tasks.2.taskId", "same_task"],
    ],
  );
  assert.deepEqual((await issues("POST", "/tasks", { ...after(a), within: "since 25:00" }))[0].slice(0, 2), [
    ...["upstream.within", "invalid_within"],
  ]);
  assert.deepEqual((await scene.call("GET", `/tasks/${b}`)).upstream, {
    ...{ rule: "all", within: "24h", waitMs: 0 },
    tasks: [{ taskId: a, outcome: "succeeded" }],
  });
});

Deno.test("flow runs: a task before that is renamed, disabled or deleted while it runs leaves nothing waiting", async () => {
  await using scene = await FlowScene.open();
  const cases: [string, (id: number) => Promise<unknown>, [string, string, string | null]][] = [
    ["renamed", (id) => scene.call("PATCH", `/tasks/${id}`, { name: "other" }), [
      ...["succeeded", "succeeded"] as const,
      "old name 7",
    ]],
    ["disabled", (id) => scene.call("POST", "/tasks/disable", { ids: [id] }), [
      ...["succeeded", "succeeded"] as const,
      "old name 7",
    ]],
    ["deleted", (id) => scene.call("DELETE", `/tasks/${id}`), ["stopped", "not_run", null]],
  ];
  for (const [what, change, expected] of cases) {
    const gate = `${scene.panel.dataDir}/gate ${what}`;
    const first = await scene.task(
      "old name",
      `until [ -e "${gate}" ]; do sleep 0.02; done; echo n=7 >> "$SUNDIAL_OUTPUT"; touch "$SUNDIAL_OUTPUT_DIR/f"`,
    );
    const next = await scene.task(
      "next",
      'echo "$(ls "$SUNDIAL_INPUT_DIR" | tr _ " ") $SUNDIAL_INPUT_N"',
      after(first),
    );
    const { results: [{ runId }] } = await scene.call("POST", "/tasks/run", { ids: [first] });
    await until("it runs", async () => (await scene.call("GET", `/runs/${runId}`)).state === "running");
    const { flowRunId } = await scene.call("GET", `/runs/${runId}`);
    const changed = change(first);
    await Deno.writeTextFile(gate, "");
    await changed;
    const flow = await scene.ended(flowRunId);
    const [before, after_] = flow.tasks;
    const log = after_!.runId === null
      ? null
      : /\n(old name \d)\n/.exec(await scene.call("GET", `/runs/${after_!.runId}/log`))?.[1] ?? "";
    assert.deepEqual([before!.name, before!.state, after_!.state, log], ["old name", ...expected], what);
    const { answer, causes } = await scene.call("GET", `/tasks/${next}/why`);
    if (what !== "deleted") continue;
    assert.equal(answer, "not_followed");
    assert.deepEqual(causes.map(({ reason }: { reason: string }) => reason), ["upstream_failed"]);
  }
});

Deno.test("flow runs: a due time waits for the task before it, starts once that has succeeded, and lapses otherwise", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("export", "true");
  const soon = new Date(Date.now() + 1_500).toISOString().slice(0, 19).replace("T", " ");
  const at = (waitMs: number) => ({
    ...{ command: "true", schedules: [`@once ${soon}`], timeZone: "UTC" },
    upstream: { ...after(first), within: "since 00:00", waitMs },
  });
  const { id: patient } = await scene.call("POST", "/tasks", { name: "patient", ...at(600_000) });
  const { id: hasty } = await scene.call("POST", "/tasks", { name: "hasty", ...at(0) });
  const { id: brief } = await scene.call("POST", "/tasks", { name: "brief", ...at(1_000) });
  const runsOf = async (id: number) => (await scene.call("GET", `/tasks/${id}/runs`)).items;
  await until("the due time to wait", async () => (await runsOf(patient))[0]?.state === "queued");
  const { waiting } = await scene.call("GET", "/queue");
  assert.ok(
    waiting.some((entry: { reason: string; run: { taskId: number } }) =>
      entry.reason === "upstream" && entry.run.taskId === patient
    ),
  );
  assert.deepEqual((await runsOf(hasty)).map((run: { skipReason: string }) => run.skipReason), ["upstream"]);
  await until("the other to lapse", async () => (await runsOf(brief))[0]?.skipReason === "upstream");
  await scene.call("POST", "/tasks/run", { ids: [first] });
  await until("the due time to run", async () => (await runsOf(patient))[0]?.state === "succeeded");
  assert.deepEqual((await runsOf(patient)).map((run: { cause: string }) => run.cause), ["schedule"]);
  assert.equal((await runsOf(brief)).length, 1);
});

Deno.test("flow runs: days off and windows that skip drop the start of a task after others, whatever its rules say", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("export", "true");
  const check = await scene.task("check", "true", after(first));
  const upload = await scene.task("upload", "true", after(first));
  const whole = { timeZone: "UTC", weekendDays: [1, 2, 3, 4, 5, 6, 7] };
  const calendar = await scene.call("POST", "/calendars", { name: "Holidays", ...whole });
  const now = Date.now();
  const open = {
    from: new Date(now - 60_000).toISOString(),
    to: new Date(now + 3_600_000).toISOString(),
  };
  const scope = { taskIds: [upload] };
  const window = await scene.call("POST", "/windows", { name: "Upgrade", ...open, effect: "skip", scope });
  await scene.call("PATCH", `/tasks/${check}`, { calendarId: calendar.id, onDayOff: "next" });
  const reasons = async () =>
    (await scene.run(first)).tasks.slice(1).map(({ links, state }) => [state, links[0]!.reason]);
  assert.deepEqual(await reasons(), [["not_run", "calendar"], ["not_run", "window"]]);
  await scene.call("PATCH", `/tasks/${check}`, { onDayOff: "run" });
  await scene.call("DELETE", `/windows/${window.id}`);
  assert.deepEqual(await reasons(), [["succeeded", null], ["succeeded", null]]);
});

Deno.test("flow runs: why a task did not start leads back to the first cause", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("export", "exit 3");
  const check = await scene.task("check", "true", after(first));
  const upload = await scene.task("upload", "true", after(check));
  const why = async (id: number, at?: string) => {
    const query = at === undefined ? "" : `?at=${encodeURIComponent(at)}`;
    const { answer, flowRunId, causes } = await scene.call("GET", `/tasks/${id}/why${query}`);
    return [
      answer,
      flowRunId,
      causes.map((cause: { taskName: string; reason: string; run: { state: string } | null }) =>
        [cause.taskName, cause.reason, cause.run?.state].filter((part) => part !== undefined).join(" ")
      ),
    ];
  };
  assert.deepEqual(await why(upload), ["nothing_missed", null, []]);
  const minute = (at: number) => new Date(Math.floor(at / 60_000) * 60_000).toISOString();
  assert.deepEqual(await why(upload, minute(Date.now())), ["no_upstream_ended", null, []]);
  const flow = await scene.run(first);
  const causes = ["check upstream_not_run", "export upstream_failed failed"];
  assert.deepEqual(await why(upload), ["not_followed", flow.id, causes]);
  assert.deepEqual(await why(check), ["not_followed", flow.id, causes.slice(1)]);
  assert.deepEqual(await why(upload, (await scene.call("GET", `/tasks/${upload}/why`)).at), [
    ...["not_followed", flow.id, causes],
  ]);
  await scene.call("PATCH", `/tasks/${first}`, { command: "true" });
  await scene.call("POST", "/tasks/disable", { ids: [check] });
  const again = await scene.run(first);
  const disabled = ["not_followed", again.id, ["check upstream_not_run", "check disabled"]];
  assert.deepEqual(await why(upload), disabled);
  // Without a time, it is about the last time that it did not start.
  await scene.call("POST", "/tasks/enable", { ids: [check] });
  await scene.run(first);
  assert.deepEqual(await why(upload), disabled);
});

Deno.test("flow runs: why a due time waits for a task before it, and why that has not run", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("export", "exit 3");
  const check = await scene.task("check", "true", after(first));
  const soon = new Date(Date.now() + 1_500).toISOString().slice(0, 19).replace("T", " ");
  const { id } = await scene.call("POST", "/tasks", {
    ...{ name: "upload", command: "true", schedules: [`@once ${soon}`], timeZone: "UTC" },
    upstream: { ...after(check), within: "24h", waitMs: 600_000 },
  });
  await scene.run(first);
  await until("it to wait", async () => (await scene.call("GET", `/tasks/${id}/why`)).answer === "waiting");
  const { causes } = await scene.call("GET", `/tasks/${id}/why`);
  assert.deepEqual(
    causes.map(({ taskName, reason }: { taskName: string; reason: string }) => [taskName, reason]),
    [
      ["check", "not_recent"],
      ["export", "upstream_failed"],
    ],
  );
});

Deno.test("flows: connected tasks as they are defined, a deleted one while others start after it", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("export", "true");
  const check = await scene.task("check", "true", after(first));
  const alarm = await scene.task("alarm", "true", { tasks: [{ taskId: check, outcome: "failed" }] });
  const upload = await scene.task("upload", "true", { ...after(first, check), rule: "any" });
  await scene.task("alone", "true");
  const other = await scene.task("another", "true");
  const last = await scene.task("last", "true", after(other));
  await scene.call("POST", "/tasks/disable", { ids: [check] });
  const list = async () =>
    (await scene.call("GET", "/flows")).items.map((
      { id, name, taskCount, offCount }: { id: number; name: string; taskCount: number; offCount: number },
    ) => [id, name, taskCount, offCount]);
  assert.deepEqual(await list(), [[other, "another", 2, 0], [first, "export", 4, 1]]);
  const flow = await scene.call("GET", `/flows/${alarm}`);
  type Item = {
    taskId: number;
    name: string;
    state: string;
    links: { from: number; outcome: string | null }[];
  };
  const visible = flow.tasks.map(({ taskId, state, links }: Item) => [
    ...[taskId, state],
    links.map(({ from, outcome }) => `${from} ${outcome}`),
  ]);
  assert.deepEqual(visible, [
    [first, "enabled", []],
    [check, "disabled", [`${first} succeeded`]],
    [alarm, "enabled", [`${check} failed`]],
    [upload, "enabled", [`${first} succeeded`, `${check} succeeded`]],
  ]);
  await scene.call("DELETE", "/tasks", { ids: [check, last] });
  assert.deepEqual(await list(), [[first, "export", 4, 1]]);
  const { tasks } = await scene.call("GET", `/flows/${first}`);
  assert.deepEqual(tasks.map(({ name, state }: Item) => `${name} ${state}`), [
    ...["export enabled", "check deleted", "alarm enabled", "upload enabled"],
  ]);
  assert.deepEqual(tasks[1].links, [{ from: first, outcome: null }]);
  assert.equal((await scene.status("GET", `/flows/${other}`))[0], 404);
});
