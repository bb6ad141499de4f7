// Scripts as typed in the editor: they run like any other, and leave nothing behind, whatever the outcome.
import { parse } from "../../server/contract/parsed.ts";
import assert from "node:assert/strict";
import { join } from "node:path";
import { debugBody, type DebugInput } from "../../server/contract/files.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { TestEngine } from "../support/test_engine.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

function debug(engine: TestEngine, input: Partial<DebugInput>): Promise<number> {
  const request = { path: "a.sh", content: "true", arguments: [], variables: {}, ...input };
  return engine.debug.start(parse(debugBody, request), "person").then(({ id }) => id);
}

/** Lists the copies below a folder, and their marker files. */
function leftovers(folder: { scripts: string; exitFiles: string }): string[] {
  const names = (root: string, below = ""): string[] =>
    [...Deno.readDirSync(join(root, below))].flatMap(({ name, isDirectory }) =>
      isDirectory ? names(root, join(below, name)) : [join(below, name)]
    );
  const copies = names(folder.scripts).filter((name) => name.includes(".sundial-"));
  return [...copies, ...names(folder.exitFiles).filter((name) => name.startsWith("debug-"))];
}

async function tidy(engine: TestEngine): Promise<void> {
  await engine.until("the copies to be removed", () => leftovers(engine.folder).length === 0);
  assert.deepEqual(engine.errors, []);
}

const languages: Record<string, string> = {
  "sub/a.sh": '. ./part.sh; echo "$PART $PWD|$1|$A"; exit 3',
  "sub/a.js":
    'console.log(`${require("./part.js")} ${process.cwd()}|${process.argv[2]}|${process.env.A}`); process.exit(3)',
  "sub/a.mjs":
    'import p from "./part.mjs"; import process from "node:process"; console.log(`${p} ${process.cwd()}|${process.argv[2]}|${process.env.A}`); process.exit(3)',
  "sub/a.ts":
    'import p from "./part.mjs"; import process from "node:process"; const s: string = process.argv[2]!; console.log(`${p} ${process.cwd()}|${s}|${process.env.A}`); process.exit(3)',
  "sub/a.py":
    "import os, sys, part; print(f\"{part.P} {os.getcwd()}|{sys.argv[1]}|{os.environ['A']}\"); sys.exit(3)",
};

Deno.test("debug: each language gets neighboring files, folder, arguments, variables and an exit code", async () => {
  await using engine = await TestEngine.start();
  await Deno.mkdir(`${engine.folder.scripts}/sub`);
  const parts = {
    "part.sh": "PART=part",
    "part.js": 'module.exports = "part";',
    "part.mjs": 'export default "part";',
    "part.py": 'P = "part"',
  };
  for (const [name, text] of Object.entries(parts)) {
    await Deno.writeTextFile(`${engine.folder.scripts}/sub/${name}`, text);
  }
  for (const [path, content] of Object.entries(languages)) {
    const id = await debug(engine, { path, content, arguments: ["x y"], variables: { A: "很好" } });
    const run = await engine.end(id);
    assert.deepEqual([run.kind, run.taskId, run.taskName, run.scriptPath, run.scriptVersionId, run.cause], [
      "debug",
      null,
      path,
      path,
      null,
      "person",
    ]);
    assert.deepEqual([run.state, run.exitCode], ["failed", 3], run.log);
    assert.ok(run.log.includes(`\npart ${engine.folder.scripts}/sub|x y|很好\n`), run.log);
    assert.match(run.logPath!, /^debug_a\/[\d-]+\.log$/);
  }
  await tidy(engine);
  assert.deepEqual((await engine.rows()).length, 5);
});

Deno.test("debug: leaves the saved file unchanged, and runs a script that does not exist yet", async () => {
  await using engine = await TestEngine.start();
  const file = `${engine.folder.scripts}/a.sh`;
  await Deno.writeTextFile(file, "echo saved");
  assert.match((await engine.end(await debug(engine, { content: "echo edited" }))).log, /\nedited\n/);
  assert.equal(await Deno.readTextFile(file), "echo saved");
  const fresh = await engine.end(await debug(engine, { path: "new.sh", content: "echo fresh" }));
  assert.match(fresh.log, /\nfresh\n/);
  await assert.rejects(Deno.stat(`${engine.folder.scripts}/new.sh`));
  await tidy(engine);
});

