// The started panel on a disk that a task fills: essential requests work, completed changes are reported as
// such, and everything works again once there is space.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Run } from "../../server/contract/runs.ts";
import { endAll } from "../support/end_all.ts";
import { markedPids } from "../support/marked_pids.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { mountsDisks, SmallDisk } from "../support/small_disk.ts";
import { password, username } from "../support/test_app.ts";
import { until } from "../support/until.ts";

const ignore = !await mountsDisks("the panel on a full disk");

/** A task that fills the disk repeatedly until it ends. */
const FILLER = "while :; do cat /dev/zero >> $FILL; sleep 0.05; done 2>/dev/null";

class FullDiskScene implements AsyncDisposable {
  private constructor(readonly disk: SmallDisk, readonly panel: PanelProcess) {}

  static async open(): Promise<FullDiskScene> {
    const disk = (await SmallDisk.mount())!;
    const panel = await PanelProcess.start({ dataDir: join(disk.root, "data") });
    await panel.request("POST", "/initialization", { username, password });
    return new FullDiskScene(disk, panel);
  }

  get filled(): string {
    return join(this.disk.root, "filled");
  }

  async task(command: string, more: Record<string, unknown> = {}): Promise<number> {
    const body = { name: command, command, schedules: "manual", ...more };
    return (await this.panel.request("POST", "/tasks", body)).id;
  }

  async run(taskId: number): Promise<number> {
    await this.panel.request("POST", "/tasks/run", { ids: [taskId] });
    const runs = () => this.panel.request("GET", `/tasks/${taskId}/runs`);
    await until("it to run", async () => (await runs()).items[0]?.state === "running");
    return (await runs()).items[0].id;
  }

  read(runId: number): Promise<Run> {
    return this.panel.request("GET", `/runs/${runId}`);
  }

  /** Starts a task that fills the disk and waits until the panel has noticed. */
  async fill(more: Record<string, unknown> = {}): Promise<number> {
    const id = await this.run(await this.task(FILLER.replaceAll("$FILL", this.filled), more));
    await until("the panel to be degraded", async () => await this.#status() === "degraded");
    await until("no space to be left", () => !this.#hasRoom());
    return id;
  }

  #hasRoom(): boolean {
    const path = join(this.disk.root, "more");
    try {
      Deno.writeFileSync(path, new Uint8Array(65_536));
      return true;
    } catch {
      return false;
    } finally {
      Deno.removeSync(path);
    }
  }

  async #status(): Promise<string> {
    return (await this.panel.request("GET", "/health")).status;
  }

  /** Frees space and waits until the panel has noticed. */
  async heal(): Promise<void> {
    await Deno.remove(this.filled);
    await until("the panel to be healthy", async () => await this.#status() === "ok");
  }

  /** Lists the entries of the audit log, oldest first. */
  async audited(): Promise<string[]> {
    const { items } = await this.panel.request("GET", "/audit-log?pageSize=500");
    return items.map(({ act }: { act: string }) => act).reverse();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel.kill();
    await endAll(await markedPids(join(this.disk.root, "data")));
    await this.disk[Symbol.asyncDispose]();
  }
}

const states = async (scene: FullDiskScene, ids: readonly number[]) =>
  await Promise.all(ids.map(async (id) => (await scene.read(id)).state));

Deno.test(
  "full disk: stopping, time limits, logins and deletions work, and it recovers once there is space",
  { ignore },
  async () => {
    await using scene = await FullDiskScene.open();
    const { panel } = scene;
    await panel.request("PATCH", "/settings", { language: "en" });
    const old = await scene.run(await scene.task("head -c 300000 /dev/zero | tr '\\0' x; sleep 600"));
    const limited = await scene.run(await scene.task("sleep 601", { timeLimitMs: 4000 }));
    const filler = await scene.fill();
    const first = panel.cookie;
    // Another client logs in and out.
    panel.cookie = "";
    assert.equal((await panel.send("POST", "/auth/login", { username, password })).status, 200);
    assert.equal((await panel.send("POST", "/auth/logout")).status, 204);
    assert.equal((await panel.send("GET", "/tasks")).status, 401);
    panel.cookie = first;
    const { readOnly, parts } = await panel.request("GET", "/health");
    assert.deepEqual([readOnly.reason, parts.disk, parts.database], ["disk_full", "degraded", "ok"]);
    const rejected = await panel.send("POST", "/tasks", { name: "x", command: "x", schedules: "manual" });
    assert.deepEqual([rejected.status, (await rejected.json()).code], [507, "storage_full"]);
    await until("the time limit", async () => (await scene.read(limited)).state === "timed_out");
    for (const id of [old, filler]) {
      assert.equal((await panel.send("POST", `/runs/${id}/stop`)).status, 200);
    }
    await until(
      "both to be stopped",
      async () => (await states(scene, [old, filler])).every((state) => state === "stopped"),
    );
    const { logPath } = await scene.read(old);
    const removed = await panel.send("DELETE", "/logs", { paths: [logPath] });
    assert.deepEqual([removed.status, (await removed.json()).results], [200, [{ path: logPath, ok: true }]]);
    await assert.rejects(Deno.stat(join(scene.disk.root, "data", "logs", logPath!)), Deno.errors.NotFound);
    await scene.heal();
    assert.equal(
      (await panel.send("POST", "/tasks", { name: "x", command: "x", schedules: "manual" })).status,
      201,
    );
    const audited = await scene.audited();
    for (const action of ["login.succeeded", "auth.logout", "runs.stop", "logs.remove"]) {
      assert.ok(audited.includes(action), `${action} is not in the audit log: ${audited.join(", ")}`);
    }
    assert.deepEqual((await panel.request("GET", "/audit-log/verify")).broken, null);
    await panel.end("SIGTERM");
    using database = new DatabaseSync(join(scene.disk.root, "data", "sundial.sqlite"));
    assert.equal(database.prepare("pragma integrity_check").get()?.["integrity_check"], "ok");
  },
);
