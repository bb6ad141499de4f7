// The started panel on a disk that becomes read-only, as after an error of the file system, and with a database that
// another program has locked.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { processesOf as markedProcesses } from "../support/test_engine.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { account } from "../support/panel_process.ts";
import { FailingDisk, mountsFailingDisks } from "../support/failing_disk.ts";
import { reportFigure } from "../support/suite_length.ts";
import { until } from "../support/until.ts";
import { runSundial } from "../support/run_program.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const ignore = !await mountsFailingDisks("the panel on a read-only disk");

Deno.test(
  "read-only disk: reads are served, changes are rejected, runs can be stopped, and nothing is lost",
  { ignore },
  async () => {
    await using disk = (await FailingDisk.mount())!;
    await using barrier = await temporaryFolder();
    await using scene = await PanelScene.open({ dataDir: join(disk.root, "data") });
    const wait = `until [ -e ${barrier.path}/open ]; do sleep 0.1; done; exit 3`;
    const task = await scene.task(wait, { overlap: { policy: "allow" } });
    const due = await scene.task("true", { schedules: ["* * * * * *"] });
    const [ending, stopped] = [await scene.run(task), await scene.run(task)];
    for (const id of [ending, stopped]) await scene.reaches(id, "running");
    await disk.fail();
    const { panel } = scene;
    const health = () => panel.request("GET", "/health");
    await until("the panel to notice", async () => (await health()).readOnly?.reason === "disk_read_only");
    const codes: Record<string, unknown> = {};
    const body = { name: "x", command: "true", schedules: "manual" };
    for (
      const [method, path, content] of [
        ["POST", "/tasks", body],
        ["PATCH", `/tasks/${task}`, { name: "y" }],
        ["POST", "/tasks/run", { ids: [task] }],
        ["POST", "/auth/login", account],
        ["PUT", "/files/scripts/content?path=a.sh", { content: "true" }],
      ] as const
    ) {
      const response = await panel.send(method, path, content);
      codes[`${method} ${path}`] = [response.status, (await response.json()).code];
    }
    assert.deepEqual(
      new Set(Object.values(codes).map(String)),
      new Set(["503,storage_failing"]),
      JSON.stringify(codes),
    );
    for (
      const path of ["/tasks", "/runs", "/settings", "/logs/tree?path=", "/overview", `/runs/${ending}/log`]
    ) {
      const response = await panel.send("GET", path);
      assert.equal(response.status, 200, `${path}: ${await response.text()}`);
    }
    const stop = await panel.send("POST", `/runs/${stopped}/stop`);
    assert.equal(stop.status, 200, await stop.text());
    await until("the stopped run to have no process", () => processesOf(scene, stopped).length === 0);
    await Deno.writeTextFile(join(barrier.path, "open"), "");
    await until("the other one to end", () => processesOf(scene, ending).length === 0);
    const { code, output } = await panel.stop();
    assert.equal(code, 0, output);
    const start = await runSundial(["serve", "--port", "0", "--data-dir", scene.dataDir]);
    assert.equal(start.code, 1, start.err);
    assert.match(start.err, /^cannot use the data folder [^\n]*[Rr]ead-only[^\n]*\n$/);
    await disk.repair();
    await scene.restart();
    // Their ends could not be written, so that they are known only as far as they were recorded.
    await scene.reaches(stopped, "stopped", "interrupted");
    await scene.reaches(ending, "failed", "interrupted");
    assert.equal((await scene.panel.send("POST", "/tasks", body)).status, 201);
    const last = Math.max(...scene.rows(due).map(({ id }) => id));
    await until(
      "due times to run again",
      () => scene.rows(due).some(({ id, state }) => id > last && state === "succeeded"),
    );
    scene.assertIntact();
    reportFigure(
      "read-only disk",
      "5 changes rejected with one code, 6 reads served, 1 run stopped, nothing lost",
    );
  },
);

function processesOf(scene: PanelScene, runId: number): number[] {
  return markedProcesses(Deno.readTextFileSync(scene.path("installation")).trim(), runId);
}

Deno.test("locked database: requests wait or fail with an error of their own, and work again afterwards", async () => {
  await using scene = await PanelScene.open();
  const { panel } = scene;
  const body = { name: "x", command: "true", schedules: "manual" };
  {
    using other = new DatabaseSync(scene.path("sundial.sqlite"));
    other.exec("begin immediate");
    const response = await panel.send("POST", "/tasks", body);
    assert.deepEqual([response.status, (await response.json()).code], [503, "database_locked"]);
    assert.ok(Number(response.headers.get("retry-after")) > 0);
    const reads = await Promise.all(["/tasks", "/runs", "/health"].map((path) => panel.send("GET", path)));
    assert.deepEqual(reads.map(({ status }) => status), [200, 200, 200]);
    other.exec("rollback");
  }
  assert.equal((await panel.send("POST", "/tasks", body)).status, 201);
});
