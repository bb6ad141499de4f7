// The configuration files that affect every run: their order, what they pass on, and what ends a run.
import { parse } from "../../server/contract/parsed.ts";
import assert from "node:assert/strict";
import { join } from "node:path";
import { debugBody, type DebugInput } from "../../server/contract/files.ts";
import { type JavascriptRuntime } from "../../server/contract/settings.ts";
import { TestEngine } from "../support/test_engine.ts";

/** Each prints that it ran, with the values that the previous one set. */
const everyHook = {
  "config.sh": 'echo "config.sh $1 $2"; export TRAIL=config',
  "task_before.sh": 'echo "task_before.sh $TRAIL $1 $2"; export TRAIL=$TRAIL,before.sh',
  "task_before.js":
    'console.log(`task_before.js ${process.env.TRAIL} ${process.argv[2]}`); process.env.TRAIL += ",before.js"; globalThis.left = "left";',
  "task_before.py":
    'import os, sys, builtins; print(f"task_before.py {os.environ[\'TRAIL\']} {sys.argv[1]}"); os.environ["TRAIL"] += ",before.py"; builtins.left = "left"',
  "task_after.sh": 'echo "task_after.sh $TRAIL $1 $2 $SUNDIAL_EXIT_CODE"; export TRAIL=$TRAIL,after.sh',
  "task_after.js":
    "console.log(`task_after.js ${process.env.TRAIL} ${process.argv[2]} ${process.env.SUNDIAL_EXIT_CODE}`)",
  "task_after.py":
    "import os, sys; print(f\"task_after.py {os.environ['TRAIL']} {sys.argv[1]} {os.environ['SUNDIAL_EXIT_CODE']}\")",
};

const javascript =
  "console.log(`main ${process.env.TRAIL} ${process.argv[2]} ${globalThis.left}`); process.exit(3);";
const scripts: Record<string, string> = {
  "a.sh": 'echo "main $TRAIL $1"; exit 3',
  "a.js": javascript,
  "a.mjs": javascript,
  "a.ts": `const left: string = (globalThis as unknown as { left: string }).left;
    console.log(\`main \${process.env.TRAIL} \${process.argv[2]} \${left}\`); process.exit(3);`,
  "a.py": "import os, sys; print(f\"main {os.environ['TRAIL']} {sys.argv[1]} {left}\"); sys.exit(3)",
};

async function put(engine: TestEngine, hooks: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(hooks)) {
    await Deno.writeTextFile(join(engine.folder.config, name), text);
  }
}

async function putScripts(engine: TestEngine, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(join(engine.folder.scripts, name), text);
  }
}

function output(log: string): string[] {
  return log.split("\n").slice(2, -3).filter((line) => line !== "");
}

function around(name: string): string[] {
  const extension = kindOf(name);
  const hooks = extension === null ? [] : [`task_before.${extension}`];
  const within = ["config", "before.sh", "before"].join();
  const inside = [within, ...hooks.map((name) => name.slice("task_".length))].join();
  return [
    `config.sh ${name} x y`,
    `task_before.sh config ${name} x y`,
    `before config,before.sh ${name} x y`,
    ...hooks.map((name) => `${name} ${within} x y`),
    `main ${inside} x y${extension === null ? "" : " left"}`,
    `task_after.sh ${within} ${name} x y 3`,
    `after ${within},after.sh ${name} x y 3`,
    ...(extension === null ? [] : [`task_after.${extension} ${within},after.sh x y 3`]),
  ];
}

const lines = {
  before: 'echo "before $TRAIL $1 $2"; export TRAIL=$TRAIL,before',
  after: 'echo "after $TRAIL $1 $2 $_task_exit_code"',
};

function kindOf(name: string): "js" | "py" | null {
  if (name.endsWith(".py")) return "py";
  return name.endsWith(".sh") ? null : "js";
}

