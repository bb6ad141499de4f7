// Kills the panel in the middle of its work: nothing is lost, nothing runs twice, nothing is left running
// unnoticed.
import assert from "node:assert/strict";
import { join } from "node:path";
import { PanelProcess } from "../support/panel_process.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { runSundial } from "../support/run_program.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { processesOf } from "../support/test_engine.ts";
import { until } from "../support/until.ts";

function processes(scene: PanelScene, runId?: number): number[] {
  return processesOf(Deno.readTextFileSync(scene.path("installation")).trim(), runId);
}

Deno.test("crash: kill -9 with 20 running and 100 queued loses nothing and runs nothing twice", async () => {
  await using scene = await PanelScene.open({ settings: { concurrency: 20 } });
  const command = `echo "$SUNDIAL_RUN_ID" >> ${scene.path("witness")}; ` +
    `for n in 1 2 3; do echo line $n; done; ` +
    `until [ -e ${scene.path("gate")} ]; do sleep 0.1; done; echo the end; exit $((SUNDIAL_RUN_ID % 3))`;
  const ids: number[] = [];
  for (let n = 0; n < 120; n++) ids.push(await scene.task(command, { name: `t${n}` }));
  const { results } = await scene.panel.request("POST", "/tasks/run", { ids });
  assert.ok(results.every(({ ok }: { ok: boolean }) => ok));
  await until("twenty to run", () => scene.lines("witness").length === 20);
  const running = () => scene.rows().filter(({ state }) => state === "running");
  await until("twenty records", () => running().length === 20);
  const before = running().map(({ id, pid }) => [id, pid]);
  await scene.restart("SIGKILL");
  const found = await scene.panel.request("GET", "/runs?state=running&pageSize=500");
  assert.deepEqual(
    found.items.map(({ id, pid }: { id: number; pid: number }) => [id, pid]),
    before.reverse(),
  );
  assert.equal((await scene.panel.request("GET", "/runs?state=queued&pageSize=1")).total, 100);
  assert.equal(scene.lines("witness").length, 20);
  await Deno.writeTextFile(scene.path("gate"), "");
  await until(
    "all to end",
    () => scene.rows().every(({ state }) => state === "succeeded" || state === "failed"),
  );
  const rows = scene.rows();
  assert.equal(rows.length, 120);
  assert.deepEqual(
    scene.lines("witness").map(Number).sort((a, b) => a - b),
    rows.map(({ id }) => id),
  );
  for (const { id, exit_code, state, log_path } of rows) {
    assert.deepEqual([exit_code, state], [id % 3, id % 3 === 0 ? "succeeded" : "failed"]);
    const log = await Deno.readTextFile(join(scene.path("logs"), log_path!));
    assert.match(log, /^## Starting[^\n]*\n\nline 1\nline 2\nline 3\nthe end\n\n## [^\n]*\u3000{5}\n$/);
  }
  assert.equal((await scene.panel.end("SIGTERM")).code, 0);
  assert.deepEqual(processes(scene), []);
});

Deno.test("panel stop: exits 0 with open streams; tasks continue and the next panel adopts them", async () => {
  await using scene = await PanelScene.open();
  const barrier = scene.path("gate");
  const id = await scene.run(await scene.task(`until [ -e ${barrier} ]; do sleep 0.05; done; exit 4`));
  const { pid } = await scene.reaches(id, "running");
  const { panel } = scene;
  const streams = [await panel.send("GET", "/events"), await panel.send("GET", `/runs/${id}/log/stream`)];
  const read = streams.map((stream) => stream.text().catch(() => ""));
  const { code, output } = await panel.end("SIGTERM");
  assert.equal(code, 0, output);
  await Promise.all(read);
  assert.equal(scene.rows()[0]!.state, "running");
  assert.ok(processes(scene, id).length > 0);
  await scene.restart();
  assert.equal((await scene.panel.request("GET", `/runs/${id}`)).pid, pid);
  await Deno.writeTextFile(barrier, "");
  assert.equal((await scene.reaches(id, "failed")).exitCode, 4);
  assert.equal((await scene.panel.end("SIGINT")).code, 0);
});

Deno.test("panel start: fails with one sentence and the documented exit code", async () => {
  await using used = await temporaryFolder();
  await using panel = await PanelProcess.start({ dataDir: used.path });
  const { port } = new URL(panel.address);
  await using other = await temporaryFolder();
  // They start at the same time, and only one may use a folder.
  await using third = await temporaryFolder();
  const folder = ["--data-dir", other.path];
  await Deno.writeTextFile(join(other.path, "file"), "");
  const rejected: [string[], Record<string, string>, number, RegExp][] = [
    [
      ["serve", "--port", "0", "--data-dir", used.path],
      {},
      1,
      new RegExp(`in use by another panel with pid ${panel.pid}[^\\n]*\\n$`),
    ],
    [
      ["serve", "--port", port, ...folder],
      {},
      1,
      new RegExp(`^cannot listen on 127\\.0\\.0\\.1:${port}: [^\\n]*\\n$`),
    ],
    [["serve", "--data-dir", join(other.path, "file")], {}, 1, /^cannot use the data folder [^\n]*\n$/],
    [["serve", "--port", "abc", ...folder], {}, 2, /^--port is "abc", but [^\n]*\nUsage: sundial serve/],
    [["serve", "--nonsense", ...folder], {}, 2, /nonsense/],
    [["serve", ...folder], { SUNDIAL_LOG_LEVEL: "loud" }, 2, /^SUNDIAL_LOG_LEVEL is "loud", but [^\n]*\n/],
    [
      ["serve", "--data-dir", third.path],
      { SUNDIAL_DATABASE_URL: "postgres://x:hidden@127.0.0.1:1/z" },
      1,
      /^cannot use the PostgreSQL database 127\.0\.0\.1:1\/z: the server is unreachable[^\n]*\n$/,
    ],
    [["dance"], {}, 2, /^Unknown command: dance\n/],
  ];
  await Deno.writeTextFile(join(other.path, "installation"), "none\n");
  const exits = await Promise.all(rejected.map(([args, env]) => runSundial(args, { env })));
  for (const [n, { code, err }] of exits.entries()) {
    assert.equal(code, rejected[n]![2], err);
    assert.match(err, rejected[n]![3]);
  }
  assert.equal((await panel.request("GET", "/health")).status, "ok");
  await panel.kill();
  await using after = await PanelProcess.start({ dataDir: used.path });
  assert.equal((await after.request("GET", "/health")).status, "ok");
});
