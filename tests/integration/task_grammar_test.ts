// The `task` grammar with real processes: accounts, directories, sourced scripts, paths of the old panel.
import { parse } from "../../server/contract/parsed.ts";
import { variableInput } from "../../server/contract/variables.ts";
import assert from "node:assert/strict";
import { join } from "node:path";
import { TestEngine } from "../support/test_engine.ts";
import type { TaskInput } from "../../server/contract/tasks.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const accounts = "first account&second account&third account&fourth account&fifth account";

async function put(
  engine: TestEngine,
  files: Record<string, string>,
  area: "scripts" | "config" = "scripts",
) {
  for (const [path, text] of Object.entries(files)) {
    const file = join(engine.folder[area], path);
    await Deno.mkdir(join(file, ".."), { recursive: true });
    await Deno.writeTextFile(file, text);
  }
}

async function run(engine: TestEngine, command: string, more: Partial<TaskInput> = {}) {
  const { state, exitCode, log } = await engine.runToEnd({ command, ...more });
  const output = log.split("\n").slice(2, -3).filter((line) => line !== "");
  return { state, exitCode, output };
}

const printers = {
  "a.js": "console.log(`${process.env.USERS}|${process.argv.slice(2)}`)",
  "a.py": "import os, sys; print(f\"{os.environ['USERS']}|{','.join(sys.argv[1:])}\")",
  "a.sh": 'echo "$USERS|$*"; return 0; echo not here',
};

Deno.test("task grammar: desi runs one process with only the selected accounts", async () => {
  await using engine = await TestEngine.start();
  await put(engine, printers);
  await defineUsers(engine);
  for (const script of Object.keys(printers)) {
    const { output, exitCode } = await run(engine, `task ${script} desi USERS max 1~2 -- x`);
    assert.deepEqual(
      [exitCode, output],
      [0, ["fifth account&first account&second account|x"]],
      script,
    );
  }
});

Deno.test("task grammar: conc runs one process for each account at once, their output in order", async () => {
  await using engine = await TestEngine.start();
  await put(engine, {
    ...printers,
    // Ends only when all have begun, the first one last.
    "all.sh": `touch "$DIR/$USERS"; until [ -e "$DIR/a" ] && [ -e "$DIR/c" ]; do sleep 0.02; done
[ "$USERS" = c ] || until [ -e "$DIR/done" ]; do sleep 0.02; done; touch "$DIR/done"; echo "$USERS"; echo "of $USERS"`,
    "fail.py": "import os, sys; sys.exit({'a': 0, 'b': 3, 'c': 4}[os.environ['USERS']])",
  });
  await defineUsers(engine);
  for (const script of Object.keys(printers)) {
    const { output, exitCode } = await run(engine, `task ${script} conc USERS 2-max -- x`);
    const wanted = accounts.split("&").slice(1).map((account) => `${account}|x`);
    assert.deepEqual([exitCode, output], [0, wanted], script);
  }
  await using folder = await temporaryFolder();
  await put(engine, { "config.sh": `export DIR='${folder.path}' USERS='a&b&c'` }, "config");
  const together = await run(engine, "task all.sh conc USERS 1 3");
  assert.deepEqual(together.output, ["a", "of a", "c", "of c"]);
  const failed = await run(engine, "task fail.py conc USERS");
  assert.deepEqual([failed.state, failed.exitCode, failed.output], ["failed", 3, [
    "Account 2 failed (exit code 3)",
    "Account 3 failed (exit code 4)",
  ]]);
});

Deno.test("task grammar: envParam and numParam name the variable and the accounts", async () => {
  await using engine = await TestEngine.start();
  await put(engine, { "n.sh": 'echo "$envParam $numParam"' });
  await defineUsers(engine);
  assert.deepEqual((await run(engine, "task n.sh desi USERS max 1-2")).output, ["USERS 5 1 2"]);
  assert.deepEqual((await run(engine, "task n.sh conc USERS 4-5")).output, ["USERS 4", "USERS 5"]);
});

