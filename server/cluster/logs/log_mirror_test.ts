import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { LogScene, PANEL_NODE, RUNNING_NODE } from "../../../tests/support/log_scene.ts";

const LIMIT = 256 * 1024;
const line = "a line of output that is not short at all\n";

async function storeChunk(scene: LogScene, runId: number, start: number, text: string): Promise<void> {
  await scene.db.insertInto("run_log_chunk").values({
    run_id: runId,
    start,
    content: new TextEncoder().encode(text),
  }).execute();
  scene.mirror.notify(runId);
  await scene.mirror.settled();
}

Deno.test("log mirror: the log of a run on another node grows here at the same path", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  for (const text of ["one\n", "two\n", "three\n"]) {
    log.append(text);
    await scene.ship();
    assert.equal(scene.text("panel", run.log_path), scene.text("node", run.log_path));
  }
  await scene.end(run, log);
  assert.equal(scene.text("panel", run.log_path), "one\ntwo\nthree\nthe last line\n");
});

Deno.test("log mirror: a lost notification delays the log, nothing is missing", async () => {
  await using scene = await LogScene.open({ notifies: false });
  scene.mirror.start();
  const { run, log } = await scene.begin();
  log.append("output\n");
  await scene.ship();
  for (let round = 0; round < 50 && scene.read("panel", run.log_path) === null; round++) {
    scene.clock.advance(5_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await scene.mirror.settled();
  }
  assert.equal(scene.text("panel", run.log_path), "output\n");
  await scene.end(run, log);
  for (let round = 0; round < 50 && !scene.text("panel", run.log_path)?.includes("last"); round++) {
    scene.clock.advance(5_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await scene.mirror.settled();
  }
  assert.equal(scene.text("panel", run.log_path), "output\nthe last line\n");
});

Deno.test("log mirror: after a restart it continues its file, and skips what it has", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  log.append("one\n");
  await scene.ship();
  await scene.restartMirror();
  for (let index = 0; index < 3; index++) scene.mirror.notify(run.id);
  await scene.mirror.settled();
  log.append("two\n");
  await scene.ship();
  assert.equal(scene.text("panel", run.log_path), "one\ntwo\n");
  log.close();
});

Deno.test("log mirror: chunks that were merged meanwhile continue in the middle", async () => {
  await using scene = await LogScene.open();
  const run = await scene.addRun({ node_id: RUNNING_NODE, log_path: "t/a.log" });
  await storeChunk(scene, run.id, 0, "one\n");
  await scene.db.deleteFrom("run_log_chunk").execute();
  await storeChunk(scene, run.id, 0, "one\ntwo\n");
  await storeChunk(scene, run.id, 8, "three\n");
  assert.equal(scene.text("panel", "t/a.log"), "one\ntwo\nthree\n");
  assert.equal(scene.headOf("t/a.log")?.gap, null);
});

Deno.test("log mirror: many small chunks before the next one do not hide it", async () => {
  await using scene = await LogScene.open({ notifies: false });
  const run = await scene.addRun({ node_id: RUNNING_NODE, log_path: "t/a.log" });
  for (let index = 0; index < 40; index++) await storeChunk(scene, run.id, index * 2, `${index % 10}\n`);
  assert.equal(scene.read("panel", "t/a.log")?.length, 80);
  await storeChunk(scene, run.id, 80, "end\n");
  assert.ok(scene.text("panel", "t/a.log")?.endsWith("9\nend\n"));
});

Deno.test("log mirror: a missing part is a gap, one at most", async () => {
  await using scene = await LogScene.open();
  const run = await scene.addRun({ node_id: RUNNING_NODE, log_path: "t/a.log" });
  await storeChunk(scene, run.id, 0, "head\n");
  await storeChunk(scene, run.id, 100, "tail\n");
  assert.deepEqual(scene.headOf("t/a.log")?.gap, { start: 5, end: 100 });
  await storeChunk(scene, run.id, 1_000, "newer\n");
  assert.deepEqual(scene.headOf("t/a.log")?.gap, { start: 5, end: 1_000 });
  const bytes = scene.read("panel", "t/a.log")!;
  assert.equal(bytes.length, 1_006);
  assert.equal(new TextDecoder().decode(bytes.subarray(0, 5)), "head\n");
  assert.equal(new TextDecoder().decode(bytes.subarray(1_000)), "newer\n");
});

Deno.test("log mirror: a file that a power failure cut off before its gap begins anew", async () => {
  await using scene = await LogScene.open();
  const run = await scene.addRun({ node_id: RUNNING_NODE, log_path: "t/a.log" });
  await storeChunk(scene, run.id, 0, "head\n");
  await storeChunk(scene, run.id, 100, "tail\n");
  await scene.restartMirror();
  await Deno.truncate(join(scene.panelLogs, "t/a.log"), 3);
  scene.mirror.notify(run.id);
  await scene.mirror.settled();
  assert.equal(new TextDecoder().decode(scene.read("panel", "t/a.log")?.subarray(0, 5)), "head\n");
});

Deno.test("log mirror: the log of a run that prints much stays small here, and is the same in the end", async () => {
  await using scene = await LogScene.open({ maxBytes: LIMIT });
  const { run, log } = await scene.begin();
  for (let round = 0; round < 40; round++) {
    log.append(line.repeat(3_000));
    await scene.ship(1);
  }
  const file = join(scene.panelLogs, run.log_path ?? "");
  const { size, blocks } = await Deno.stat(file);
  assert.ok(size > 4_000_000 && (blocks ?? 0) * 512 < LIMIT * 3, `${blocks} blocks`);
  const { gap } = scene.headOf(run.log_path ?? "") ?? {};
  assert.ok(gap);
  await scene.end(run, log);
  assert.deepEqual(scene.read("panel", run.log_path), scene.read("node", run.log_path));
  const { generation, moved } = scene.headOf(run.log_path ?? "") ?? {};
  // Readers of the growing log find their place in the shortened one.
  assert.ok(generation === 1 && moved && moved.from > moved.to);
});

Deno.test("log mirror: fetches the log of a run that ended when it was not here", async () => {
  await using scene = await LogScene.open({ notifies: false });
  const { run, log } = await scene.begin();
  log.append("output\n");
  await scene.end(run, log);
  assert.equal(scene.read("panel", run.log_path), null);
  await scene.mirror.fetch(run.id);
  assert.equal(scene.text("panel", run.log_path), "output\nthe last line\n");
});

Deno.test("log mirror: fetch completes a file that stopped in the middle", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  log.append("one\n");
  await scene.ship();
  await scene.restartMirror();
  const { mirror } = scene;
  mirror.notify = () => {};
  log.append("two\n");
  await scene.end(run, log);
  assert.equal(scene.text("panel", run.log_path), "one\n");
  await mirror.fetch(run.id);
  assert.equal(scene.text("panel", run.log_path), "one\ntwo\nthe last line\n");
});

