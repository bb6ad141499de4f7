import assert from "node:assert/strict";
import { closeSync, existsSync } from "node:fs";
import { join } from "node:path";
import { LogScene, RUNNING_NODE } from "../../../tests/support/log_scene.ts";
import { cutGrowingLog } from "../../engine/logs/cut_growing_log.ts";
import { LogTimes } from "../../engine/logs/log_times.ts";
import { OpenLog } from "../../engine/logs/open_log.ts";
import { insertChunks, type LogChunk } from "./log_rows.ts";
import { unpackLog } from "./packed_log.ts";
import { ShippedLog } from "./shipped_log.ts";

const LIMIT = 256 * 1024;
const line = "a line of output that is not short at all\n";

async function chunkText(scene: LogScene, runId: number): Promise<string> {
  const rows = await scene.db.selectFrom("run_log_chunk").select(["start", "content"])
    .where("run_id", "=", runId).orderBy("start").execute();
  return rows.map(({ content }) => new TextDecoder().decode(content)).join("");
}

async function storedText(scene: LogScene, runId: number): Promise<string | null> {
  const row = await scene.db.selectFrom("run_log").select(["size", "content"]).where("run_id", "=", runId)
    .executeTakeFirst();
  return row ? new TextDecoder().decode((await unpackLog(row)).bytes) : null;
}

Deno.test("log shipper: the first line is stored at once, what follows it soon waits, a full chunk does not", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  log.append("first\n");
  await scene.pass(200);
  assert.equal(await chunkText(scene, run.id), "first\n");
  log.append("second\n");
  await scene.pass(200);
  assert.equal(await chunkText(scene, run.id), "first\n");
  await scene.pass(300);
  assert.equal(await chunkText(scene, run.id), "first\nsecond\n");
  log.append(line.repeat(2_000));
  await scene.pass(100);
  assert.ok((await chunkText(scene, run.id)).length > 64 * 1024);
  await scene.ship();
  assert.equal(await chunkText(scene, run.id), `first\nsecond\n${line.repeat(2_000)}`);
  log.close();
});

Deno.test("log shipper: several runs share a commit", async () => {
  await using scene = await LogScene.open({ notifies: false });
  const all = [];
  for (let index = 0; index < 5; index++) all.push(await scene.begin());
  assert.equal(new Set(all.map(({ run }) => run.log_path)).size, 5);
  for (const { log, run } of all) log.append(`output of ${run.id}\n`);
  await scene.pass(500);
  assert.equal(scene.transactions, 1);
  for (const { run, log } of all) {
    assert.equal(await chunkText(scene, run.id), `output of ${run.id}\n`);
    log.close();
  }
});

Deno.test("log shipper: at the end the log is one compressed row, and its chunks are gone", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  log.append("output\n");
  await scene.ship();
  await scene.end(run, log);
  assert.deepEqual(await scene.stored(), { rows: 0, bytes: 0 });
  assert.equal(await storedText(scene, run.id), "output\nthe last line\n");
});

Deno.test("log shipper: a run that ends at once is stored without any chunk", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  log.append("output\n");
  await scene.end(run, log);
  assert.equal(await storedText(scene, run.id), "output\nthe last line\n");
});

Deno.test("log shipper: a run that prints much fills neither the rows nor the bytes of the database", async () => {
  await using scene = await LogScene.open({ maxBytes: LIMIT, notifies: false });
  const { run, log } = await scene.begin();
  let most = 0;
  for (let round = 0; round < 60; round++) {
    log.append(line.repeat(3_000));
    await scene.ship(1);
    most = Math.max(most, (await scene.stored()).bytes);
  }
  assert.ok(log.size > 7_000_000);
  assert.ok(most > LIMIT / 2 && most <= LIMIT * 9 / 8, `${most} bytes were stored`);
  // The beginning and the newest output are there.
  const text = await chunkText(scene, run.id);
  assert.ok(text.startsWith(line) && text.endsWith(line));
  await scene.end(run, log);
  assert.equal(await storedText(scene, run.id), scene.text("node", run.log_path));
});

