// The result of a run: its outcome, its log, its environment, and its retry.
import { parse } from "../../server/contract/parsed.ts";
import { variableInput } from "../../server/contract/variables.ts";
import assert from "node:assert/strict";
import { TestEngine } from "../support/test_engine.ts";

const outcomes: [string, string, [string, number | null]][] = [
  ["succeeds", "true", ["succeeded", 0]],
  ["fails with a code", "exit 3", ["failed", 3]],
  ["is not found", "no_such_program_here", ["failed", 127]],
  ["is not a program", "/etc/passwd", ["failed", 126]],
  ["ends itself with a signal", "kill -SEGV $$", ["failed", 139]],
  ["runs a long command", `x=${"y".repeat(5000)}; [ \${#x} = 5000 ]`, ["succeeded", 0]],
  ["has all kinds of quotes", `[ "$(printf '%s' 'a"b')" = 'a"b' ] && [ '很 好' = "很 好" ]`, [
    "succeeded",
    0,
  ]],
];
for (const [name, command, expected] of outcomes) {
  Deno.test(`outcome: a command that ${name} has ${expected.join(" ")}`, async () => {
    await using engine = await TestEngine.start();
    const { state, exitCode, signal, pid, startedAt, finishedAt, durationMs, lagMs } = await engine.runToEnd({
      command,
    });
    assert.deepEqual([state, exitCode, signal], [...expected, null]);
    assert.ok(pid! > 1 && startedAt !== null && finishedAt !== null && durationMs! >= 0 && lagMs! >= 0);
    assert.deepEqual(engine.processes(), []);
    assert.deepEqual(engine.leftFiles(), []);
  });
}