Deno.test("log mirror: of a run that was lost with its node it has what was shipped", async () => {
  await using scene = await LogScene.open({ notifies: false });
  const { run, log } = await scene.begin();
  log.append("output\n");
  await scene.ship();
  await scene.finish(run.id, "lost");
  await scene.mirror.fetch(run.id);
  assert.equal(scene.text("panel", run.log_path), "output\n");
  log.close();
});

Deno.test("log mirror: a log that was removed does not come back, not even empty", async () => {
  await using scene = await LogScene.open({ notifies: false });
  const { run, log } = await scene.begin();
  await scene.end(run, log);
  await scene.db.deleteFrom("run_log").execute();
  await scene.mirror.fetch(run.id);
  assert.equal(scene.read("panel", run.log_path), null);
});

Deno.test("log mirror: never writes to the log of a run of its own node", async () => {
  await using scene = await LogScene.open();
  const own = await scene.addRun({ node_id: PANEL_NODE, log_path: "t/own.log" });
  const single = await scene.addRun({ node_id: null, log_path: "t/single.log" });
  await Deno.mkdir(join(scene.panelLogs, "t"));
  for (const path of ["t/own.log", "t/single.log"]) {
    await Deno.writeTextFile(join(scene.panelLogs, path), "mine\n");
  }
  for (const { id } of [own, single]) await storeChunk(scene, id, 0, "theirs, and longer\n");
  // Another node names the path.
  for (const path of ["t/own.log", "t/single.log"]) {
    const hostile = await scene.addRun({ node_id: RUNNING_NODE, log_path: path });
    await storeChunk(scene, hostile.id, 0, "theirs, and longer\n");
    await scene.finish(hostile.id);
    await scene.mirror.fetch(hostile.id);
  }
  for (const path of ["t/own.log", "t/single.log"]) assert.equal(scene.text("panel", path), "mine\n");
  assert.ok(scene.warnings.length > 0);
});