Deno.test("log shipper: thousands of short lines take few rows", async () => {
  await using scene = await LogScene.open({ notifies: false });
  const { run, log } = await scene.begin();
  let text = "";
  for (let index = 0; index < 400; index++) {
    const part = `line ${index}\n`;
    text += part;
    log.append(part);
    await scene.ship(1);
  }
  await scene.ship();
  const { rows } = await scene.stored();
  assert.ok(rows < 80, `${rows} rows`);
  assert.equal(await chunkText(scene, run.id), text);
  log.close();
});

Deno.test("log shipper: output of an outage of the database is shipped afterwards, and reported once", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  log.append("before\n");
  await scene.ship();
  scene.isDown = true;
  for (let index = 0; index < 20; index++) {
    log.append(`during ${index}\n`);
    await scene.ship(1);
  }
  assert.equal(scene.warnings.length, 1);
  scene.isDown = false;
  await scene.ship(100);
  assert.equal(await chunkText(scene, run.id), scene.text("node", run.log_path));
  log.close();
});

Deno.test("log shipper: a run that ends during an outage is stored once the database is back", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  log.append("output\n");
  scene.isDown = true;
  log.close();
  let isOver = false;
  const ended = scene.shipper.ended(run).then(() => isOver = true);
  for (let index = 0; index < 50; index++) {
    scene.clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve));
  }
  assert.equal(isOver, false);
  scene.isDown = false;
  while (!isOver) {
    scene.clock.advance(30_000);
    await new Promise((resolve) => setTimeout(resolve));
  }
  await ended;
  assert.equal(await storedText(scene, run.id), "output\n");
});

Deno.test("log shipper: closing it lets the end of a run go", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  scene.isDown = true;
  log.close();
  const ended = scene.shipper.ended(run);
  await scene.shipper.close();
  await ended;
});

Deno.test("log shipper: a commit whose result got lost is neither repeated nor skipped", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  for (let index = 0; index < 5; index++) {
    scene.losesResult = true;
    log.append(`line ${index}\n`);
    await scene.ship(1);
    // More output at the same offset than the lost commit had.
    log.append(`more ${index}\n`);
    await scene.ship();
  }
  assert.equal(await chunkText(scene, run.id), scene.text("node", run.log_path));
  log.close();
});

Deno.test("log shipper: after a restart it continues at the last stored byte", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  log.append("before\n");
  await scene.ship();
  log.append("meanwhile\n");
  await scene.restartShipper([{ run, log }]);
  await scene.ship();
  assert.equal(await chunkText(scene, run.id), "before\nmeanwhile\n");
  log.close();
});

Deno.test("log shipper: a second start of a run replaces what the first has shipped", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  log.append("the first start prints this\n");
  await scene.ship();
  log.close();
  const again = OpenLog.create(scene.nodeLogs, scene.shipper.pathFor(run));
  closeSync(again.output);
  scene.shipper.started({ ...run, epoch: run.epoch + 1 }, again.log, { resumed: false });
  again.log.append("second\n");
  await scene.ship();
  assert.equal(await chunkText(scene, run.id), "second\n");
  again.log.close();
});

Deno.test("log shipper: stores nothing for a run that was removed or belongs to another node", async () => {
  await using scene = await LogScene.open();
  const removed = await scene.begin();
  const taken = await scene.begin();
  await scene.db.deleteFrom("run").where("id", "=", removed.run.id).execute();
  await scene.db.updateTable("run").set({ node_id: RUNNING_NODE + 7 }).where("id", "=", taken.run.id)
    .execute();
  for (const { log } of [removed, taken]) log.append("output\n");
  await scene.ship();
  for (const { run, log } of [removed, taken]) {
    log.close();
    await scene.shipper.ended(run);
  }
  assert.deepEqual(await scene.stored(), { rows: 0, bytes: 0 });
  assert.equal((await scene.db.selectFrom("run_log").select("run_id").execute()).length, 0);
});