Deno.test("task grammar: conc and desi without accounts fail with exit code 1 and say why", async () => {
  await using engine = await TestEngine.start();
  await put(engine, printers);
  await put(engine, { "config.sh": "export USERS='a&b'" }, "config");
  const wrong: [string, RegExp][] = [
    ["task a.js conc", /^Missing concurrency environment variable/],
    ["task a.py desi", /^Missing environment variable/],
    ["task a.js conc NOWHERE", /^The environment variable NOWHERE is not set/],
    ["task a.sh desi USERS 1-x", /^Invalid range: 1-x\./],
    ["task a.sh conc USERS 7 8", /^7 8 selects no account: USERS has 2/],
  ];
  for (const [command, message] of wrong) {
    const { state, exitCode, output } = await run(engine, command, {
      after: "echo after $SUNDIAL_EXIT_CODE",
    });
    assert.deepEqual([state, exitCode], ["failed", 1], command);
    assert.match(output[0] ?? "", message);
    assert.equal(output[1], "after 1");
  }
});

Deno.test("task grammar: a stop and a time limit end the processes of all accounts", async () => {
  await using engine = await TestEngine.start();
  // The first account prints when the others have.
  await put(engine, {
    "a.sh": `if [ "$USERS" = a ]; then until [ -e "$DIR/b" ] && [ -e "$DIR/c" ]; do sleep 0.02; done; fi
echo "$USERS"; touch "$DIR/$USERS"; sleep 1000`,
  });
  const folder = engine.path("begun");
  await Deno.mkdir(folder);
  await put(engine, { "config.sh": `export DIR='${folder}' USERS='a&b&c'` }, "config");
  const id = await engine.run({ command: "task a.sh conc USERS" });
  await engine.until("the first account", async () => (await engine.log(id)).includes("\na\n"));
  await engine.engine.stopRun(id);
  const stopped = await engine.end(id);
  assert.equal(stopped.state, "stopped");
  assert.match(stopped.log, /\na\nb\nc\n/);
  assert.equal((await run(engine, "task -m 1 a.sh conc USERS")).state, "timed_out");
  assert.deepEqual(engine.processes(), []);
});

Deno.test("task grammar: the accounts of a secret are masked one by one", async () => {
  await using engine = await TestEngine.start();
  await put(engine, printers);
  await defineUsers(engine, { secret: true });
  const { output } = await run(engine, "task a.js conc USERS 1-2");
  assert.deepEqual(output, ["***|", "***|"]);
  // As a part of a line, by the program on the search path.
  await put(engine, { "bin/task": `#!/bin/sh\necho "$USERS" | cut -d'&' -f2` });
  await Deno.chmod(join(engine.folder.scripts, "bin/task"), 0o700);
  const line = await run(engine, `PATH=$PWD/bin:$PATH; task a.js desi USERS 2 | cat`);
  assert.deepEqual(line.output, ["***"]);
});

Deno.test("task grammar: a shell script shares its shell with the hooks", async () => {
  await using engine = await TestEngine.start();
  await put(engine, { "a.sh": 'greet "$1"; result=$(greet again); return 3; echo not here' });
  await put(engine, {
    "config.sh": "greet() { echo hello $1; }",
    "task_after.sh": 'echo "$1 $2 $result $SUNDIAL_EXIT_CODE"',
  }, "config");
  const { exitCode, output } = await run(engine, "task a.sh you", { after: 'echo "line $result"' });
  assert.deepEqual([exitCode, output], [3, ["hello you", "a.sh you hello again 3", "line hello again"]]);
});

Deno.test("task grammar: the working directory is the task's, else the script's folder, else that of all scripts", async () => {
  await using engine = await TestEngine.start();
  const { scripts } = engine.folder;
  await put(engine, { "sub/deep/w.sh": "pwd", "sub/w.py": "import os; print(os.getcwd())", "x/.keep": "" });
  const directories: [string, string | null, string][] = [
    ["task sub/deep/w.sh", null, "sub/deep"],
    ["task sub/w.py", "x", "x"],
    ["task sub/w.py", join(scripts, "x"), "x"],
    ["task pwd", null, ""],
    ["task python3 sub/w.py", null, "sub"],
    ["python3 sub/w.py", null, "sub"],
    ["python3 -u sub/w.py x", null, "sub"],
    ["python3 sub/w.py | cat", null, ""],
    ["python3 ../sub/w.py", "x", "x"],
    ["pwd", "sub", "sub"],
  ];
  for (const [command, workingDirectory, expected] of directories) {
    const { output } = await run(engine, command, { workingDirectory });
    assert.deepEqual(output, [join(scripts, expected)], command);
  }
  const { output, state } = await run(engine, "task sub/w.py", { workingDirectory: "missing" });
  assert.deepEqual([state, output], [
    "succeeded",
    ["Warning: working directory does not exist: missing", join(scripts, "sub")],
  ]);
  // A line of the shell must not act on the files of another folder.
  assert.equal((await run(engine, "pwd", { workingDirectory: "missing" })).state, "failed");
});

