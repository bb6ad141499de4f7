// `sundial migrate` of a panel with data of flows: what waits still waits, and what is known still is.
import assert from "node:assert/strict";
import { join } from "node:path";
import { definitionsOf, deliver, fillFlows } from "../support/flow_data.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";
import { runSundial } from "../support/run_program.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";

const databases = postgresDatabases ?? await PostgresDatabases.open();

Deno.test("migrate: approvals, webhooks, triggers and outputs of flows continue in PostgreSQL", async () => {
  await using folder = await temporaryFolder();
  await using database = await databases.temporary();
  const file = join(folder.path, "in.csv");
  await Deno.writeTextFile(file, "1");
  await using from = await PanelScene.open();
  const { tasks, flows, waiting, hook } = await fillFlows(from, file);
  const expected = await definitionsOf(from.panel, tasks);
  const before = await from.panel.request("GET", "/runs?pageSize=100");
  const ended = await from.panel.request("GET", `/flow-runs/${flows.ended}`);
  await from.panel.end("SIGTERM");
  const moved = await runSundial(["migrate", "--to", database.url], {
    env: { SUNDIAL_DATA_DIR: from.dataDir },
  });
  assert.equal(moved.code, 0, moved.err);
  // What changes while the panel is off starts the task afterwards.
  await Deno.writeTextFile(file, "22");

  const environment = { SUNDIAL_DATABASE_URL: database.url };
  await using panel = await PanelProcess.start({ dataDir: from.dataDir, environment });
  await panel.logIn();
  const lastRun = async (id: number) => (await panel.request("GET", `/tasks/${id}/runs?pageSize=1`)).items[0];
  const inState = async (run: number, state: string) =>
    await until(`run ${run} to be ${state}`, async () => {
      const found = await panel.request("GET", `/runs/${run}`);
      return found.state === state ? found : null;
    });
  assert.deepEqual(await definitionsOf(panel, tasks), expected);
  assert.deepEqual(await panel.request("GET", `/flow-runs/${flows.ended}`), ended);
  await until(
    "the run of the changed file",
    async () => (await lastRun(tasks.import))?.state === "succeeded",
  );
  assert.equal((await panel.request("GET", "/runs?pageSize=100")).total, before.total + 1);

  await inState(waiting, "waiting_for_approval");
  await panel.request("POST", `/runs/${waiting}/approve`, {});
  await until("the flow to end", async () => {
    const { state, tasks } = await panel.request("GET", `/flow-runs/${flows.open}`);
    return state === "succeeded" && tasks.every(({ state }: { state: string }) => state === "succeeded");
  });

  assert.equal(await deliver(panel, hook, "before"), 409, "it was accepted before");
  assert.equal(await deliver(panel, hook, "next"), 202);
  const { id } = await until("the delivered run", async () => {
    const run = await lastRun(tasks.load);
    return run.id > waiting ? run : null;
  });
  await inState(id, "succeeded");
  const log = await panel.request("GET", `/runs/${id}/log`);
  assert.match(log, /^3 \*+ content$/m);
});
