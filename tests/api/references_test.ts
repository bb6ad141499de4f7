// Which tasks and scripts mention a variable or a script, and what a command mentions.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CommandCheck, ScriptTasks, VariableMentions } from "../../server/contract/references.ts";
import type { Scope } from "../../server/contract/scopes.ts";
import { bearer, makeApplication, tokenOf } from "../support/applications.ts";
import { TaskScene } from "../support/task_scene.ts";
import { TestPanel } from "../support/test_panel.ts";

function put(scene: TaskScene, path: string, text: string, folder: "scripts" | "config" = "scripts"): void {
  const file = join(scene.engine.folder[folder], path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function addVariable(scene: TaskScene, name: string): Promise<number> {
  const { json, status, text } = await scene.call("POST", "/variables", { body: { name, value: "v" } });
  assert.equal(status, 201, text);
  return Number(json.id);
}

async function mentions(scene: TaskScene, id: number): Promise<VariableMentions> {
  const { json, status, text } = await scene.call("GET", `/variables/${id}/mentions`);
  assert.equal(status, 200, text);
  return json as unknown as VariableMentions;
}

async function check(scene: TaskScene, body: Record<string, unknown>): Promise<CommandCheck> {
  const { json, status, text } = await scene.call("POST", "/tasks/check-command", { body });
  assert.equal(status, 200, text);
  return json as unknown as CommandCheck;
}

Deno.test("references: lists tasks and scripts that mention a variable by its whole name", async () => {
  await using scene = await TaskScene.open();
  const id = await addVariable(scene, "TOKEN");
  await scene.add({ name: "Other", command: "echo $MY_TOKEN $TOKENS $token" });
  const used = await scene.add({ name: "Uses it", command: 'curl -H "$TOKEN" host' });
  const before = await scene.add({
    name: "Before",
    command: "true",
    before: 'test -n "${TOKEN}"',
    enabled: false,
  });
  const accounts = await scene.add({ name: "Accounts", command: "task a.js desi TOKEN 1" });
  put(scene, "sub/a.js", "// first\nprocess.env.TOKEN;\nprocess.env.TOKEN;\n");
  put(scene, "b.sh", "echo $TOKENS\necho ${token}\n");
  put(scene, "node_modules/c.js", "TOKEN");
  const { tasks, scripts, complete } = await mentions(scene, id);
  assert.deepEqual(tasks, [
    { id: used, name: "Uses it", enabled: true },
    { id: before, name: "Before", enabled: false },
    { id: accounts, name: "Accounts", enabled: true },
  ]);
  assert.deepEqual(scripts, [{ path: "sub/a.js", line: 2, text: "process.env.TOKEN;" }]);
  assert.equal(complete, true);
  const unused = await mentions(scene, await addVariable(scene, "NOWHERE"));
  assert.deepEqual(unused, { tasks: [], scripts: [], complete: true });
  assert.equal((await scene.call("GET", "/variables/999/mentions")).status, 404);
});

Deno.test("references: lists the tasks that run a script or name it", async () => {
  await using scene = await TaskScene.open();
  const run = await scene.add({ name: "Runs", command: "task sub/a.js --fast" });
  const inFolder = await scene.add({
    name: "In its folder",
    command: "node ./a.js",
    workingDirectory: "sub",
  });
  const inLine = await scene.add({ name: "In a line", command: "cd sub && (node 'sub/a.js' || true)" });
  const after = await scene.add({ name: "After", command: "true", after: "node sub/a.js" });
  await scene.add({ name: "Another", command: "task a.js" });
  await scene.add({ name: "Longer", command: "task sub/aa.js; echo sub/a.js.bak" });
  const { json } = await scene.call("GET", "/scripts/tasks?path=sub%2Fa.js");
  const { tasks, complete } = json as unknown as ScriptTasks;
  assert.deepEqual(tasks.map(({ id }) => id), [run, inFolder, inLine, after]);
  assert.equal(complete, true);
  assert.deepEqual((await scene.call("GET", "/scripts/tasks?path=none.js")).json, {
    tasks: [],
    complete: true,
  });
  assert.equal((await scene.call("GET", "/scripts/tasks?path=")).status, 422);
});

Deno.test("references: reports whether the script of a command exists", async () => {
  await using scene = await TaskScene.open();
  put(scene, "sub/a.js", "");
  const script = async (command: string, workingDirectory: string | null = null) =>
    (await check(scene, { command, workingDirectory })).script;
  assert.deepEqual(await script("task sub/a.js"), { path: "sub/a.js", exists: true });
  assert.deepEqual(await script("node a.js", "sub"), { path: "sub/a.js", exists: true });
  assert.deepEqual(await script("task missing.py"), { path: "missing.py", exists: false });
  assert.deepEqual(await script("task missing.py $TOKEN > out"), { path: "missing.py", exists: false });
  assert.deepEqual(await script("bash sub/a.js && echo"), { path: "sub/a.js", exists: true });
  for (const command of ["task part$OF.js", "echo $X; task missing.py"]) {
    assert.equal(await script(command), null, command);
  }
  assert.deepEqual(await script("task ../../etc/passwd.sh"), null);
  for (const command of ["", "task", "echo hello", "task -m"]) {
    assert.equal(await script(command), null, command);
  }
});

Deno.test("references: names variables of a command that nothing defines", async () => {
  await using scene = await TaskScene.open();
  await addVariable(scene, "DEFINED");
  put(scene, "config.sh", 'export FROM_CONFIG="1"\n# COMMENTED=1\n', "config");
  const undefinedIn = async (command: string, before: string | null = null) =>
    (await check(scene, { command, before })).undefinedVariables;
  assert.deepEqual(
    await undefinedIn(
      "echo $DEFINED $FROM_CONFIG $INHERITED $HOME $SUNDIAL_RUN_ID $MISSING ${ALSO} $COMMENTED",
    ),
    ["MISSING", "ALSO", "COMMENTED"],
  );
  assert.deepEqual(await undefinedIn("X=1; for y in 1; do echo $X $y ${Z:-3} '$QUOTED'; done"), []);
  assert.deepEqual(await undefinedIn("echo $SET", "export SET=1"), []);
  assert.deepEqual(await undefinedIn("source env.sh; echo $ANY"), []);
  assert.deepEqual(await undefinedIn("task a.js desi ACCOUNTS 1"), ["ACCOUNTS"]);
});

Deno.test("references: a program gets only what it may read", async () => {
  await using panel = await TestPanel.open();
  const admin = await panel.logIn();
  await panel.request("POST", "/variables", { headers: admin, body: { name: "TOKEN", value: "v" } });
  const task = { name: "Uses it", command: "echo $TOKEN", schedules: "manual" };
  await panel.request("POST", "/tasks", { headers: admin, body: task });
  mkdirSync(join(panel.dataDir, "scripts"), { recursive: true });
  writeFileSync(join(panel.dataDir, "scripts", "a.sh"), "echo $TOKEN\n");
  const found = async (...has: Scope[]) => {
    const headers = bearer(await tokenOf(panel, await makeApplication(panel, admin, has.join(), has)));
    const { tasks, scripts } = await panel.request("GET", "/variables/1/mentions", { headers });
    return [tasks.length, scripts.length];
  };
  assert.deepEqual(await found("variables:read"), [0, 0]);
  assert.deepEqual(await found("variables:read", "tasks:read"), [1, 0]);
  assert.deepEqual(await found("variables:read", "scripts:read"), [0, 1]);
  const headers = bearer(await tokenOf(panel, await makeApplication(panel, admin, "tasks", ["tasks:read"])));
  const body = { command: "task a.sh $NOTHING" };
  assert.deepEqual(await panel.request("POST", "/tasks/check-command", { headers, body }), {
    script: null,
    undefinedVariables: [],
  });
});