const rejections: [string, Parameters<TestEngine["run"]>[0], RegExp][] = [
  [
    "a missing script",
    { command: "task a/b.py" },
    /The script a\/b\.py was not found\. Looked in: .*scripts/,
  ],
  ["a script outside the folder", { command: "task ../x.sh" }, /The script \.\.\/x\.sh was not found/],
  [
    "a missing directory",
    { command: "true", workingDirectory: "/no/such" },
    /The working directory \/no\/such does not exist/,
  ],
  [
    "a file as directory",
    { command: "true", workingDirectory: "/etc/passwd" },
    /The working directory \/etc\/passwd does not exist/,
  ],
  ["an invalid time limit", { command: "task -m 0 a.sh" }, /The time limit after -m/],
  ["nothing to run", { command: "task" }, /does not specify anything to run/],
  ["a missing script of accounts", { command: "task a.js conc X" }, /The script a\.js was not found/],
];
for (const [name, task, line] of rejections) {
  Deno.test(`outcome: ${name} is a failed run whose log gives the reason`, async () => {
    await using engine = await TestEngine.start();
    const { state, exitCode, log, detail, startedAt, durationMs } = await engine.runToEnd(task);
    assert.deepEqual([state, exitCode, durationMs], ["failed", 127, 0]);
    assert.notEqual(startedAt, null);
    assert.notEqual(detail, null);
    assert.match(log, line);
    assert.match(log, /## Failed ❌\(exit code 127\)/);
    assert.equal((await engine.runToEnd({ command: "true" })).state, "succeeded");
  });
}

Deno.test("outcome: an environment too large for the machine is a failed run, not a crash", async () => {
  await using engine = await TestEngine.start({ environment: { HUGE: "x".repeat(200_000) } });
  const { state, log, detail } = await engine.runToEnd({ command: "true" });
  assert.deepEqual([state, detail], ["failed", "spawn_failed"]);
  assert.match(log, /The process could not be started: .*/);
});

Deno.test("outcome: a missing interpreter is a failed run that names it", async () => {
  await using engine = await TestEngine.start();
  await Deno.writeTextFile(`${engine.folder.scripts}/a.py`, "print(1)\n");
  const spec = await import("../../server/features/tasks/command/interpreters.ts");
  const bare = new spec.Interpreters("/nowhere", { argv: [] });
  assert.deepEqual(bare.choose("a.py", "auto"), { missing: "python3" });
  const { state, log } = await engine.runToEnd({ command: "task a.py" });
  assert.equal(state, "succeeded");
  assert.match(log, /\n1\n/);
});

Deno.test("outcome: an unwritable folder is a failed run and leaks no descriptor", async () => {
  await using engine = await TestEngine.start();
  await Deno.writeTextFile(`${engine.folder.logs}/taken`, "");
  const noLog = await engine.runToEnd({ command: "true", logFolder: "taken/below" });
  assert.equal(noLog.state, "failed");
  assert.match(noLog.detail ?? "", /taken|directory/i);
  const open = () => [...Deno.readDirSync("/proc/self/fd")].length;
  await engine.runToEnd({ command: "true" });
  const before = open();
  for (let n = 0; n < 5; n++) await engine.runToEnd({ command: "true", workingDirectory: "/no/such" });
  // Not immediately: concurrent reads and writes keep descriptors open for a moment.
  await engine.until(`at most ${before} descriptors`, () => open() <= before);
});

Deno.test("log: has a header, both outputs in order and a footer, in English", async () => {
  await using engine = await TestEngine.start({ zone: "Asia/Shanghai" });
  const { log, logPath, startedAt } = await engine.runToEnd({
    command: "echo out; echo err >&2; printf '%s' end",
  });
  assert.match(
    log,
    /^## Starting\.\.\. \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\n\nout\nerr\nend\n## Completed ✅\.\.\. \d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}took \d+ seconds\u3000{5}\n$/,
  );
  assert.match(logPath!, /^echo_1\/\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d-\d{3}\.log$/);
  const wall = new Date(Date.parse(startedAt!) + 8 * 3_600_000).toISOString();
  assert.ok(log.includes(wall.slice(0, 10)), "the header uses the wall clock of the zone");
});

Deno.test("log: is in Chinese, with the exit code of a failure", async () => {
  await using engine = await TestEngine.start({ language: "zh" });
  const { log } = await engine.runToEnd({ command: "exit 9" });
  assert.match(
    log,
    /^## 开始执行\.\.\. [\d-]+ [\d:]+\n\n\n## 执行失败 ❌（退出码 9）\.\.\. [\d-]+ [\d:]+ {2}耗时 \d+ 秒\u3000{5}\n$/,
  );
});

Deno.test("log: uses the configured folder, with distinct names for simultaneous runs", async () => {
  await using engine = await TestEngine.start();
  const id = await engine.add({
    command: "true",
    logFolder: "mine/own",
    overlap: { policy: "allow", limit: 20 },
  });
  const runs = await Promise.all([...Array(10)].map(() => engine.tasks.run(id, "person")));
  const paths = new Set<string>();
  for (const run of runs) paths.add((await engine.end(run)).logPath!);
  assert.equal(paths.size, 10);
  for (const path of paths) assert.match(path, /^mine\/own\//);
});

Deno.test("environment: contains the run's variables and the panel's time zone, but not its settings", async () => {
  Deno.env.set("SUNDIAL_ADMIN_PASSWORD", "secret");
  await using engine = await TestEngine.start({ zone: "Asia/Tokyo", environment: { LANG: "de_DE.UTF-8" } });
  Deno.env.delete("SUNDIAL_ADMIN_PASSWORD");
  const run = await engine.runToEnd({ name: "很好 'x'", command: "env; pwd; readlink /proc/self/fd/0" });
  const lines = run.log.split("\n");
  for (
    const line of [
      `SUNDIAL_RUN_ID=${run.id}`,
      `SUNDIAL_TASK_ID=${run.taskId}`,
      "SUNDIAL_TASK_NAME=很好 'x'",
      "SUNDIAL_CAUSE=person",
      "SUNDIAL_ATTEMPT=1",
      `SUNDIAL_SCHEDULED_AT=${run.queuedAt}`,
      "TZ=Asia/Tokyo",
      "LANG=de_DE.UTF-8",
      engine.folder.scripts,
      "/dev/null",
    ]
  ) assert.ok(lines.includes(line), `${line} is missing in\n${run.log}`);
  assert.doesNotMatch(run.log, /secret|SUNDIAL_ADMIN/);
});

Deno.test("environment: output of Python is in the log at once, unless a variable forbids it", async () => {
  await using engine = await TestEngine.start({ environment: { PYTHONUNBUFFERED: "" } });
  await Deno.writeTextFile(
    `${engine.folder.scripts}/a.py`,
    "import os, signal; print('begun'); signal.pause()",
  );
  for (const command of ["task a.py", "python3 a.py"]) {
    const id = await engine.run({ command });
    await engine.until("the output", async () => (await engine.log(id)).includes("begun"));
    await engine.engine.stopRun(id);
    await engine.end(id);
  }
  const variable = {
    name: "PYTHONUNBUFFERED",
    value: "",
    secret: false,
    remarks: "",
    labels: [],
    enabled: true,
  };
  await engine.variables.create([parse(variableInput, variable)], () => "");
  const { log } = await engine.runToEnd({
    command: "task python3 -c 'import sys; print(sys.stdout.write_through)'",
  });
  assert.match(log, /\nFalse\n/);
});

Deno.test("before and after: exports reach the command, an exit ends the run, and after runs on failure too", async () => {
  await using engine = await TestEngine.start();
  const exported = await engine.runToEnd({
    command: 'echo "got $A $B"',
    before: "export A=1\nB=2; export B",
    after: 'echo "after $A"',
  });
  assert.deepEqual([exported.state, exported.exitCode], ["succeeded", 0]);
  assert.match(exported.log, /\ngot 1 2\nafter 1\n/);
  const failed = await engine.runToEnd({ command: "exit 4", after: "echo after" });
  assert.deepEqual([failed.state, failed.exitCode], ["failed", 4]);
  assert.match(failed.log, /\nafter\n/);
  const left = await engine.runToEnd({
    command: "echo never",
    before: "echo leaving; exit 6",
    after: "echo never",
  });
  assert.deepEqual([left.state, left.exitCode], ["failed", 6]);
  assert.match(left.log, /\nleaving\n/);
  assert.doesNotMatch(left.log, /never/);
  const spoilt = await engine.runToEnd({ command: "true", after: "exit 8" });
  assert.deepEqual([spoilt.state, spoilt.exitCode], ["failed", 8]);
  const wrong = await engine.runToEnd({ command: "echo went on", before: "no_such_program; (" });
  assert.match(wrong.log, /syntax error|unexpected/);
});

Deno.test("scripts: run in their folder with their arguments, whichever language", async () => {
  await using engine = await TestEngine.start();
  await Deno.mkdir(`${engine.folder.scripts}/sub dir`);
  const scripts = {
    "a.sh": 'echo "$PWD $1|$2"',
    "a.py": "import os, sys; print(f'{os.getcwd()} {sys.argv[1]}|{sys.argv[2]}')",
    "a.js": "console.log(`${process.cwd()} ${process.argv[2]}|${process.argv[3]}`)",
  };
  for (const [name, source] of Object.entries(scripts)) {
    await Deno.writeTextFile(`${engine.folder.scripts}/sub dir/${name}`, source);
    const { log, state } = await engine.runToEnd({ command: `task 'sub dir/${name}' 'x y' z` });
    assert.equal(state, "succeeded", log);
    assert.ok(log.includes(`${engine.folder.scripts}/sub dir x y|z\n`), log);
  }
});

Deno.test("retry: repeats as configured, numbered, and not after a success", async () => {
  await using engine = await TestEngine.start();
  const file = engine.path("tries");
  const id = await engine.add({
    command: `echo $SUNDIAL_ATTEMPT $SUNDIAL_CAUSE >> ${file}; exit 1`,
    retry: { times: 2, delayMs: 0, backoff: "fixed", onLost: false },
  });
  await engine.tasks.run(id, "person");
  await engine.until("three tries", async () => (await engine.lines("tries")).length === 3);
  await engine.quiet();
  assert.deepEqual(await engine.lines("tries"), ["1 person", "2 retry", "3 retry"]);
  const rows = await engine.rows(id);
  assert.deepEqual(rows.map(({ cause, attempt, retry_of }) => [cause, attempt, retry_of]), [
    ["person", 1, null],
    ["retry", 2, rows[0]!.id],
    ["retry", 3, rows[1]!.id],
  ]);
  const once = await engine.add({
    command: "true",
    retry: { times: 5, delayMs: 0, backoff: "fixed", onLost: false },
  });
  await engine.end(await engine.tasks.run(once, "person"));
  assert.equal((await engine.rows(once)).length, 1);
});

Deno.test("retry: waits longer each time with backoff, and a stopped run is not retried", async () => {
  await using engine = await TestEngine.start();
  const id = await engine.add({
    command: "exit 1",
    retry: { times: 3, delayMs: 200, backoff: "exponential", onLost: false },
  });
  await engine.tasks.run(id, "person");
  await engine.until(
    "four tries",
    async () => (await engine.rows(id)).filter(({ state }) => state === "failed").length === 4,
  );
  const rows = await engine.rows(id);
  const waits = rows.slice(1).map(({ start_after, queued_at }) => start_after - queued_at);
  assert.deepEqual(waits, [200, 400, 800]);
  for (const { started_at, start_after } of rows) assert.ok(started_at! >= start_after);
  const stopped = await engine.add({
    command: "sleep 1000",
    retry: { times: 3, delayMs: 0, backoff: "fixed", onLost: false },
  });
  const run = await engine.tasks.run(stopped, "person");
  await engine.reaches(run, "running");
  await engine.engine.stopRun(run);
  await engine.end(run);
  assert.equal((await engine.rows(stopped)).length, 1);
});

Deno.test("start-up: its tasks run once with each start of the panel, disabled ones do not", async () => {
  await using engine = await TestEngine.open();
  const id = await engine.add({ command: "true", schedules: "startup" });
  const off = await engine.add({ command: "true", schedules: "startup", enabled: false });
  await engine.engine.start();
  await engine.quiet();
  await engine.restart();
  await engine.quiet();
  assert.deepEqual(
    (await engine.rows(id)).map(({ cause, state, due_at }) => [cause, state, due_at]),
    Array(2).fill(["startup", "succeeded", null]),
  );
  assert.deepEqual(await engine.rows(off), []);
});

Deno.test("host boot: its tasks run once with the first start of the panel after it, disabled ones do not", async () => {
  await using engine = await TestEngine.start({ bootId: "first" });
  const id = await engine.add({ command: "true", schedules: "boot" });
  const off = await engine.add({ command: "true", schedules: "boot", enabled: false });
  for (const bootId of ["first", "second", "second", "third"]) {
    engine.options.bootId = bootId;
    await engine.restart();
    await engine.quiet();
  }
  assert.deepEqual(
    (await engine.rows(id)).map(({ cause, state, boot_id }) => [cause, state, boot_id]),
    [["boot", "succeeded", "second"], ["boot", "succeeded", "third"]],
  );
  assert.deepEqual(await engine.rows(off), []);
});

Deno.test("host boot: without a boot id each start of the panel counts", async () => {
  await using engine = await TestEngine.start({ bootId: "" });
  const id = await engine.add({ command: "true", schedules: "boot" });
  for (let start = 0; start < 2; start++) {
    await engine.restart();
    await engine.quiet();
  }
  assert.equal((await engine.rows(id)).length, 2);
});

Deno.test("last run: the task shows the outcome of its newest run", async () => {
  await using engine = await TestEngine.start();
  const id = await engine.add({ command: "exit 2" });
  assert.equal((await engine.tasks.get(id)).lastRun, null);
  const run = await engine.end(await engine.tasks.run(id, "person"));
  const { lastRun, status, activeRun } = await engine.tasks.get(id);
  assert.deepEqual(lastRun, {
    id: run.id,
    startedAt: run.startedAt,
    durationMs: run.durationMs,
    outcome: "failed",
    exitCode: 2,
  });
  assert.deepEqual([status, activeRun], ["idle", null]);
});

Deno.test("events: each step of a run is published once, after it is stored", async () => {
  await using engine = await TestEngine.start();
  const run = await engine.runToEnd({ command: "true" });
  await engine.until("the last event", () => engine.events.some(({ type }) => type === "run:finished"));
  assert.deepEqual(
    engine.events.filter(({ topic }) => topic === "runs").map(({ type, id, taskId }) => [type, id, taskId]),
    [
      ["run:queued", run.id, run.taskId],
      ["run:started", run.id, run.taskId],
      ["run:finished", run.id, run.taskId],
    ],
  );
});