Deno.test("debug: can be stopped while running, and cancelled in the queue", async () => {
  await using engine = await TestEngine.start({ concurrency: 1, graceMs: 200 });
  const running = await debug(engine, { content: "echo there; sleep 1000" });
  await engine.until("its output", async () => (await engine.log(running)).includes("there"));
  const waiting = await debug(engine, { path: "b.sh" });
  assert.equal((await engine.runs.get(waiting)).state, "queued");
  assert.equal(leftovers(engine.folder).length, 4);
  assert.equal((await engine.debug.stop(waiting)).state, "stopped");
  await engine.debug.stop(running);
  assert.equal((await engine.end(running)).state, "stopped");
  await tidy(engine);
  await assert.rejects(engine.debug.stop(running), { code: "run_not_active" });
  await assert.rejects(engine.debug.stop(999), { code: "not_found" });
  const task = await engine.run({ command: "sleep 1000" });
  await assert.rejects(engine.debug.stop(task), { code: "run_not_active" });
  await engine.engine.stopRun(task);
  await engine.end(task);
});

Deno.test("debug: several of one script run concurrently within the limit, and beside tasks at their limit", async () => {
  await using engine = await TestEngine.start({ concurrency: 3, graceMs: 100 });
  const task = await engine.run({ command: "sleep 1000" });
  await engine.reaches(task, "running");
  const ids: number[] = [];
  for (let n = 0; n < 4; n++) ids.push(await debug(engine, { content: "sleep 1000" }));
  await engine.reaches(ids[0]!, "running");
  await engine.reaches(ids[1]!, "running");
  const states = async () =>
    (await Promise.all(ids.map((id) => engine.runs.get(id)))).map(({ state }) => state);
  assert.deepEqual(await states(), ["running", "running", "queued", "queued"]);
  for (const id of [...ids.toReversed(), task]) await engine.engine.stopRun(id);
  await engine.quiet();
  await tidy(engine);
});

Deno.test("debug: a start failure is a failed run, and its copy is removed", async () => {
  await using engine = await TestEngine.open({ concurrency: 1 });
  await engine.debug.open();
  const id = await debug(engine, {});
  const [copy] = leftovers(engine.folder);
  await Deno.remove(join(engine.folder.scripts, copy!));
  await engine.engine.start();
  const { state, exitCode, detail } = await engine.end(id);
  assert.deepEqual([state, exitCode, detail], ["failed", 127, "script_missing"]);
  await tidy(engine);
});

Deno.test("debug: rejects invalid interpreters, folders, types, paths and sizes before writing anything", async () => {
  await using engine = await TestEngine.start();
  await Deno.mkdir(`${engine.folder.scripts}/folder.sh`);
  await Deno.symlink("/tmp", `${engine.folder.scripts}/out`);
  await Deno.symlink("/etc/passwd", `${engine.folder.scripts}/link.sh`);
  const rejected: [Partial<DebugInput>, string][] = [
    [{ path: "a.txt" }, "validation_failed"],
    [{ path: "a" }, "validation_failed"],
    [{ path: "" }, "validation_failed"],
    [{ path: "../a.sh" }, "validation_failed"],
    [{ path: "/etc/a.sh" }, "validation_failed"],
    [{ path: ".sundial-debug-1.sh" }, "validation_failed"],
    [{ variables: { SUNDIAL_RUN_ID: "1" } }, "validation_failed"],
    [{ variables: { A: "x".repeat(131_071) } }, "validation_failed"],
    [{ path: "gone/a.sh" }, "not_found"],
    [{ path: "folder.sh" }, "wrong_kind"],
    [{ path: "out/a.sh" }, "outside_root"],
    [{ path: "link.sh" }, "outside_root"],
    [{ content: "#".repeat(32 * 1024 * 1024 + 1) }, "payload_too_large"],
  ];
  const before = [...Deno.readDirSync("/tmp")].length;
  for (const [input, code] of rejected) {
    await assert.rejects(debug(engine, input), { code }, JSON.stringify(input.path));
  }
  assert.deepEqual(leftovers(engine.folder), []);
  assert.deepEqual(await engine.rows(), []);
  assert.ok(
    before > 0 && ![...Deno.readDirSync("/tmp")].some(({ name }) => name.startsWith(".sundial-debug")),
  );
});

