import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { LogScene, RUNNING_NODE } from "../../../tests/support/log_scene.ts";
import { FolderSearches } from "../../platform/files/folder_searches.ts";
import { Bus } from "../../engine/bus.ts";
import { Logs } from "../logs/service.ts";
import { removeStrayLogs } from "./stray_logs.ts";

const logger = { debug() {}, info() {}, warn() {}, error() {} };
const LATER = 10 * 3_600_000;

function put(scene: LogScene, path: string): void {
  mkdirSync(dirname(join(scene.panelLogs, path)), { recursive: true });
  writeFileSync(join(scene.panelLogs, path), "content\n");
}

function sweep(scene: LogScene, now = LATER): Promise<number> {
  return removeStrayLogs({ db: scene.db, logs: scene.panelLogs, logger, now });
}

function logsOf(scene: LogScene): Logs {
  const { db, clock, panelLogs: root, mirror } = scene;
  const bus = new Bus((error) => {
    throw error;
  });
  const searches = new FolderSearches(clock);
  return new Logs({ db, bus, clock, root, searches, remoteLogs: mirror, language: () => "en" });
}

Deno.test("stray logs: removes copies of logs that another node removed, and nothing else", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  await scene.end(run, log);
  const live = await scene.begin();
  live.log.append("output\n");
  await scene.ship();
  put(scene, "gone/2026-r999.log");
  put(scene, "gone/2026-r999.log.times");
  put(scene, "mine/2026-03-04-05-06-07-000.log");
  put(scene, "mine/notes-r.log");
  // A run of a single machine, before it shared a database.
  const single = await scene.addRun({ state: "succeeded", finished_at: 2 });
  await scene.db.updateTable("run").set({ log_path: `old/a-r${single.id}.log` }).where("id", "=", single.id)
    .execute();
  put(scene, `old/a-r${single.id}.log`);
  assert.equal(await sweep(scene), 1);
  assert.equal(scene.read("panel", "gone"), null);
  for (
    const path of [
      run.log_path,
      live.run.log_path,
      "mine/2026-03-04-05-06-07-000.log",
      "mine/notes-r.log",
      `old/a-r${single.id}.log`,
    ]
  ) assert.ok(scene.read("panel", path), `${path} was removed`);
  live.log.close();
});

Deno.test("stray logs: a log removed on one panel is removed on the others, but not while it may be stored", async () => {
  await using scene = await LogScene.open();
  const { run, log } = await scene.begin();
  await scene.end(run, log);
  const path = run.log_path ?? "";
  await scene.restartMirror();
  await logsOf(scene).remove(path);
  assert.deepEqual(await scene.db.selectFrom("run_log").select("run_id").execute(), []);
  await scene.mirror.fetch(run.id);
  assert.equal(scene.read("panel", path), null);
  // The copy of another panel.
  put(scene, path);
  assert.equal(await sweep(scene, 1_000), 0);
  assert.equal(await sweep(scene), 1);
  assert.equal(scene.read("panel", path), null);
});

Deno.test("logs: opening the log of a run on another node brings it here", async () => {
  await using scene = await LogScene.open({ notifies: false });
  const { run, log } = await scene.begin();
  log.append("output\n");
  await scene.end(run, log);
  const file = await logsOf(scene).open(run.log_path ?? "");
  assert.equal(new TextDecoder().decode(await file.read(0, 100)), "output\nthe last line\n");
});

Deno.test("logs: removing a folder removes the stored logs in it, not those beside it or of live runs", async () => {
  await using scene = await LogScene.open();
  const inside = await scene.begin("a/x.log");
  const beside = await scene.begin("a-b/x.log");
  for (const { run, log } of [inside, beside]) await scene.end(run, log);
  await logsOf(scene).remove("a");
  const left = await scene.db.selectFrom("run_log").select("run_id").execute();
  assert.deepEqual(left.map(({ run_id }) => run_id), [beside.run.id]);
  assert.equal(beside.run.node_id, RUNNING_NODE);
});
