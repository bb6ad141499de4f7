// What tasks leave for the tasks after them, on the panel with real processes.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { FlowRun } from "../../server/contract/flows.ts";
import { flowLimits } from "../../server/contract/limits/flows.ts";
import { taskLimits } from "../../server/contract/limits/tasks.ts";
import type { Run } from "../../server/contract/runs.ts";
import { after, FlowScene } from "../support/flow_scene.ts";
import { until } from "../support/until.ts";

const PRINT = "env | grep ^SUNDIAL_INPUT_ | grep -v ^SUNDIAL_INPUT_DIR= | sort";

async function runOf(scene: FlowScene, flow: FlowRun, name: string): Promise<Run & { log: string }> {
  const { runId } = flow.tasks.find((task) => task.name === name)!;
  const run = await scene.call("GET", `/runs/${runId}`);
  return { ...run, log: await scene.call("GET", `/runs/${runId}/log`) };
}

/** The variables that a run has printed by `PRINT`. */
function inputsIn(log: string): Record<string, string> {
  return Object.fromEntries(
    [...log.matchAll(/^SUNDIAL_INPUT_(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
}

Deno.test("outputs: values and files of all tasks before one reach it, and are shown", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task(
    "Nightly export",
    [
      'echo "rows=17" >> "$SUNDIAL_OUTPUT"',
      `printf 'note<<END\\n%s\\n$(x) "q"\\nEND\\n' "it's" >> "$SUNDIAL_OUTPUT"`,
      'mkdir "$SUNDIAL_OUTPUT_DIR/day"',
      'echo content > "$SUNDIAL_OUTPUT_DIR/day/a b.csv"',
      'ln -s /etc/passwd "$SUNDIAL_OUTPUT_DIR/link"',
      'mkfifo "$SUNDIAL_OUTPUT_DIR/pipe"',
    ].join("\n"),
  );
  const check = await scene.task("检查", 'echo rows=18 >> "$SUNDIAL_OUTPUT"', after(first));
  await scene.task(
    "Upload",
    [
      PRINT,
      'printf "%s|" "$SUNDIAL_INPUT_NOTE"',
      'cd "$SUNDIAL_INPUT_DIR" && find . | sort',
      'cat "nightly_export/day/a b.csv" && stat -c %a "nightly_export/day/a b.csv"',
    ].join("\n"),
    after(first, check),
  );
  const flow = await scene.run(first);
  assert.equal(flow.state, "succeeded");
  const note = `it's\n$(x) "q"`;
  assert.deepEqual(flow.tasks.map(({ outputs }) => outputs), [{ rows: "17", note }, { rows: "18" }, null]);
  const exported = await runOf(scene, flow, "Nightly export");
  assert.deepEqual([exported.outputs, exported.outputFiles, exported.detail], [
    { rows: "17", note },
    1,
    null,
  ]);
  const { log } = await runOf(scene, flow, "Upload");
  assert.deepEqual(inputsIn(log), {
    ROWS: "18",
    NIGHTLY_EXPORT_ROWS: "17",
    [`TASK_${check}_ROWS`]: "18",
    NOTE: "it's",
  });
  assert.ok(log.includes(`${note}|`), log);
  assert.match(
    log,
    /\|\.\n\.\/nightly_export\n\.\/nightly_export\/day\n\.\/nightly_export\/day\/a b\.csv\ncontent\n444\n/,
  );
  const { items } = await scene.call("GET", `/tasks/${first}/runs`);
  assert.deepEqual(items.map((run: Run) => run.outputs), [{ rows: "17", note }]);
  // Only what is passed on stays on disk.
  const names = (folder: string) =>
    [...Deno.readDirSync(join(scene.panel.dataDir, "outputs", folder))].map(({ name }) => name);
  assert.deepEqual(names(""), [String(exported.id)]);
  assert.deepEqual(names(String(exported.id)), ["files"]);
});

Deno.test("outputs: what is too large or cannot be read is not used, and the run says why", async () => {
  await using scene = await FlowScene.open();
  const filled = (bytes: number) =>
    `printf 'a=%0${bytes - 2}d' 0 >> "$SUNDIAL_OUTPUT"; echo last words; exit 1`;
  const cases: [string, string, string | null, RegExp | null][] = [
    ["as much as is allowed", filled(flowLimits.outputBytes), null, null],
    [
      "a byte more",
      filled(flowLimits.outputBytes + 1),
      "outputs_too_many_bytes",
      /has more than 65536 bytes/,
    ],
    [
      "a wrong name",
      'echo "a b=1" >> "$SUNDIAL_OUTPUT"',
      "outputs_bad_key",
      /line 1 of \$SUNDIAL_OUTPUT has a name/,
    ],
    [
      "NUL",
      `printf 'a=1\\nb=\\0' >> "$SUNDIAL_OUTPUT"`,
      "outputs_nul",
      /line 2 of \$SUNDIAL_OUTPUT contains NUL/,
    ],
    ["a folder instead", 'mkdir "$SUNDIAL_OUTPUT"', "outputs_unreadable", /cannot be read/],
    ["a link instead", 'ln -s /etc/hostname "$SUNDIAL_OUTPUT"', "outputs_unreadable", /cannot be read/],
    ["a pipe instead", 'mkfifo "$SUNDIAL_OUTPUT"', "outputs_unreadable", /cannot be read/],
    [
      "too many files",
      `echo a=1 >> "$SUNDIAL_OUTPUT"; cd "$SUNDIAL_OUTPUT_DIR" && seq ${
        flowLimits.outputFiles + 1
      } | xargs touch`,
      "outputs_too_many_files",
      /has more than 1000 files/,
    ],
  ];
  for (const [what, command, detail, line] of cases) {
    const first = await scene.task(what, command);
    await scene.task("next", PRINT, { tasks: [{ taskId: first, outcome: "any" }] });
    const flow = await scene.run(first);
    const run = await runOf(scene, flow, what);
    assert.equal(run.detail, detail, what);
    if (line) assert.match(run.log, line, what);
    assert.equal(run.outputs === null, detail !== null, what);
    assert.equal(
      Object.keys(inputsIn((await runOf(scene, flow, "next")).log)).length,
      detail === null ? 1 : 0,
      what,
    );
    if (!command.endsWith("exit 1")) continue;
    // What the panel says of outputs is not why it failed.
    const { items: [failure] } = await scene.call("GET", `/runs/failures?ids=${run.id}`);
    assert.equal(failure.lastLine, "last words");
  }
});

Deno.test("outputs: the files may have as many bytes as a log, and no more", async () => {
  await using scene = await FlowScene.open();
  const { logMaxBytes: max } = await scene.call("PATCH", "/settings", { logMaxBytes: 1_000_000 });
  for (const [bytes, detail] of [[max, null], [max + 1, "outputs_too_large"]] as const) {
    const first = await scene.task(`${bytes}`, `truncate -s ${bytes} "$SUNDIAL_OUTPUT_DIR/x"`);
    await scene.task("next", 'ls "$SUNDIAL_INPUT_DIR"', after(first));
    const flow = await scene.run(first);
    const run = await runOf(scene, flow, `${bytes}`);
    assert.deepEqual([run.detail, run.outputFiles], [detail, detail ? 0 : 1]);
    const { log } = await runOf(scene, flow, "next");
    assert.equal(log.includes(`\n${bytes}\n`), detail === null, log);
  }
});

Deno.test("outputs: secrets are masked in what is shown and in logs after it, and arrive as they are", async () => {
  await using scene = await FlowScene.open();
  const secret = "5ecret-é\nof two lines";
  await scene.call("POST", "/variables", { name: "TOKEN", value: secret, secret: true, labels: ["own"] });
  const first = await scene.task(
    "make",
    `printf 'token<<E\\n%s\\nE\\nplain=1\\n' "$TOKEN" >> "$SUNDIAL_OUTPUT"`,
    undefined,
    { variableLabels: ["own"] },
  );
  await scene.task(
    "use",
    'echo "got $SUNDIAL_INPUT_TOKEN."; printf %s "$SUNDIAL_INPUT_TOKEN" | md5sum; echo "none $TOKEN"',
    after(first),
    {
      variableLabels: ["other"],
    },
  );
  const flow = await scene.run(first);
  assert.deepEqual(flow.tasks[0]!.outputs, { token: "***", plain: "1" });
  assert.deepEqual((await runOf(scene, flow, "make")).outputs, { token: "***", plain: "1" });
  const { log } = await runOf(scene, flow, "use");
  assert.match(log, /\ngot \*\*\*\.\n/);
  assert.ok(log.includes(createHash("md5").update(secret).digest("hex")), log);
  assert.match(log, /\nnone \n/);
  assert.ok(!JSON.stringify(flow).includes("5ecret"));
});

Deno.test("outputs: retries count as one, and a flow run that continues has what had succeeded", async () => {
  await using scene = await FlowScene.open();
  const gate = `${scene.panel.dataDir}/gate`;
  const first = await scene.task(
    "first",
    'echo "n=$SUNDIAL_ATTEMPT" >> "$SUNDIAL_OUTPUT"; [ "$SUNDIAL_ATTEMPT" = 2 ]',
    undefined,
    {
      retry: { times: 1, delayMs: 0, backoff: "fixed" },
    },
  );
  await scene.task("second", `${PRINT}; test -e ${gate}`, after(first));
  const flow = await scene.run(first);
  assert.deepEqual(inputsIn((await runOf(scene, flow, "second")).log), { N: "2" });
  await Deno.writeTextFile(gate, "");
  await scene.call("POST", `/flow-runs/${flow.id}/continue`);
  const again = await scene.ended(flow.id);
  assert.equal(again.state, "succeeded");
  assert.notEqual(again.tasks[1]!.runId, flow.tasks[1]!.runId);
  assert.deepEqual(inputsIn((await runOf(scene, again, "second")).log), { N: "2" });
});

Deno.test("outputs: a task before one that is outside of the flow run counts by its last run", async () => {
  await using scene = await FlowScene.open();
  const other = await scene.task(
    "other",
    'echo "by=$SUNDIAL_RUN_ID" | tee "$SUNDIAL_OUTPUT" "$SUNDIAL_OUTPUT_DIR/x"',
  );
  const first = await scene.task("first", "true");
  await scene.task("last", PRINT, after(first, other));
  const before = await scene.run(other);
  const runId = before.tasks[0]!.runId;
  const given = await runOf(scene, await scene.run(first), "last");
  assert.deepEqual(inputsIn(given.log), { BY: String(runId) });
  // As on a node that has not run it.
  await Deno.remove(join(scene.panel.dataDir, "outputs", String(runId)), { recursive: true });
  const { log, state } = await runOf(scene, await scene.run(first), "last");
  assert.deepEqual([inputsIn(log), state], [{ BY: String(runId) }, "succeeded"]);
  assert.match(log, /The files that other has left are not on this machine/);
  assert.doesNotMatch(given.log, /not on this machine/);
});

Deno.test("outputs: a task without others before it gets none, and one that is run by hand those of their last runs", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("first", 'env | grep -c ^SUNDIAL_INPUT; echo "by=1" >> "$SUNDIAL_OUTPUT"');
  const next = await scene.task("next", PRINT, after(first));
  const flow = await scene.run(first);
  assert.match((await runOf(scene, flow, "first")).log, /\n0\n/);
  const { results: [{ runId }] } = await scene.call("POST", "/tasks/run", { ids: [next] });
  await until("the run", async () => (await scene.call("GET", `/runs/${runId}`)).finishedAt);
  assert.deepEqual(inputsIn(await scene.call("GET", `/runs/${runId}/log`)), { BY: "1" });
});

Deno.test("flow runs: list what each run was given, without secrets and what is too long", async () => {
  await using scene = await FlowScene.open();
  const parameters = [{ name: "target", type: "text" }, { name: "token", type: "secret" }];
  const first = await scene.task("First", "true", undefined, { parameters });
  const given = (target: string) => ({ tasks: [{ taskId: first, parameters: { target } }] });
  await scene.task("Second", "true", given("x".repeat(taskLimits.parameterPreview + 1)), { parameters });
  // The request has little more than the value.
  await scene.task("Third", "true", given("y".repeat(taskLimits.listedRequest)), { parameters });
  await scene.task("Fourth", "true", after(first));
  const { results } = await scene.call("POST", "/tasks/run", {
    ids: [first],
    parameters: { target: "disk", token: "5ecret" },
  });
  const { flowRunId } = await scene.call("GET", `/runs/${results[0].runId}`);
  const flow = await scene.ended(flowRunId);
  assert.deepEqual(Object.fromEntries(flow.tasks.map((task) => [task.name, task.parameters])), {
    First: { target: "disk", token: null },
    Second: { target: `${"x".repeat(taskLimits.parameterPreview)}…` },
    Third: null,
    Fourth: null,
  });
});
