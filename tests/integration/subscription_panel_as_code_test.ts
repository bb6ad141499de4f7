// Subscriptions whose repositories describe objects of the panel.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expireStepUp } from "../support/expire_step_up.ts";
import { sqliteDatabase } from "../support/panel_database.ts";
import { SubscriptionScene } from "../support/subscription_scene.ts";

const task = (name: string, more = "") => `name: ${name}\ncommand: echo ${name}\nschedules: manual\n${more}`;
const namesOf = async (scene: SubscriptionScene) => (await scene.tasks()).map(({ name }) => name);

Deno.test("subscriptions: after a pull, its folder is applied to the panel, and with autoDelete pruned", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({
    "panel/tasks/a.yaml": task("a"),
    "panel/tasks/b.yaml": task("b", "upstream:\n  tasks:\n    - task: a\n"),
    "panel/heartbeats/job.yaml": "name: Job\nperiodMs: 60000\n",
    "other/tasks/c.yaml": task("c"),
    "panel/secret.yaml": "x: 1\n",
    "panel/tasks/link.yaml": { mode: "120000", content: "../../../../../etc/passwd" },
  });
  const { id } = await scene.create({ applyFolder: "panel" });
  const first = await scene.pull(id);
  assert.match(first.log, /Changes applied to the panel: 3/);
  assert.deepEqual(await namesOf(scene), ["a", "b"]);
  const { items } = await scene.panel.json<{ items: { path: string; subscriptionId: number }[] }>(
    "/api/configuration/managed",
  );
  assert.deepEqual(items.map(({ path, subscriptionId }) => [path, subscriptionId]), [
    ["heartbeats/job.yaml", id],
    ["tasks/a.yaml", id],
    ["tasks/b.yaml", id],
  ]);
  const [a] = await scene.tasks();
  const { items: changes } = await scene.panel.json<{ items: { by: { kind: string } }[] }>(
    `/api/tasks/${a!.id}/changes`,
  );
  assert.equal(changes[0]?.by.kind, "subscription");
  // What others put into the folder is not what the repository describes.
  writeFileSync(join(scene.scripts, "owner_one/panel/tasks/evil.yaml"), task("evil"));
  assert.match((await scene.pull(id)).log, /The panel is as the files describe it/);
  await scene.panel.json(`/api/tasks/${a!.id}`, { method: "PATCH", json: { name: "renamed" } });
  await scene.pull(id);
  assert.deepEqual(await namesOf(scene), ["a", "b"]);
  await repository.commit({ "panel/tasks/a.yaml": task("a again") });
  await scene.pull(id);
  assert.deepEqual(await namesOf(scene), ["a again"]);
});

Deno.test("subscriptions: a folder that is wrong changes nothing, and the log says where", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({
    "tasks/good.yaml": task("good"),
    "tasks/bad.yaml": task("bad", "colour: red\n"),
  });
  const { id } = await scene.create({ applyFolder: "." });
  const failed = await scene.pull(id, "failed");
  assert.match(
    failed.log,
    /Nothing of what the files describe was applied to the panel:\n.*tasks\/bad\.yaml:4 colour: /,
  );
  assert.deepEqual(await namesOf(scene), []);
  await repository.commit({ "tasks/good.yaml": task("good") });
  await scene.pull(id);
  assert.deepEqual(await namesOf(scene), ["good"]);
  // A second one cannot take it over.
  const other = await scene.create({ applyFolder: ".", name: "Second", alias: "second" });
  const rejected = await scene.pull(other.id, "failed");
  assert.match(rejected.log, /tasks\/good\.yaml:1: The subscription .* applies this object/);
});

