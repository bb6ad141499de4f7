// Starts on a full disk: the panel starts, users can log in any number of times, and everything works again
// once there is space.
import assert from "node:assert/strict";
import { readdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { endAll } from "../support/end_all.ts";
import { markedPids } from "../support/marked_pids.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { mountsDisks, SmallDisk } from "../support/small_disk.ts";
import { password, username } from "../support/test_app.ts";
import { until } from "../support/until.ts";
import { byLength } from "../support/suite_length.ts";

const ignore = !await mountsDisks("a start on a full disk");

/** More than fit into the space after the reserve is released, unless the write-ahead log is reused. */
const LOGINS = byLength(10, 30);

class Scene implements AsyncDisposable {
  private constructor(readonly disk: SmallDisk, public panel: PanelProcess) {}

  /** Sets up a panel and waits until it has its reserve. */
  static async open(): Promise<Scene> {
    const disk = (await SmallDisk.mount())!;
    const scene = new Scene(disk, await PanelProcess.start({ dataDir: join(disk.root, "data") }));
    await scene.panel.request("POST", "/initialization", { username, password });
    await until("the reserve", () => scene.hasReserve());
    return scene;
  }

  get dataDir(): string {
    return join(this.disk.root, "data");
  }

  /** The file that a task fills the disk with. */
  get filled(): string {
    return join(this.disk.root, "filled");
  }

  hasReserve(): boolean {
    try {
      return readdirSync(join(this.dataDir, "reserve")).length === 32;
    } catch {
      return false;
    }
  }

  /** Starts the panel again, without a session. */
  async start(): Promise<void> {
    this.panel = await PanelProcess.start({ dataDir: this.dataDir });
  }

  async logIn(): Promise<number> {
    const response = await this.panel.send("POST", "/auth/login", { username, password });
    await response.body?.cancel();
    return response.status;
  }

  /** Starts a manual task and returns its run. */
  async run(command: string): Promise<number> {
    const task = await this.panel.request("POST", "/tasks", { name: "T", command, schedules: "manual" });
    await this.panel.request("POST", "/tasks/run", { ids: [task.id] });
    return (await this.panel.request("GET", `/tasks/${task.id}/runs`)).items[0].id;
  }

  async reaches(runId: number, state: string): Promise<void> {
    await until(
      `the run to be ${state}`,
      async () => (await this.panel.request("GET", `/runs/${runId}`)).state === state,
    );
  }

  async isDegraded(): Promise<boolean> {
    return (await this.panel.request("GET", "/health")).status === "degraded";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel.kill();
    await endAll(await markedPids(this.dataDir));
    await this.disk[Symbol.asyncDispose]();
  }
}

Deno.test("full disk: the panel starts degraded, accepts repeated logins, and recovers once there is space", {
  ignore,
}, async () => {
  await using scene = await Scene.open();
  await scene.panel.end("SIGTERM");
  await scene.disk.fill();
  await scene.start();
  assert.equal(scene.hasReserve(), false);
  for (let n = 0; n < LOGINS; n++) {
    // The remaining space may be used up for a moment.
    await until("logging in", async () => await scene.logIn() === 200);
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
  await scene.disk.makeRoom();
  await until("the panel to be healthy", async () => !await scene.isDegraded());
  assert.equal(scene.hasReserve(), true);
  await scene.reaches(await scene.run("true"), "succeeded");
  assert.equal((await scene.panel.request("GET", "/audit-log/verify")).broken, null);
});

Deno.test("full disk: the panel restarts while a task keeps filling the disk, and the task can be stopped", {
  ignore,
}, async () => {
  await using scene = await Scene.open();
  const filler = await scene.run(
    `while :; do cat /dev/zero >> ${scene.filled}; sleep 0.05; done 2>/dev/null`,
  );
  await until("the panel to be degraded", () => scene.isDegraded());
  await scene.panel.end("SIGTERM");
  await until(
    "the task to have used the space that the stop freed",
    () => statfsSync(scene.disk.root).bavail === 0,
  );
  await scene.start();
  await until("logging in", async () => await scene.logIn() === 200);
  await scene.reaches(filler, "running");
  await until(
    "the task to be stopped",
    async () => (await scene.panel.send("POST", `/runs/${filler}/stop`)).ok,
  );
  await scene.reaches(filler, "stopped");
  await Deno.remove(scene.filled);
  await until("the panel to be healthy", async () => !await scene.isDegraded());
  await scene.reaches(await scene.run("true"), "succeeded");
});