Deno.test("debug: a folder that is swapped for a link while it runs loses nothing behind the link", async () => {
  await using engine = await TestEngine.start({ graceMs: 100 });
  const { scripts } = engine.folder;
  await Deno.mkdir(`${scripts}/sub`);
  const id = await debug(engine, { path: "sub/a.sh", content: "echo there; sleep 1000" });
  await engine.until("its output", async () => (await engine.log(id)).includes("there"));
  const [copy] = leftovers(engine.folder);
  await using outside = await temporaryFolder();
  const victim = join(outside.path, copy!.slice("sub/".length));
  await Deno.writeTextFile(victim, "mine");
  await Deno.rename(`${scripts}/sub`, `${scripts}/moved`);
  await Deno.symlink(outside.path, `${scripts}/sub`);
  await engine.debug.stop(id);
  await engine.end(id);
  await engine.until(
    "the marker file to be removed",
    () => !leftovers(engine.folder).some((name) => name.startsWith("debug-")),
  );
  assert.equal(await Deno.readTextFile(victim), "mine");
});

Deno.test("debug: a restart adopts running and queued runs and removes leftovers", async () => {
  await using engine = await TestEngine.start({ concurrency: 1 });
  const barrier = engine.path("gate");
  const running = await debug(engine, {
    content: `until [ -e ${barrier} ]; do sleep 0.02; done; echo last; exit 4`,
  });
  await engine.reaches(running, "running");
  const waiting = await debug(engine, { path: "b.sh", content: "echo waited" });
  const stored = leftovers(engine.folder);
  await engine.restart(async () => {
    await Deno.writeTextFile(join(engine.folder.scripts, ".sundial-debug-old.sh"), "");
    await Deno.writeTextFile(join(engine.folder.exitFiles, "debug-old"), ".sundial-debug-old.sh");
    await Deno.writeTextFile(join(engine.folder.exitFiles, "debug-cut"), "");
  });
  assert.deepEqual(leftovers(engine.folder).sort(), stored.sort());
  await Deno.writeTextFile(barrier, "");
  const { exitCode, log, kind } = await engine.end(running);
  assert.deepEqual([exitCode, kind], [4, "debug"]);
  assert.match(log, /\nlast\n/);
  assert.match((await engine.end(waiting)).log, /\nwaited\n/);
  await tidy(engine);
});

Deno.test("debug: after kill -9 a running and a queued run both run once and leave nothing", async () => {
  await using scene = await PanelScene.open({ settings: { concurrency: 1 } });
  const folder = { scripts: scene.path("scripts"), exitFiles: scene.path("marks") };
  const rows = () =>
    scene.query<Record<string, unknown>>("select state, exit_code, kind from run order by id");
  const witness = scene.path("witness");
  const barrier = scene.path("gate");
  const start = (body: unknown) => scene.panel.request("POST", "/scripts/debug", body);
  const content = (code: number) =>
    `echo ${code} >> ${witness}; until [ -e ${barrier} ]; do sleep 0.05; done; exit ${code}`;
  const running = await start({ path: "a.sh", content: content(4) });
  await until("it to run", () => rows()[0]?.["state"] === "running");
  await start({ path: "b.sh", content: content(5) });
  const over = await start({ path: "c.sh", content: "true" });
  await scene.panel.request("POST", `/scripts/debug/${over.id}/stop`);
  await scene.restart("SIGKILL", async () => {
    assert.equal(leftovers(folder).filter((name) => name.endsWith(".sh")).length, 2);
    // As if it had been killed between the end of a run and the deletion of its copy.
    await Deno.writeTextFile(join(folder.scripts, ".sundial-debug-x.sh"), "");
    await Deno.writeTextFile(join(folder.exitFiles, "debug-x"), ".sundial-debug-x.sh");
  });
  assert.equal((await scene.panel.request("GET", `/runs/${running.id}`)).state, "running");
  assert.equal(leftovers(folder).filter((name) => name.endsWith(".sh")).length, 2);
  await Deno.writeTextFile(barrier, "");
  await until("all to end", () => rows().every(({ state }) => state === "failed" || state === "stopped"));
  assert.deepEqual(rows().map(({ exit_code, kind }) => [exit_code, kind]), [
    [4, "debug"],
    [5, "debug"],
    [null, "debug"],
  ]);
  assert.deepEqual(scene.lines("witness"), ["4", "5"]);
  await until("the copies to be removed", () => leftovers(folder).length === 0);
  assert.equal((await scene.panel.end("SIGTERM")).code, 0);
});
