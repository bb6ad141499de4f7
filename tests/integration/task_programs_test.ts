// The programs `task` and `ql` on the search path of tasks and in a terminal, with a real panel.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Run } from "../../server/contract/runs.ts";
import { script } from "../support/git_server.ts";
import { SubscriptionScene } from "../support/subscription_scene.ts";
import { until } from "../support/until.ts";
import { runProgram } from "../support/run_program.ts";

async function put(scene: SubscriptionScene, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(scene.dataDir, path);
    await Deno.mkdir(join(file, ".."), { recursive: true });
    await Deno.writeTextFile(file, text);
  }
}

async function runTask(scene: SubscriptionScene, command: string): Promise<Run & { log: string }> {
  const json = { name: command, command, schedules: "manual" };
  const { id } = await scene.panel.json<{ id: number }>("/api/tasks", { json });
  const { results: [result] } = await scene.panel.json<{ results: { runId: number }[] }>("/api/tasks/run", {
    json: { ids: [id] },
  });
  return await scene.end(result!.runId);
}

/** Runs a program as in a terminal, with no other environment. */
async function inTerminal(
  scene: SubscriptionScene,
  program: string,
  args: string[],
  environment: Record<string, string> = {},
) {
  const { code, out, err } = await runProgram([join(scene.dataDir, "access/bin", program), ...args], {
    clearEnv: true,
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: Deno.env.get("HOME") ?? "/", ...environment },
  });
  return { code, output: out.trim().split("\n"), errors: err.trim().split("\n") };
}

function movedLine(from: string, to: string): string {
  return `It has the same folder and now pulls from ${to} instead of ${from}`;
}

function output({ log }: { log: string }): string[] {
  return log.split("\n").slice(2, -3).filter((line) => line !== "");
}

Deno.test("task program: runs scripts inside of a run and in a terminal, with hooks, variables and exit code", async () => {
  await using scene = await SubscriptionScene.open();
  await put(scene, {
    "config/config.sh": "export CONFIGURED=yes",
    "config/task_before.sh": 'echo "before $1 $2"',
    "scripts/sub/main.py":
      "import os, sys; print(sys.argv[1:], os.environ['USERS'], os.environ['CONFIGURED']); sys.exit(3)",
    "scripts/loop.sh": "task loop.sh",
    "scripts/named.js": "// new Env('Named script')",
  });
  await scene.panel.json("/api/variables", { json: { name: "USERS", value: "a&b" } });
  const { log } = await runTask(
    scene,
    "task sub/main.py x | cat; task sub/main.py desi USERS 2 -- y; echo code $?",
  );
  assert.deepEqual(output({ log }).slice(1), [
    "before sub/main.py x",
    "['x'] a&b yes",
    "before sub/main.py desi",
    "['y'] b yes",
    "code 3",
  ]);
  const terminal = await inTerminal(scene, "task", ["sub/main.py", "a b"]);
  assert.deepEqual([terminal.code, terminal.output], [3, ["before sub/main.py a b", "['a b'] a&b yes"]]);
  const secret = { name: "KEY", value: "a sealed value", secret: true };
  await scene.panel.json("/api/variables", { json: secret });
  assert.deepEqual((await inTerminal(scene, "task", ["printenv", "KEY"])).output.slice(1), [
    "a sealed value",
  ]);
  const list = await inTerminal(scene, "task", []);
  assert.match(list.output.join("\n"), /Usage: task[^]*\n {2}named\.js {5}Named script\n {2}sub\/main\.py$/);
  const late = await inTerminal(scene, "task", ["-m", "1", "sleep", "100"]);
  assert.deepEqual([late.code, late.errors], [124, ["Stopped at the time limit"]]);
  const missing = await inTerminal(scene, "task", ["missing.js"]);
  assert.equal(missing.code, 127);
  assert.match(missing.errors[0] ?? "", /^The script missing\.js was not found/);
  // As in a run on a worker.
  await put(scene, { "copies/copied.sh": "echo from a copy" });
  const copies = { SUNDIAL_SCRIPTS_DIR: join(scene.dataDir, "copies"), SUNDIAL_RUN_ID: "1" };
  assert.deepEqual((await inTerminal(scene, "task", ["copied.sh"], copies)).output, [
    ...["before copied.sh ", "from a copy"],
  ]);
  const loop = await inTerminal(scene, "task", ["loop.sh"]);
  assert.match(loop.errors.at(-1) ?? "", /^task was started by itself 8 times/);
});

