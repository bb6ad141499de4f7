// The started panel on a disk that has free bytes but no free inodes.
import assert from "node:assert/strict";
import { join } from "node:path";
import { account } from "../support/panel_process.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { mountsDisks, SmallDisk } from "../support/small_disk.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";

const ignore = !await mountsDisks("the panel on a disk without inodes");

/** Enough for the panel and its reserve. */
const INODES = 400;
const COUNT = "i=0; while :; do i=$((i+1)); echo $i; sleep 0.05; done";

Deno.test("inodes: without free ones the panel is degraded, runs still work, and it restarts and recovers", {
  ignore,
}, async () => {
  await using disk = (await SmallDisk.mount(undefined, { inodes: INODES }))!;
  await using scene = await PanelScene.open({ dataDir: join(disk.root, "data") });
  await using elsewhere = await temporaryFolder(); // on another disk
  const barrier = join(elsewhere.path, "gate");
  await Deno.writeTextFile(barrier, "");
  const { panel } = scene;
  const short = await scene.task("echo short");
  const counting = await scene.run(await scene.task(COUNT));
  const gated = await scene.run(
    await scene.task(`echo begun; while [ -e ${barrier} ]; do sleep 0.02; done; exit 7`),
  );
  await scene.reaches(counting, "running");
  // "running" is recorded when the process exists, a moment before it has created its files.
  await until(
    "the run to begin",
    async () => (await panel.request("GET", `/runs/${gated}/log`)).includes("begun"),
  );
  // Uses up all inodes, including those that the panel releases then.
  disk.fillInodes();
  await scene.becomes("degraded");
  disk.fillInodes();
  assert.equal(disk.freeInodes, 0);
  const { readOnly, parts } = await panel.request("GET", "/health");
  assert.deepEqual([readOnly.reason, parts.disk, parts.database], ["inodes_full", "degraded", "ok"]);
  const rejected = await panel.send("POST", "/tasks", { name: "x", command: "x", schedules: "manual" });
  assert.deepEqual([rejected.status, (await rejected.json()).code], [507, "storage_full"]);
  const { detail } = await scene.reaches(await scene.run(short), "failed");
  assert.match(detail ?? "", /no directory for the log .*storage_full/);
  await Deno.remove(barrier);
  assert.equal((await scene.reaches(gated, "failed")).exitCode, 7);
  // The inodes released by stopping it are used up too.
  await scene.restart("SIGTERM", () => Promise.resolve(disk.fillInodes()));
  disk.fillInodes();
  scene.panel.forgetCookie();
  const login = await scene.panel.send("POST", "/auth/login", account);
  assert.equal(login.status, 200, await login.text());
  assert.equal((await scene.panel.request("GET", "/health")).readOnly.reason, "inodes_full");
  await scene.panel.request("POST", `/runs/${counting}/stop`);
  const { logPath } = await scene.reaches(counting, "stopped");
  disk.releaseInodes();
  await scene.becomes("ok");
  await scene.task("true");
  await scene.reaches(await scene.run(short), "succeeded");
  const log = await Deno.readTextFile(scene.path(`logs/${logPath}`));
  const counted = log.match(/^\d+$/gm)!.map(Number);
  assert.deepEqual(counted, counted.map((_, index) => index + 1));
  assert.match(log, /\n## Stopped /);
  assert.equal((await scene.panel.request("GET", "/audit-log/verify")).broken, null);
  await scene.panel.end("SIGTERM");
  scene.assertIntact();
});