Deno.test("log shipper: stores the logs of runs that ended without their node", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  log.append("output\n");
  await scene.ship();
  await scene.restartShipper([]);
  await scene.finish(run.id, "lost");
  log.append("after the node was taken for lost\n");
  await scene.shipper.adopt();
  assert.equal(await storedText(scene, run.id), "output\nafter the node was taken for lost\n");
  assert.equal((await scene.stored()).rows, 0);
  log.close();
});

Deno.test("log shipper: what was shipped of a log remains when a task deletes it", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  log.append("output\n");
  await scene.ship();
  await Deno.remove(join(scene.nodeLogs, run.log_path ?? ""));
  log.close();
  await scene.shipper.ended(run);
  assert.equal(await chunkText(scene, run.id), "output\n");
});

Deno.test("log shipper: a link that a task put in place of its log is not followed", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  const secret = join(scene.nodeLogs, "secret.txt");
  await Deno.writeTextFile(secret, "the secret\n");
  log.append("output\n");
  const path = join(scene.nodeLogs, run.log_path ?? "");
  await Deno.remove(path);
  await Deno.symlink(secret, path);
  await scene.ship();
  await scene.end(run, log);
  assert.ok(existsSync(secret));
  assert.ok(!(await chunkText(scene, run.id)).includes("secret"));
  assert.equal(await storedText(scene, run.id), null);
});

Deno.test("log shipper: never ships the hole of a log that its node has cut", async () => {
  await using scene = await LogScene.open({ maxBytes: LIMIT, notifies: false });
  const { run, log } = await scene.begin();
  log.append("x".repeat(99).concat("\n").repeat(1_500));
  log.append("y".repeat(99).concat("\n").repeat(1_450));
  const times = new LogTimes(log);
  await cutGrowingLog(log, times, { size: log.size, maxBytes: LIMIT, files: scene.files });
  const { gap } = times.head;
  assert.ok(gap && gap.end > 150_000, "the part to ship next was cut");
  const own = OpenLog.open(scene.nodeLogs, log.path);
  const shipped = new ShippedLog(run.id, own, { resumed: true, epoch: 0, now: 0, maxBytes: () => LIMIT });
  shipped.know([{ start: 0, length: 150_000 }]);
  const { chunks } = await shipped.read(4_000);
  assert.equal(chunks[0]?.start, gap.end);
  for (const { content } of chunks) assert.ok(!content.includes(0));
  shipped.close();
  // With a larger limit it does not skip to the newest output.
  const again = OpenLog.open(scene.nodeLogs, log.path);
  const slow = new ShippedLog(run.id, again, { resumed: true, epoch: 0, now: 0, maxBytes: () => LIMIT * 4 });
  slow.know([{ start: 0, length: gap.start - 50 }]);
  const [last, next] = (await slow.read(4_000)).chunks;
  assert.deepEqual([last?.content.length, next?.start], [50, gap.end]);
  slow.close();
  log.close();
});

Deno.test("log shipper: a chunk that is stored already is reported and stays unchanged", async () => {
  await using scene = await LogScene.open();
  const chunk = (start: number, text: string) => ({
    runId: 1,
    start,
    content: new TextEncoder().encode(text),
  });
  const insert = (chunks: LogChunk[]) => scene.db.transaction().execute((tx) => insertChunks(tx, chunks));
  assert.equal(await insert([chunk(0, "one\n"), chunk(4, "two\n")]), true);
  assert.equal(await insert([chunk(4, "two\nthree\n"), chunk(14, "four\n")]), false);
  assert.equal(await chunkText(scene, 1), "one\ntwo\nfour\n");
});

Deno.test("log shipper: an earlier process that is still shipping a log does no harm", async () => {
  await using scene = await LogScene.open({ notifies: false });
  const { run, log } = await scene.begin();
  const earlier = scene.shipper;
  log.append("one\n");
  await scene.ship();
  scene.addShipper([{ run, log }]);
  for (let index = 0; index < 30; index++) {
    log.append(`line ${index}\n`);
    await scene.pass(500);
    await earlier.settled();
  }
  await scene.pass(60_000);
  await earlier.settled();
  assert.equal(await chunkText(scene, run.id), scene.text("node", run.log_path));
  log.close();
  await earlier.close();
});
