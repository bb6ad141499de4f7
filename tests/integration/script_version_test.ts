// A run stores which script it ran, and which version of it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { TestEngine } from "../support/test_engine.ts";

async function withScripts(
  note: (path: string, file: string) => Promise<number | null>,
): Promise<TestEngine> {
  const engine = await TestEngine.start({ scriptVersions: { note } });
  await Deno.mkdir(join(engine.folder.scripts, "sub"));
  await Deno.writeTextFile(join(engine.folder.scripts, "sub/a.sh"), "exit 3");
  return engine;
}

Deno.test("script version: is stored before the script starts, also for a shell command that names it", async () => {
  const noted: [string, string][] = [];
  await using engine = await withScripts((path, file) => Promise.resolve(noted.push([path, file])));
  const file = join(engine.folder.scripts, "sub/a.sh");
  const commands: [string, string | null, string | null][] = [
    ["task sub/a.sh", null, "sub/a.sh"],
    [`task ${file} x`, null, "sub/a.sh"],
    ["bash sub/a.sh", null, "sub/a.sh"],
    ["bash a.sh", "sub", "sub/a.sh"],
    ["echo sub/a.sh", null, null],
    ["bash -c 'exit 3'", null, null],
  ];
  for (const [command, workingDirectory, path] of commands) {
    const before = noted.length;
    const { scriptPath, scriptVersionId, taskId, log } = await engine.runToEnd({ command, workingDirectory });
    assert.deepEqual([scriptPath, scriptVersionId], path === null ? [null, null] : [path, before + 1], log);
    assert.deepEqual(noted.slice(before), path === null ? [] : [[path, file]]);
    assert.equal((await engine.tasks.get(taskId!)).scriptPath, path);
  }
  const missing = await engine.runToEnd({ command: "bash gone.sh" });
  assert.deepEqual([missing.scriptPath, missing.exitCode], [null, 127]);
  assert.equal((await engine.tasks.get(missing.taskId!)).scriptPath, "gone.sh");
});

Deno.test("script version: a failure to store it does not prevent the run", async () => {
  let response: () => Promise<null> = () => Promise.resolve(null);
  await using engine = await withScripts(() => response());
  const unknown = await engine.runToEnd({ command: "task sub/a.sh" });
  assert.deepEqual([unknown.scriptPath, unknown.scriptVersionId, unknown.exitCode], ["sub/a.sh", null, 3]);
  response = () => Promise.reject(new Error("no room"));
  const failed = await engine.runToEnd({ command: "task sub/a.sh" });
  assert.deepEqual([failed.scriptPath, failed.scriptVersionId, failed.exitCode], ["sub/a.sh", null, 3]);
});

Deno.test("script version: is available while it runs, and after a restart", async () => {
  await using engine = await withScripts(() => Promise.resolve(7));
  const barrier = engine.path("gate");
  await Deno.writeTextFile(
    join(engine.folder.scripts, "b.sh"),
    `until [ -e ${barrier} ]; do sleep 0.02; done`,
  );
  const id = await engine.run({ command: "task b.sh" });
  await engine.reaches(id, "running");
  assert.equal((await engine.runs.get(id)).scriptVersionId, 7);
  await engine.restart();
  await Deno.writeTextFile(barrier, "");
  const { scriptPath, scriptVersionId } = await engine.end(id);
  assert.deepEqual([scriptPath, scriptVersionId], ["b.sh", 7]);
});
