// The started panel on a disk that a task fills: essential requests work, completed changes are reported as
// such, and everything works again once there is space.
import assert from "node:assert/strict";
import { join } from "node:path";
import { account } from "../support/panel_process.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { mountsDisks, SmallDisk } from "../support/small_disk.ts";
import { until } from "../support/until.ts";

const ignore = !await mountsDisks("the panel on a full disk");

/** A task that fills the disk repeatedly until it ends. */
const FILLER = "while :; do cat /dev/zero >> $FILL; sleep 0.05; done 2>/dev/null";

/** Starts a task that fills the disk and waits until the panel has noticed. */
async function fill(scene: PanelScene, disk: SmallDisk, file: string): Promise<number> {
  const id = await scene.run(await scene.task(FILLER.replaceAll("$FILL", file)));
  await scene.becomes("degraded");
  await until("no space to be left", () => !hasRoom(disk));
  return id;
}

function hasRoom({ root }: SmallDisk): boolean {
  const path = join(root, "more");
  try {
    Deno.writeFileSync(path, new Uint8Array(65_536));
    return true;
  } catch {
    return false;
  } finally {
    Deno.removeSync(path);
  }
}

Deno.test(
  "full disk: stopping, time limits, logins and deletions work, and it recovers once there is space",
  { ignore },
  async () => {
    await using disk = (await SmallDisk.mount())!;
    await using scene = await PanelScene.open({ dataDir: join(disk.root, "data") });
    const { panel } = scene;
    const filled = join(disk.root, "filled");
    const old = await scene.run(await scene.task("head -c 300000 /dev/zero | tr '\\0' x; sleep 600"));
    const limited = await scene.run(await scene.task("sleep 601", { timeLimitMs: 4000 }));
    for (const run of [old, limited]) await scene.reaches(run, "running");
    const filler = await fill(scene, disk, filled);
    const first = panel.cookie;
    // Another client logs in and out.
    panel.cookie = "";
    assert.equal((await panel.send("POST", "/auth/login", account)).status, 200);
    assert.equal((await panel.send("POST", "/auth/logout")).status, 204);
    assert.equal((await panel.send("GET", "/tasks")).status, 401);
    panel.cookie = first;
    const { readOnly, parts } = await panel.request("GET", "/health");
    assert.deepEqual([readOnly.reason, parts.disk, parts.database], ["disk_full", "degraded", "ok"]);
    const rejected = await panel.send("POST", "/tasks", { name: "x", command: "x", schedules: "manual" });
    assert.deepEqual([rejected.status, (await rejected.json()).code], [507, "storage_full"]);
    await scene.reaches(limited, "timed_out");
    for (const id of [old, filler]) {
      assert.equal((await panel.send("POST", `/runs/${id}/stop`)).status, 200);
    }
    await scene.reaches(filler, "stopped");
    const { logPath } = await scene.reaches(old, "stopped");
    const removed = await panel.send("DELETE", "/logs", { paths: [logPath] });
    assert.deepEqual([removed.status, (await removed.json()).results], [200, [{ path: logPath, ok: true }]]);
    await assert.rejects(Deno.stat(scene.path(`logs/${logPath}`)), Deno.errors.NotFound);
    await Deno.remove(filled);
    await scene.becomes("ok");
    assert.equal(
      (await panel.send("POST", "/tasks", { name: "x", command: "x", schedules: "manual" })).status,
      201,
    );
    const { items } = await panel.request("GET", "/audit-log?pageSize=500");
    const audited: string[] = items.map(({ act }: { act: string }) => act);
    for (const action of ["login.succeeded", "auth.logout", "runs.stop", "logs.remove"]) {
      assert.ok(audited.includes(action), `${action} is not in the audit log: ${audited.join(", ")}`);
    }
    assert.deepEqual((await panel.request("GET", "/audit-log/verify")).broken, null);
    await panel.end("SIGTERM");
    scene.assertIntact();
  },
);