const hostilePaths = [
  "../outside.log",
  "/tmp/outside.log",
  "t/../../outside.log",
  "t/link/outside.log",
  "t/a.log.times",
  "t/.log",
  ".sundial-x/a.log",
  "t/a.txt",
  "",
];
for (const path of hostilePaths) {
  Deno.test(`log mirror: the path ${JSON.stringify(path)} leads nowhere`, async () => {
    await using scene = await LogScene.open();
    const outside = join(scene.panelLogs, "..", "outside");
    await Deno.mkdir(outside);
    await Deno.mkdir(join(scene.panelLogs, "t"));
    await Deno.symlink(outside, join(scene.panelLogs, "t/link"));
    const run = await scene.addRun({ node_id: RUNNING_NODE, log_path: path });
    await storeChunk(scene, run.id, 0, "hostile\n");
    await scene.finish(run.id);
    await scene.mirror.fetch(run.id);
    assert.deepEqual([...Deno.readDirSync(outside)], []);
    assert.deepEqual([...Deno.readDirSync(join(scene.panelLogs, "t"))].map(({ name }) => name), ["link"]);
    assert.deepEqual([...Deno.readDirSync(scene.panelLogs)].map(({ name }) => name), ["t"]);
    assert.ok(!existsSync(join(scene.panelLogs, "../outside.log")) && !existsSync("/tmp/outside.log"));
  });
}

Deno.test("log mirror: a link at the path of a log is replaced, what it leads to stays", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  const secret = join(scene.panelLogs, "..", "secret.txt");
  await Deno.writeTextFile(secret, "secret\n");
  const path = join(scene.panelLogs, run.log_path ?? "");
  await Deno.mkdir(join(scene.panelLogs, "t"));
  await Deno.symlink(secret, path);
  log.append("output\n");
  await scene.ship();
  assert.equal(await Deno.readTextFile(secret), "secret\n");
  assert.equal(scene.text("panel", run.log_path), "output\n");
  assert.ok(Deno.lstatSync(path).isFile);
  await Deno.remove(path);
  await Deno.symlink(secret, path);
  await scene.end(run, log);
  assert.equal(await Deno.readTextFile(secret), "secret\n");
  assert.equal(scene.text("panel", run.log_path), "output\nthe last line\n");
});

Deno.test("log mirror: the log of a run that has not begun waits, its path may change", async () => {
  await using scene = await LogScene.open();
  const run = await scene.addRun({ node_id: RUNNING_NODE, log_path: "t/first.log", state: "starting" });
  await storeChunk(scene, run.id, 0, "output\n");
  assert.equal(scene.read("panel", "t/first.log"), null);
  await scene.db.updateTable("run").set({ state: "running", log_path: "t/second.log" }).execute();
  scene.mirror.notify(run.id);
  await scene.mirror.settled();
  assert.deepEqual([scene.text("panel", "t/second.log"), scene.read("panel", "t/first.log")], [
    "output\n",
    null,
  ]);
});

Deno.test("log mirror: a stored log that cannot be unpacked is reported once and harms no other", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  log.append("output\n");
  const broken = await scene.addRun({ node_id: RUNNING_NODE, log_path: "t/broken.log" });
  await scene.db.insertInto("run_log").values({
    run_id: broken.id,
    size: 5,
    content: new Uint8Array([1, 2, 3]),
    stored_at: 0,
  }).execute();
  for (let index = 0; index < 3; index++) {
    scene.mirror.notify(broken.id);
    await scene.mirror.settled();
  }
  assert.equal(scene.warnings.length, 1);
  await scene.end(run, log);
  assert.equal(scene.text("panel", run.log_path), "output\nthe last line\n");
});
