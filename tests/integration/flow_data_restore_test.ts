// A backup of a panel with data of flows, restored into another panel that has another key: definitions and what has happened are there,
// what was open starts nothing, and what cannot be decrypted is said and can be made anew.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { FlowRun } from "../../server/contract/flows.ts";
import { definitionsOf, deliver, fillFlows, seenFile, variable } from "../support/flow_data.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { runSundial } from "../support/run_program.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";

Deno.test("restore: the data of flows comes back, what was open starts nothing, and lost secrets are made anew", async () => {
  await using folder = await temporaryFolder();
  const [file, archive] = [join(folder.path, "in.csv"), join(folder.path, "archive.tar.gz")];
  await Deno.writeTextFile(file, "1");
  await using from = await PanelScene.open();
  const { tasks, flows, waiting, hook } = await fillFlows(from, file);
  const flowOf = async ({ panel }: PanelScene, id: number): Promise<FlowRun> =>
    await panel.request("GET", `/flow-runs/${id}`);
  const [expected, ended] = [await definitionsOf(from.panel, tasks), await flowOf(from, flows.ended)];
  const before = await from.panel.request("GET", "/runs?pageSize=100");
  const made = await runSundial(["backup", archive, "--parts", "database", "--data-dir", from.dataDir]);
  assert.equal(made.code, 0, made.err);
  await Deno.writeTextFile(file, "22");

  // Panels of tests have the same key otherwise.
  const environment = { SUNDIAL_KEY_FILE: join(folder.path, "other.key") };
  await using scene = await PanelScene.open({ environment });
  await scene.restart("SIGTERM", async () => {
    const args = ["restore", archive, "--data-dir", scene.dataDir, "--json"];
    const { code, out, err } = await runSundial(args, { env: environment });
    assert.equal(code, 0, err);
    const { lostSecrets } = JSON.parse(out);
    assert.deepEqual([lostSecrets.variable, lostSecrets.webhook], [["KEY"], ["load"]]);
  });
  await scene.panel.logIn();
  const { panel } = scene;
  await panel.request("DELETE", "/variables", { ids: [1] });
  await panel.request("POST", "/variables", [variable]);
  assert.deepEqual(await definitionsOf(scene.panel, tasks), expected);
  assert.deepEqual(await flowOf(scene, flows.ended), ended);

  const open = await flowOf(scene, flows.open);
  assert.equal(open.state, "stopped");
  assert.deepEqual(open.tasks.map(({ name, state }) => [name, state]), [["upload", "skipped"], [
    "notice",
    "not_run",
  ]]);
  const run = await panel.request("GET", `/runs/${waiting}`);
  assert.deepEqual([run.state, run.skipReason], ["skipped", "missed"]);
  assert.equal((await send(scene, `/runs/${waiting}/approve`)).status, 409);
  await until("the file to be seen", () => seenFile(scene) !== null);
  assert.equal(
    (await panel.request("GET", "/runs?pageSize=100")).total,
    before.total,
    "nothing starts by itself",
  );
  await Deno.writeTextFile(file, "333");
  await until("the run of the changed file", () => scene.rows(tasks.import).length > 0);

  assert.equal(await deliver(scene.panel, hook, "after"), 401, "nobody can decrypt its secret");
  const [old] = (await panel.request("GET", `/tasks/${tasks.load}/webhook/deliveries`)).items.slice(-1);
  const resent = await send(scene, `/tasks/${tasks.load}/webhook/deliveries/${old.id}/resend`);
  assert.deepEqual([resent.status, resent.code], [409, "secret_key_wrong"]);
  const again = await panel.request("PUT", `/tasks/${tasks.load}/webhook`, {
    signature: "standard",
    mapping: {},
  });
  assert.equal(again.path, hook.path);
  assert.equal(await deliver(scene.panel, again, "before"), 409, "it was accepted before the backup");
  // What it gets of the task before it cannot be decrypted.
  assert.equal(await deliver(scene.panel, again, "next"), 202);
  const { id } = await until("the delivered run", () => scene.rows(tasks.load).at(-1) ?? null);
  const locked = await scene.reaches(id, "failed");
  assert.equal(locked.detail, "secret_locked");
  await scene.run(tasks.export);
  await until("the next run to succeed", () => scene.rows(tasks.load).at(-1)?.state === "succeeded");

  await panel.request("POST", `/flow-runs/${flows.open}/continue`);
  const asked = await until(
    "a run that waits",
    () => scene.rows(tasks.upload).find(({ state }) => state === "waiting_for_approval") ?? null,
  );
  await panel.request("POST", `/runs/${asked.id}/approve`, {});
  await until(
    "the continued flow to end",
    async () => (await flowOf(scene, flows.open)).state === "succeeded",
  );
  assert.deepEqual(scene.rows(tasks.notice).map(({ state }) => state), ["succeeded"]);
});

async function send({ panel }: PanelScene, path: string): Promise<{ status: number; code: string }> {
  const response = await panel.send("POST", path, {});
  const { code } = await response.json();
  return { status: response.status, code };
}
