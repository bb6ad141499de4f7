// Starts on a full disk: the panel starts, users can log in any number of times, and everything works again
// once there is space.
import assert from "node:assert/strict";
import { existsSync, readdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { account } from "../support/panel_process.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { mountsDisks, SmallDisk } from "../support/small_disk.ts";
import { until } from "../support/until.ts";
import { byLength } from "../support/suite_length.ts";

const ignore = !await mountsDisks("a start on a full disk");

/** More than fit into the space after the reserve is released, unless the write-ahead log is reused. */
const LOGINS = byLength(10, 30);

/** Sets up a panel on a disk and waits until it has its reserve. */
async function openScene(disk: SmallDisk): Promise<PanelScene> {
  const scene = await PanelScene.open({ dataDir: join(disk.root, "data") });
  await until("the reserve", () => hasReserve(scene));
  return scene;
}

function hasReserve(scene: PanelScene): boolean {
  return existsSync(scene.path("reserve")) && readdirSync(scene.path("reserve")).length === 32;
}

async function logIn({ panel }: PanelScene): Promise<boolean> {
  panel.forgetCookie();
  const response = await panel.send("POST", "/auth/login", account);
  await response.body?.cancel();
  return response.status === 200;
}

Deno.test("full disk: the panel starts degraded, accepts repeated logins, and recovers once there is space", {
  ignore,
}, async () => {
  await using disk = (await SmallDisk.mount())!;
  await using scene = await openScene(disk);
  await scene.restart("SIGTERM", () => disk.fill());
  assert.equal(hasReserve(scene), false);
  for (let n = 0; n < LOGINS; n++) {
    // The remaining space may be used up for a moment.
    await until("logging in", () => logIn(scene));
    if (n < LOGINS - 1) await scene.panel.send("POST", "/auth/logout");
  }
  const { status, readOnly, parts } = await scene.panel.request("GET", "/health");
  assert.deepEqual([status, readOnly.reason, parts.disk], ["degraded", "disk_full", "degraded"]);
  const rejected = await scene.panel.send("POST", "/tasks", {
    name: "T",
    command: "T",
    schedules: "manual",
  });
  assert.deepEqual([rejected.status, (await rejected.json()).code], [507, "storage_full"]);
  await disk.makeRoom();
  await scene.becomes("ok");
  assert.equal(hasReserve(scene), true);
  await scene.reaches(await scene.run(await scene.task("true")), "succeeded");
  assert.equal((await scene.panel.request("GET", "/audit-log/verify")).broken, null);
});

Deno.test("full disk: the panel restarts while a task keeps filling the disk, and the task can be stopped", {
  ignore,
}, async () => {
  await using disk = (await SmallDisk.mount())!;
  await using scene = await openScene(disk);
  const filled = join(disk.root, "filled");
  const task = await scene.task(`while :; do cat /dev/zero >> ${filled}; sleep 0.05; done 2>/dev/null`);
  const filler = await scene.run(task);
  await scene.becomes("degraded");
  await scene.restart("SIGTERM", async () => {
    const isFull = () => statfsSync(disk.root).bavail === 0;
    await until("the task to have used the space that the stop freed", isFull);
  });
  await until("logging in", () => logIn(scene));
  await scene.reaches(filler, "running");
  await until(
    "the task to be stopped",
    async () => (await scene.panel.send("POST", `/runs/${filler}/stop`)).ok,
  );
  await scene.reaches(filler, "stopped");
  await Deno.remove(filled);
  await scene.becomes("ok");
  await scene.reaches(await scene.run(await scene.task("true")), "succeeded");
});
