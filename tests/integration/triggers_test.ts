// Kills the panel while files change and heartbeats fail: each settled version and each change starts the task once.
import assert from "node:assert/strict";
import { join } from "node:path";
import { script } from "../support/git_server.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { seededRandom } from "../support/seeded_random.ts";
import { SubscriptionScene } from "../support/subscription_scene.ts";
import { byLength } from "../support/suite_length.ts";
import { until } from "../support/until.ts";

const ROUNDS = byLength(6, 40);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

Deno.test("triggers: a kill at any moment loses no change of a file and starts none twice", async () => {
  await using scene = await PanelScene.open();
  const path = scene.path(join("scripts", "in.csv"));
  const id = await scene.task("true", {
    overlap: { policy: "queue", limit: 50 },
    triggers: [{ type: "file", path: "in.csv", settleMs: 500 }],
  });
  const runs = async () => (await scene.panel.request("GET", `/tasks/${id}/runs?pageSize=100`)).items;
  const random = seededRandom(20261129);
  for (let round = 1; round <= ROUNDS; round++) {
    await Deno.writeTextFile(path, "x".repeat(round));
    await sleep(random() * 2_500);
    await scene.restart("SIGKILL");
    await until(`run ${round}`, async () => (await runs()).length >= round);
    await sleep(1_500);
    assert.equal((await runs()).length, round);
  }
  // What changes while it is off starts it once, however often.
  await scene.restart("SIGKILL", async () => {
    await Deno.writeTextFile(path, "y");
    await Deno.writeTextFile(path, "yy");
  });
  await until("the last run", async () => (await runs()).length > ROUNDS);
  await sleep(2_000);
  assert.equal((await runs()).length, ROUNDS + 1);
});

Deno.test("triggers: a heartbeat that fails right before a kill starts the task once after it", async () => {
  await using scene = await PanelScene.open();
  const { id: heartbeatId, path } = await scene.panel.request("POST", "/heartbeats", {
    name: "Backup",
    periodMs: 3_600_000,
  });
  const id = await scene.task("true", { triggers: [{ type: "heartbeat", heartbeatId, on: "down" }] });
  const runs = async () => (await scene.panel.request("GET", `/tasks/${id}/runs`)).items;
  const ping = async (action: string) => {
    await (await scene.panel.fetch(`${path}${action}`, { method: "POST" })).body?.cancel();
  };
  const down = async () => (await scene.panel.request("GET", `/heartbeats/${heartbeatId}`)).state === "down";
  for (let round = 1; round <= 3; round++) {
    await ping("");
    await until("it to be up", async () => !await down());
    await ping("/fail");
    await until("it to be down", down, 2);
    await scene.restart("SIGKILL");
    await until("the run", async () => (await runs()).length >= round);
    await sleep(500);
    assert.equal((await runs()).length, round);
  }
});

Deno.test("triggers: a pull that brings a commit starts the task, and one without does not", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({ "a.js": script("Alpha", "1 1 1 1 *") });
  const { id: subscriptionId } = await scene.create({});
  const task = await scene.panel.json<{ id: number }>("/api/tasks", {
    json: {
      name: "t",
      command: "true",
      schedules: "manual",
      triggers: [{ type: "subscription", subscriptionId }],
    },
  });
  const runs = async () =>
    (await scene.panel.json<{ items: { trigger: unknown }[] }>(`/api/tasks/${task.id}/runs`)).items;
  await scene.pull(subscriptionId);
  const [run] = await until("the run", async () => {
    const found = await runs();
    return found.length > 0 && found;
  });
  const { name } = await scene.get(subscriptionId);
  assert.deepEqual(run?.trigger, { type: "subscription", name, path: null, on: "pulled" });
  await scene.pull(subscriptionId);
  await sleep(1_000);
  assert.equal((await runs()).length, 1);
  await repository.commit({ "a.js": script("Alpha", "1 1 1 1 *"), "b.js": "// new" });
  await scene.pull(subscriptionId);
  await until("the second run", async () => (await runs()).length === 2);
});