Deno.test("task grammar: a line that begins with a script runs as with task before it, unless it is a program", async () => {
  await using engine = await TestEngine.start();
  await defineUsers(engine);
  await put(engine, {
    ...printers,
    "sub/b.py": "import os, sys; print(os.path.basename(os.getcwd()), sys.argv[1:])",
    "sub/program.sh": '#!/bin/sh\necho "program $(basename "$PWD")"',
  });
  await Deno.chmod(join(engine.folder.scripts, "sub/program.sh"), 0o700);
  const lines: [string, string][] = [
    ["a.sh desi USERS 2", "second account|"],
    ["sub/b.py now -- x", "sub ['x']"],
    ["./sub/b.py y", "sub ['y']"],
    ["./sub/program.sh", "program scripts"],
    ["task sub/program.sh", "program sub"],
  ];
  for (const [command, line] of lines) {
    const { state, output } = await run(engine, command);
    assert.deepEqual([state, output], ["succeeded", [line]], command);
  }
  const missing = await run(engine, "missing.py");
  assert.deepEqual([missing.state, missing.exitCode], ["failed", 127]);
});

Deno.test("task grammar: paths of the old panel mean the folders here", async () => {
  await using engine = await TestEngine.start();
  await put(engine, { "sub/a.sh": 'echo "$1"', "deps/b.py": "print('b')" });
  const script = await run(engine, "task /ql/data/scripts/sub/a.sh x", {
    before: "ls /ql/data/scripts/sub",
    workingDirectory: "/ql/scripts",
  });
  assert.deepEqual(script.output, ["a.sh", "x"]);
  const line = await run(engine, "python3 /ql/data/deps/b.py && echo fine");
  assert.deepEqual(line.output, ["b", "fine"]);
});

Deno.test("task grammar: of the time limits, the command's comes first, then the task's, config.sh's and the setting", async () => {
  await using engine = await TestEngine.start({ timeLimitMs: 300 });
  await put(engine, { "sleep.sh": "sleep 0.6" });
  const ends = async (command: string, timeLimitMs: number | null = null) =>
    (await run(engine, command, { timeLimitMs })).state;
  assert.equal(await ends("task sleep.sh"), "timed_out");
  await put(engine, { "config.sh": 'CommandTimeoutTime="1h"' }, "config");
  assert.equal(await ends("task sleep.sh"), "succeeded");
  assert.equal(await ends("sleep 0.6", 300), "timed_out");
  assert.equal(await ends("task -m 5 sleep.sh", 300), "succeeded");
});

Deno.test("task grammar: with the log folder /dev/null, a run has an outcome and no log", async () => {
  await using engine = await TestEngine.start();
  await defineUsers(engine, { secret: true });
  const { state, exitCode, logPath, log } = await engine.runToEnd({
    command: 'echo "$USERS"; echo out >&2; exit 3',
    logFolder: "/dev/null",
  });
  assert.deepEqual([state, exitCode, logPath, log], ["failed", 3, null, ""]);
  assert.deepEqual([...Deno.readDirSync(engine.folder.logs)], []);
});

Deno.test("task grammar: the log reports the delay of RandomDelay", async () => {
  await using engine = await TestEngine.open({ zone: "Asia/Shanghai" });
  await put(engine, { "a.sh": "echo main" });
  await put(engine, {
    "config.sh": "RandomDelay=1\nRandomDelayFileExtensions=\nRandomDelayIgnoredMinutes=",
  }, "config");
  const id = await engine.add({ command: "task a.sh", schedules: ["0 0 1 1 *"] });
  const dueAt = Math.floor(Date.now() / 1_000) * 1_000;
  await engine.db.updateTable("task").set({ next_due_at: dueAt, cursor_at: dueAt - 1 }).where("id", "=", id)
    .execute();
  await engine.engine.start();
  const find = async () =>
    await engine.db.selectFrom("run").select("id").where("task_id", "=", id).executeTakeFirst();
  await engine.until("the run", async () => await find() !== undefined);
  const { log } = await engine.end((await find())!.id);
  assert.match(log, /\nRandom delay of 1 second: due at [-\d]+ [:\d]+, started at [-\d]+ [:\d]+\nmain\n/);
});

async function defineUsers(engine: TestEngine, { secret = false } = {}): Promise<void> {
  const users = { name: "USERS", value: accounts, secret, remarks: "", labels: [], enabled: true };
  await engine.variables.create([parse(variableInput, users)], () => "");
}
