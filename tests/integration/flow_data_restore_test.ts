// A backup of a panel with data of flows, restored into another panel that has another key: definitions and what has happened are there,
// what was open starts nothing, and what cannot be decrypted is said and can be made anew.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { FlowRun } from "../../server/contract/flows.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { runSundial } from "../support/run_program.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";
import { signatureOf } from "../support/webhook_scene.ts";

interface Filled {
  tasks: Record<"export" | "load" | "each" | "upload" | "notice" | "import", number>;
  /** A flow run that has ended, and one whose first run waits for approval. */
  flows: { ended: number; open: number };
  waiting: number;
  hook: { path: string; secret: string };
}

const variable = { name: "KEY", value: "opensesame", secret: true };

async function fill(scene: PanelScene, file: string): Promise<Filled> {
  const { panel } = scene;
  const after = (taskId: number, outcome = "succeeded") => ({ upstream: { tasks: [{ taskId, outcome }] } });
  await panel.request("POST", "/variables", [variable]);
  const outputs =
    'printf "rows=3\\nkey=$KEY\\n" >> "$SUNDIAL_OUTPUT"; echo content > "$SUNDIAL_OUTPUT_DIR/all.csv"';
  const first = await scene.task(outputs, { name: "export", parameters: [{ name: "DAY", type: "text" }] });
  const load = await scene.task("true", { name: "load", ...after(first) });
  const each = await scene.task("true", {
    ...{ name: "each", parameters: [{ name: "ITEM", type: "text" }], ...after(load) },
    forEach: { parameter: "ITEM", values: ["x", "y"] },
  });
  const upload = await scene.task("true", { name: "upload", requiresApproval: true });
  const notice = await scene.task("true", { name: "notice", ...after(upload, "any") });
  const imported = await scene.task("true", {
    name: "import",
    triggers: [{ type: "file", path: file, settleMs: 500 }],
  });
  await scene.run(first);
  await until("the flow to end", async () => {
    const { items } = await panel.request("GET", "/flow-runs");
    return items[0]?.state === "succeeded";
  });
  const hook = await panel.request("PUT", `/tasks/${load}/webhook`, { signature: "standard", mapping: {} });
  assert.equal(await deliver(scene, hook, "before"), 202);
  await until("the delivered run", async () => await scene.countActive() === 0);
  const waiting = await scene.run(upload);
  await scene.reaches(waiting, "waiting_for_approval");
  await until("the file to be seen", () => seen(scene) !== null);
  return {
    tasks: { export: first, load, each, upload, notice, import: imported },
    flows: { ended: 1, open: (await panel.request("GET", `/runs/${waiting}`)).flowRunId },
    ...{ waiting, hook },
  };
}

async function deliver(
  { panel }: PanelScene,
  { path, secret }: { path: string; secret: string },
  id: string,
): Promise<number> {
  const response = await panel.fetch(path, {
    ...{ method: "POST", body: "{}" },
    headers: {
      "content-type": "application/json",
      ...signatureOf("{}", { signature: "standard", secret, id }),
    },
  });
  await response.body?.cancel();
  return response.status;
}

/** Returns which version of its file the only trigger has seen. */
function seen(scene: PanelScene): string | null {
  return scene.query<{ seen: string | null }>("select seen from task_trigger")[0]?.seen ?? null;
}

Deno.test("restore: the data of flows comes back, what was open starts nothing, and lost secrets are made anew", async () => {
  await using folder = await temporaryFolder();
  const [file, archive] = [join(folder.path, "in.csv"), join(folder.path, "archive.tar.gz")];
  await Deno.writeTextFile(file, "1");
  await using from = await PanelScene.open();
  const { tasks, flows, waiting, hook } = await fill(from, file);
  const definitions = async ({ panel }: PanelScene) =>
    await Promise.all(
      Object.values(tasks).map(async (id) => definitionOf(await panel.request("GET", `/tasks/${id}`))),
    );
  const flowOf = async ({ panel }: PanelScene, id: number): Promise<FlowRun> =>
    await panel.request("GET", `/flow-runs/${id}`);
  const [expected, ended] = [await definitions(from), await flowOf(from, flows.ended)];
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
  assert.deepEqual(await definitions(scene), expected);
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
  await until("the file to be seen", () => seen(scene) !== null);
  assert.equal(
    (await panel.request("GET", "/runs?pageSize=100")).total,
    before.total,
    "nothing starts by itself",
  );
  await Deno.writeTextFile(file, "333");
  await until("the run of the changed file", () => scene.rows(tasks.import).length > 0);

  assert.equal(await deliver(scene, hook, "after"), 401, "nobody can decrypt its secret");
  const [old] = (await panel.request("GET", `/tasks/${tasks.load}/webhook/deliveries`)).items.slice(-1);
  const resent = await send(scene, `/tasks/${tasks.load}/webhook/deliveries/${old.id}/resend`);
  assert.deepEqual([resent.status, resent.code], [409, "secret_key_wrong"]);
  const again = await panel.request("PUT", `/tasks/${tasks.load}/webhook`, {
    signature: "standard",
    mapping: {},
  });
  assert.equal(again.path, hook.path);
  assert.equal(await deliver(scene, again, "before"), 409, "it was accepted before the backup");
  // What it gets of the task before it cannot be decrypted.
  assert.equal(await deliver(scene, again, "next"), 202);
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

/** What people have entered. */
function definitionOf({ name, command, upstream, forEach, parameters, triggers, requiresApproval }: Task) {
  return { name, command, upstream, forEach, parameters, triggers, requiresApproval };
}

async function send({ panel }: PanelScene, path: string): Promise<{ status: number; code: string }> {
  const response = await panel.send("POST", path, {});
  const { code } = await response.json();
  return { status: response.status, code };
}