for (const runtime of ["node", "deno"] as const satisfies JavascriptRuntime[]) {
  Deno.test(`hooks: all run in order around a script of each language, with ${runtime}`, async () => {
    await using engine = await TestEngine.start({ runtime });
    await put(engine, everyHook);
    await putScripts(engine, scripts);
    for (const name of Object.keys(scripts)) {
      // The machine's Node.js may not support types.
      if (runtime === "node" && name === "a.ts") continue;
      const run = await engine.runToEnd({ command: `task ${name} 'x y'`, ...lines });
      assert.deepEqual([run.state, run.exitCode], ["failed", 3], run.log);
      assert.deepEqual(output(run.log), around(name), name);
    }
    assert.deepEqual(engine.leftFiles(), []);
  });
}

Deno.test("hooks: run around a shell command and an unsaved script", async () => {
  await using engine = await TestEngine.start();
  await put(engine, everyHook);
  const line = await engine.runToEnd({ command: 'echo "main $TRAIL"' });
  assert.deepEqual(output(line.log), [
    "config.sh  ",
    "task_before.sh config  ",
    "main config,before.sh",
    "task_after.sh config,before.sh   0",
  ]);
  const input: DebugInput = { path: "new.py", content: scripts["a.py"]!, arguments: ["x y"], variables: {} };
  const { id } = await engine.debug.start(parse(debugBody, input), "person");
  const debug = await engine.end(id);
  assert.deepEqual([debug.state, debug.exitCode], ["failed", 3]);
  assert.deepEqual(output(debug.log), [
    "config.sh new.py x y",
    "task_before.sh config new.py x y",
    "task_before.py config,before.sh x y",
    "main config,before.sh,before.py x y left",
    "task_after.sh config,before.sh new.py x y 3",
    "task_after.py config,before.sh,after.sh x y 3",
  ]);
});

Deno.test("hooks: one that exits before the command ends the run with its code, and nothing else starts", async () => {
  await using engine = await TestEngine.start();
  await putScripts(engine, scripts);
  const ending: [string, string, string][] = [
    ["config.sh", "echo leaving; exit 6", "a.sh"],
    ["task_before.sh", "echo leaving; exit 6", "a.sh"],
    ["task_before.js", 'console.log("leaving"); process.exit(6)', "a.js"],
    ["task_before.js", 'console.log("leaving"); process.exit(6)', "a.ts"],
    ["task_before.py", 'import sys; print("leaving"); sys.exit(6)', "a.py"],
  ];
  for (const [name, text, script] of ending) {
    await put(engine, { [name]: text });
    const run = await engine.runToEnd({ command: `task ${script}` });
    assert.deepEqual([run.state, run.exitCode, output(run.log)], ["failed", 6, ["leaving"]], name);
    await Deno.remove(join(engine.folder.config, name));
  }
});

Deno.test("hooks: an error is logged; with a shell the run continues, with an interpreter it fails", async () => {
  await using engine = await TestEngine.start();
  await putScripts(engine, { ...scripts, "plain.js": "console.log('went on')" });
  await put(engine, { "config.sh": "no_such_program\nif then (", "task_before.sh": "false\nno_such_either" });
  const shell = await engine.runToEnd({ command: "echo went on" });
  assert.deepEqual([shell.state, shell.exitCode], ["succeeded", 0]);
  assert.match(
    shell.log,
    /config\.sh: line \d+: syntax error[^]*no_such_either: command not found[^]*\nwent on\n/,
  );
  await Deno.remove(join(engine.folder.config, "config.sh"));
  await Deno.remove(join(engine.folder.config, "task_before.sh"));
  await put(engine, {
    "task_before.js": 'throw new Error("boom")',
    "task_before.py": 'raise ValueError("boom")',
  });
  for (const script of ["a.js", "a.ts", "a.py"]) {
    const { state, exitCode, log } = await engine.runToEnd({ command: `task ${script}` });
    assert.deepEqual([state, exitCode], ["failed", 1], log);
    assert.match(log, /boom/);
    assert.match(log, /task_before\.(js|py)/);
    assert.doesNotMatch(log, /^main /m);
  }
});