Deno.test("subscriptions: only administrators decide what is applied to the panel", async () => {
  await using scene = await SubscriptionScene.open();
  await scene.repository({ "tasks/good.yaml": task("good") });
  const { id } = await scene.create({ applyFolder: ".", review: "ask" });
  const application = await scene.panel.json<{ clientId: string; clientSecret: string }>(
    "/api/applications",
    {
      json: { name: "robot", scopes: ["subscriptions:write"] },
    },
  );
  const { clientId, clientSecret } = application;
  const { token } = await scene.panel.json<{ token: string }>("/api/auth/token", {
    json: { clientId, clientSecret },
  });
  const send = async (method: string, path: string, json: object) => {
    const response = await fetch(`${scene.panel.address}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(json),
    });
    const body = await response.text();
    const { code, results } = JSON.parse(body);
    return [response.status, code ?? results?.[0]?.error?.code];
  };
  const url = scene.server.url("owner/one.git");
  const input = { name: "n", type: "public_repository", url, schedule: { kind: "manual" }, alias: "n" };
  assert.deepEqual(await send("POST", "/subscriptions", { ...input, applyFolder: "." }), [
    403,
    "person_required",
  ]);
  assert.deepEqual(await send("POST", "/subscriptions", input), [201, undefined]);
  assert.deepEqual(await send("PATCH", `/subscriptions/${id}`, { branch: "evil" }), [403, "person_required"]);
  assert.deepEqual(await send("PATCH", `/subscriptions/${id}`, { name: "Renamed" }), [
    403,
    "permission_missing",
  ]);
  const { id: runId } = await scene.pull(id);
  assert.deepEqual(await namesOf(scene), []);
  assert.deepEqual(await send("POST", `/subscriptions/${id}/approve`, { runId }), [
    403,
    "permission_missing",
  ]);
  for (const action of ["disable", "enable"]) {
    assert.deepEqual(
      (await send("POST", `/subscriptions/${action}`, { ids: [id] }))[1],
      "permission_missing",
    );
    const { results } = await scene.panel.json<{ results: { ok: boolean }[] }>(
      `/api/subscriptions/${action}`,
      {
        json: { ids: [id] },
      },
    );
    assert.ok(results[0]?.ok, action);
  }
  assert.deepEqual(await send("POST", `/subscriptions/${id}/host-key/forget`, {}), [
    403,
    "permission_missing",
  ]);
  await scene.panel.json(`/api/subscriptions/${id}/approve`, { json: { runId } });
  assert.deepEqual(await namesOf(scene), ["good"]);
  for (const applyFolder of ["../x", "/etc", "a//b", ".sundial-x"]) {
    const response = await scene.panel.fetch(`/api/subscriptions/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ applyFolder }),
    });
    assert.equal(response.status, 422, applyFolder);
    await response.body?.cancel();
  }
});

Deno.test("subscriptions: an address whose content is applied asks for the password again", async () => {
  await using scene = await SubscriptionScene.open();
  const { id } = await scene.create({ name: "Applied", applyFolder: ".", schedule: { kind: "manual" } });
  const { id: other } = await scene.create({ name: "Other", alias: "other", schedule: { kind: "manual" } });
  await expireStepUp({ openDatabase: sqliteDatabase(scene.dataDir).open });
  const change = async (subscription: number, patch: object) => {
    const response = await scene.panel.fetch(`/api/subscriptions/${subscription}`, {
      method: "PATCH",
      json: patch,
    });
    return (await response.json()).code ?? response.status;
  };
  const url = scene.server.url("owner/two.git");
  for (
    const patch of [{ url }, { branch: "evil" }, { pinnedCommit: "a".repeat(40) }, {
      proxy: "http://127.0.0.1:9",
    }]
  ) {
    assert.equal(await change(id, patch), "step_up_required", JSON.stringify(patch));
    assert.notEqual(await change(other, patch), "step_up_required", JSON.stringify(patch));
  }
  assert.equal(await change(other, { applyFolder: "panel" }), "step_up_required");
  const { branch, review } = await scene.panel.json<{ branch: string; review: string }>(
    `/api/subscriptions/${id}`,
  );
  assert.equal(await change(id, { name: "Renamed", branch, review, applyFolder: "." }), 200);
  assert.equal(await change(id, { applyFolder: null }), 200);
});