Deno.test("task program: stores the output of a script in a terminal, masked, in a folder without a task ID", async () => {
  await using scene = await SubscriptionScene.open();
  await put(scene, {
    "scripts/foo/bar.js":
      "console.log(process.env.KEY, process.argv[2]); console.error('an error'); process.exit(4)",
    "scripts/left.sh": "sleep 100 & echo $!",
    "scripts/many.sh": "seq 1 200000",
    "scripts/outer.sh": "task foo/bar.js now",
    "logs/foo_bar/2026-01-01-00-00-00-000-terminal.log": "old",
    "logs/foo_bar/2026-01-01-00-00-00-000.log": "of a run",
  });
  const logs = (folder: string) =>
    [...Deno.readDirSync(join(scene.dataDir, "logs", folder))].map(({ name }) => name).sort();
  const old = new Date(Date.now() - 40 * 24 * 3_600_000);
  for (const name of logs("foo_bar")) await Deno.utime(join(scene.dataDir, "logs/foo_bar", name), old, old);
  await scene.panel.json("/api/variables", { json: { name: "KEY", value: "a sealed value", secret: true } });

  const direct = await inTerminal(scene, "task", ["foo/bar.js", "x"]);
  assert.deepEqual([direct.code, direct.output, direct.errors], [4, ["a sealed value x"], ["an error"]]);
  const [ofRun, stored = "", ...others] = logs("foo_bar");
  assert.deepEqual([ofRun, others], ["2026-01-01-00-00-00-000.log", []]);
  assert.match(stored, /^\d{4}(-\d\d){5}-\d{3}-terminal\.log$/);
  const lines = (await Deno.readTextFile(join(scene.dataDir, "logs/foo_bar", stored))).split("\n");
  assert.match(lines[0] ?? "", /^## Starting\.\.\. /);
  assert.deepEqual(lines.slice(2, 4).sort(), ["*** x", "an error"]);
  assert.match(lines.at(-2) ?? "", /^## Failed ❌\(exit code 4\)\.\.\. .*\u3000{5}$/);

  // A run that starts it has the output in its own log.
  const { log } = await runTask(scene, "task outer.sh now");
  assert.match(log, /\*\*\* undefined/);
  assert.equal(logs("foo_bar").length, 2);

  // It ends with the script, although a program of the background still has its output open.
  const { output: [pid] } = await inTerminal(scene, "task", ["left.sh"]);
  Deno.kill(Number(pid)); // throws if it had ended
  assert.equal((await inTerminal(scene, "task", ["many.sh"])).output.length, 200_000);
  const [many = ""] = logs("many");
  const { size } = await Deno.stat(join(scene.dataDir, "logs/many", many));
  assert.ok(size > 1_288_894, String(size));
});

Deno.test("ql program: pulls by finding or creating a subscription, with the token of the run or the terminal's", async () => {
  await using scene = await SubscriptionScene.open();
  await scene.repository({
    "a.js": script("Alpha", "1 1 * * *"),
    "b.js": script("Beta", "2 2 * * *"),
  });
  const url = scene.server.url("owner/one.git");
  const first = await runTask(scene, `ql repo ${url} a '' '' main`);
  assert.deepEqual([first.state, first.exitCode], ["succeeded", 0], first.log);
  assert.match(first.log, /\nCreated subscription 1: owner\/one main\n## Starting\.\.\. /);
  assert.deepEqual((await scene.tasks()).map(({ name }) => name).filter((name) => !name.startsWith("ql")), [
    "Alpha",
  ]);
  const again = await inTerminal(scene, "ql", ["repo", url, "a|b", "", "", "main"]);
  assert.deepEqual(
    [again.code, again.output[0]],
    [0, "Subscription 1: owner/one main"],
    again.errors.join("\n"),
  );
  const { total, items } = await scene.panel.json<{ total: number; items: { whitelist: string }[] }>(
    "/api/subscriptions",
  );
  assert.deepEqual([total, items[0]?.whitelist], [1, "a|b"]);
  assert.ok((await scene.tasks()).some(({ name }) => name === "Beta"));
  // Another mirror before the same repository.
  const mirror = await scene.repository({}, "mirror/owner/one.git");
  await mirror.commit({ "a.js": script("Alpha", "1 1 * * *"), "c.js": script("Gamma", "3 3 * * *") });
  const before = (await scene.tasks()).find(({ name }) => name === "Alpha");
  const other = scene.server.url("mirror/owner/one.git");
  for (let times = 0; times < 2; times++) {
    const moved = await inTerminal(scene, "ql", ["repo", other, "a|c", "", "", "main"]);
    assert.deepEqual([moved.code, moved.output[0]], [0, "Subscription 1: owner/one main"]);
    assert.equal(moved.output[1] === movedLine(url, other), times === 0, moved.output.join("\n"));
  }
  const { id } = (await scene.tasks()).find(({ name }) => name === "Alpha")!;
  assert.equal(id, before?.id);
  assert.ok((await scene.tasks()).some(({ name }) => name === "Gamma"));
  const wrong = await inTerminal(scene, "ql", ["repo", "nowhere"]);
  assert.equal(wrong.code, 1);
  assert.match(wrong.errors[0] ?? "", /^url: /);
});

Deno.test("ql program: finds a subscription with a name of its own by its folder, and says where it pulls from now", async () => {
  await using scene = await SubscriptionScene.open();
  const files = { "a.js": script("Alpha", "1 1 * * *") };
  for (const path of ["demo/tool.git", "mirror/demo/tool.git"]) {
    await (await scene.repository({}, path)).commit(files);
  }
  const [url, other] = ["demo/tool.git", "mirror/demo/tool.git"].map((path) => scene.server.url(path));
  const { id } = await scene.create({ url: url!, name: "Kitchen scripts", alias: "demo_tool" });
  await scene.create({ url: scene.server.url("demo/other.git"), name: "demo/tool" });
  const { code, output, errors } = await inTerminal(scene, "ql", ["repo", other!]);
  assert.equal(code, 0, errors.join("\n"));
  assert.deepEqual(output.slice(0, 2), [`Subscription ${id}: Kitchen scripts`, movedLine(url!, other!)]);
  const { total } = await scene.panel.json<{ total: number }>("/api/subscriptions");
  const found = await scene.get(id);
  assert.deepEqual([total, found.name, found.alias, found.url], [2, "Kitchen scripts", "demo_tool", other]);
  assert.ok((await scene.tasks()).some(({ name }) => name === "Alpha"));
});

Deno.test("ql program: deletes old logs, and names what to use instead of what the panel does itself", async () => {
  await using scene = await SubscriptionScene.open();
  const old = new Date(Date.now() - 9 * 24 * 3_600_000);
  const logs = {
    "logs/a/2026-01-01-00-00-00-000.log": true,
    "logs/a/2026-01-02-00-00-00-000.log": false,
    "logs/b/plain.log": true,
    "logs/b/notes.txt": true,
    "logs/c/2099-01-01-00-00-00-000.log": true,
  };
  for (const [path, isOld] of Object.entries(logs)) {
    await put(scene, { [path]: "text" });
    if (isOld) await Deno.utime(join(scene.dataDir, path), old, old);
  }
  const removed = await inTerminal(scene, "ql", ["rmlog", "7"]);
  assert.deepEqual([removed.code, removed.output], [0, ["Deleted 2 logs"]]);
  const left = [...Deno.readDirSync(join(scene.dataDir, "logs"))].map(({ name }) => name).sort();
  assert.deepEqual(left, ["a", "b", "c"]);
  assert.equal((await inTerminal(scene, "ql", ["rmlog", "soon"])).code, 2);
  const reset = await inTerminal(scene, "ql", ["resetpwd", "x"]);
  assert.deepEqual([reset.code, reset.errors], [1, ["Run sundial reset-password in a terminal"]]);
  assert.equal((await inTerminal(scene, "ql", ["nothing"])).code, 2);
  assert.equal((await inTerminal(scene, "ql", [])).code, 0);
  await scene.panel.stop();
  const offline = await inTerminal(scene, "ql", ["raw", "https://example.org/a.js"]);
  assert.deepEqual([offline.code, offline.errors], [3, ["The panel is not running"]]);
  await scene.restart();
});

Deno.test("extra.sh: runs at start when config.sh asks for it, with a log of its own", async () => {
  await using scene = await SubscriptionScene.open();
  const logs = join(scene.dataDir, "logs/extra");
  await put(scene, { "config/extra.sh": 'echo "$WHO in $PWD" > /dev/stdout; task printenv WHO; return 2' });
  await scene.restart();
  assert.throws(() => Deno.readDirSync(logs).next(), Deno.errors.NotFound);
  await put(scene, { "config/config.sh": 'export WHO=extra\nEnableExtraShell="true"' });
  await scene.restart();
  const text = await until("the log of extra.sh", async () => {
    const [log] = await Array.fromAsync(Deno.readDir(logs)).catch(() => []);
    const text = log ? await Deno.readTextFile(join(logs, log.name)) : "";
    return text.includes("Failed") ? text : null;
  });
  assert.match(text, /^## Starting[^]*\nextra in .*\/scripts\nextra\n\n## Failed ❌\(exit code 2\)/);
  const direct = await inTerminal(scene, "ql", ["extra"]);
  assert.deepEqual([direct.code, direct.output[0]], [2, `extra in ${scene.scripts}`]);
});