Deno.test("hooks: hooks after the command do not change its exit code", async () => {
  await using engine = await TestEngine.start();
  await putScripts(engine, scripts);
  await put(engine, {
    "task_after.sh": "echo after $SUNDIAL_EXIT_CODE; false",
    "task_after.js": "throw new Error('boom')",
    "task_after.py": "raise ValueError('boom')",
  });
  await put(engine, { "config.sh": "export TRAIL=t; set -eu" });
  for (const script of ["a.js", "a.py"]) {
    await put(engine, { "task_after.sh": "echo after $SUNDIAL_EXIT_CODE" });
    const { exitCode, log } = await engine.runToEnd({ command: `task ${script} x` });
    assert.equal(exitCode, script === "a.py" ? 1 : 3, log);
    assert.match(log, /\nafter \d\n[^]*boom/);
  }
  await put(engine, { "task_after.sh": "echo after $SUNDIAL_EXIT_CODE; exit 9" });
  assert.equal((await engine.runToEnd({ command: "exit 4" })).exitCode, 4);
  assert.equal((await engine.runToEnd({ command: "true" })).exitCode, 0);
});

for (const name of ["config.sh", "task_before.sh", "task_before.js", "task_before.py", "task_after.sh"]) {
  Deno.test(`hooks: a stop during ${name} ends the run, and nothing after it starts`, async () => {
    await using engine = await TestEngine.start({ graceMs: 400 });
    const waits: Record<string, string> = {
      js: 'console.log("there"); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
      py: 'import time; print("there", flush=True); time.sleep(1000)',
      sh: "echo there; sleep 1000",
    };
    const extension = name.split(".")[1]!;
    await putScripts(engine, { "a.js": "console.log('main')", "a.py": "print('main')", "a.sh": "echo main" });
    await put(engine, { [name]: waits[extension]! });
    const id = await engine.run({ command: `task a.${extension}`, after: "echo next" });
    await engine.until("the hook", async () => (await engine.log(id)).includes("there"));
    await engine.engine.stopRun(id);
    const { state, log } = await engine.end(id);
    assert.equal(state, "stopped");
    assert.equal(log.includes("main"), name === "task_after.sh");
    assert.doesNotMatch(log, /next/);
    assert.deepEqual(engine.processes(), []);
  });
}

Deno.test("hooks: after a stop, nothing starts after a shell script that handles TERM", async () => {
  await using engine = await TestEngine.start();
  await putScripts(engine, {
    "a.sh": "trap 'echo cleaned; exit 0' TERM; echo there; while :; do sleep 0.05; done",
  });
  await put(engine, { "task_after.sh": "echo next" });
  const id = await engine.run({ command: "task a.sh", after: "echo next" });
  await engine.until("the script", async () => (await engine.log(id)).includes("there"));
  await engine.engine.stopRun(id);
  const { state, log } = await engine.end(id);
  assert.equal(state, "stopped");
  assert.match(log, /there\n[^]*cleaned\n/);
  assert.doesNotMatch(log, /next/);
});

Deno.test("hooks: missing, empty or non-file hooks start no shell", async () => {
  await using engine = await TestEngine.start();
  await put(engine, { "config.sh": "" });
  await Deno.mkdir(join(engine.folder.config, "task_before.sh"));
  await Deno.symlink("nowhere", join(engine.folder.config, "task_after.sh"));
  await putScripts(engine, { "a.py": "import os; print(open(f'/proc/{os.getppid()}/cmdline').read())" });
  const { log } = await engine.runToEnd({ command: "task a.py" });
  assert.match(log, /\n\/bin\/sh\0-c\0/);
  assert.doesNotMatch(log, /task_before|bash/);
});

Deno.test("hooks: paths may contain quotes and spaces", async () => {
  await using engine = await TestEngine.start();
  await Deno.mkdir(`${engine.folder.scripts}/it's "a" $(folder)`);
  await put(engine, everyHook);
  for (const [name, text] of Object.entries(scripts)) {
    const path = `it's "a" $(folder)/${name}`;
    const input: DebugInput = { path, content: text, arguments: ["x y"], variables: {} };
    const { log, exitCode } = await engine.end(
      (await engine.debug.start(parse(debugBody, input), "person")).id,
    );
    assert.equal(exitCode, 3, log);
    assert.match(log, /\nmain config,before\.sh/);
  }
});
