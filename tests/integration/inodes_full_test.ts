// The started panel on a disk that has free bytes but no free inodes.
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

const ignore = !await mountsDisks("the panel on a disk without inodes");

/** Enough for the panel and its reserve. */
const INODES = 400;
const COUNT = "i=0; while :; do i=$((i+1)); echo $i; sleep 0.05; done";

class Scene implements AsyncDisposable {
  /** A file on another disk. */
  readonly barrier: string;

  private constructor(readonly disk: SmallDisk, public panel: PanelProcess, barrier: string) {
    this.barrier = barrier;
  }

  static async open(): Promise<Scene> {
    const disk = (await SmallDisk.mount(undefined, { inodes: INODES }))!;
    const panel = await PanelProcess.start({ dataDir: join(disk.root, "data") });
    await panel.request("POST", "/initialization", { username, password });
    return new Scene(disk, panel, await Deno.makeTempFile({ prefix: "sundial-gate-" }));
  }

  get dataDir(): string {
    return join(this.disk.root, "data");
  }

  async task(command: string): Promise<number> {
    return (await this.panel.request("POST", "/tasks", { name: command, command, schedules: "manual" })).id;
  }

  /** Starts a manual task and returns its run. */
  async run(taskId: number): Promise<number> {
    await this.panel.request("POST", "/tasks/run", { ids: [taskId] });
    return (await this.panel.request("GET", `/tasks/${taskId}/runs`)).items[0].id;
  }

  async reaches(runId: number, state: string): Promise<Run> {
    return await until(`the run to be ${state}`, async () => {
      const run = await this.panel.request("GET", `/runs/${runId}`);
      return run.state === state && run;
    });
  }

  /** Uses up all inodes, including those that the panel releases then. */
  async fill(): Promise<void> {
    this.disk.fillInodes();
    await until("the panel to be degraded", () => this.#has("degraded"));
    this.disk.fillInodes();
    assert.equal(this.disk.freeInodes, 0);
  }

  async heal(): Promise<void> {
    this.disk.releaseInodes();
    await until("the panel to be healthy", () => this.#has("ok"));
  }

  async #has(status: string): Promise<boolean> {
    return (await this.panel.request("GET", "/health")).status === status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel.kill();
    await endAll(await markedPids(this.dataDir));
    await this.disk[Symbol.asyncDispose]();
    await Deno.remove(this.barrier).catch(() => {});
  }
}

Deno.test("inodes: without free ones the panel is degraded, runs still work, and it restarts and recovers", {
  ignore,
}, async () => {
  await using scene = await Scene.open();
  const { panel } = scene;
  await panel.request("PATCH", "/settings", { language: "en" });
  const short = await scene.task("echo short");
  const counting = await scene.run(await scene.task(COUNT));
  const gated = await scene.run(
    await scene.task(`echo begun; while [ -e ${scene.barrier} ]; do sleep 0.02; done; exit 7`),
  );
  await scene.reaches(counting, "running");
  // "running" is recorded when the process exists, a moment before it has created its files.
  await until(
    "the run to begin",
    async () => (await panel.request("GET", `/runs/${gated}/log`)).includes("begun"),
  );
  await scene.fill();
  const { readOnly, parts } = await panel.request("GET", "/health");
  assert.deepEqual([readOnly.reason, parts.disk, parts.database], ["inodes_full", "degraded", "ok"]);
  const rejected = await panel.send("POST", "/tasks", { name: "x", command: "x", schedules: "manual" });
  assert.deepEqual([rejected.status, (await rejected.json()).code], [507, "storage_full"]);
  const { detail } = await scene.reaches(await scene.run(short), "failed");
  assert.match(detail ?? "", /no directory for the log .*storage_full/);
  await Deno.remove(scene.barrier);
  assert.equal((await scene.reaches(gated, "failed")).exitCode, 7);
  // The inodes released by stopping it are used up too.
  await panel.end("SIGTERM");
  scene.disk.fillInodes();
  scene.panel = await PanelProcess.start({ dataDir: scene.dataDir });
  scene.disk.fillInodes();
  const login = await scene.panel.send("POST", "/auth/login", { username, password });
  assert.equal(login.status, 200, await login.text());
  assert.equal((await scene.panel.request("GET", "/health")).readOnly.reason, "inodes_full");
  await scene.panel.request("POST", `/runs/${counting}/stop`);
  const { logPath } = await scene.reaches(counting, "stopped");
  await scene.heal();
  await scene.task("true");
  await scene.reaches(await scene.run(short), "succeeded");
  const log = await Deno.readTextFile(join(scene.dataDir, "logs", logPath!));
  const counted = log.match(/^\d+$/gm)!.map(Number);
  assert.deepEqual(counted, counted.map((_, index) => index + 1));
  assert.match(log, /\n## Stopped /);
  assert.equal((await scene.panel.request("GET", "/audit-log/verify")).broken, null);
  await scene.panel.end("SIGTERM");
  using database = new DatabaseSync(join(scene.dataDir, "sundial.sqlite"));
  assert.equal(database.prepare("pragma integrity_check").get()?.["integrity_check"], "ok");
});
