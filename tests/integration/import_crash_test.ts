// Kills the panel during imports: a second one completes what the first began, and nothing is there twice.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { ImportResource } from "../../server/contract/imports.ts";
import { packFolder, writeQinglongData } from "../support/qinglong_data.ts";
import type { PanelProcess } from "../support/panel_process.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { seededRandom } from "../support/seeded_random.ts";
import { until } from "../support/until.ts";
import { byLength } from "../support/suite_length.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const KILLS = byLength(3, 5);
const COUNT = 150;

function totals({ report }: ImportResource): Record<string, number> {
  return Object.fromEntries(
    Object.entries(report).map(([kind, { created, unchanged }]) => [kind, created + unchanged]),
  );
}

async function writeData(folder: string): Promise<Uint8Array> {
  const numbers = Array.from({ length: COUNT }, (_, index) => index);
  await writeQinglongData(folder, {
    tasks: numbers.map((number) => ({
      name: `t${number}`,
      command: `task o_r/s${number}.js`,
      schedule: "1 1 * * *",
      isPinned: 1,
      sub_id: 1,
    })),
    variables: numbers.map((number) => ({ name: `V_${number % 7}`, value: `${number}`, position: -number })),
    subscriptions: [{
      name: "s",
      type: "public-repo",
      url: "https://git.example.com/o/r.git",
      schedule_type: "crontab",
      schedule: "0 3 * * *",
      alias: "o_r",
    }],
    dependencies: [{ name: "axios", type: 0 }, { name: "jq", type: 2 }],
    applications: [{ name: "bot", scopes: '["crons"]', client_id: "abcdefghijkl", client_secret: "secret" }],
    settings: [{ type: "notification", info: '{"type":"bark","barkPush":"key"}' }],
    views: [{ name: "mine", type: 2, filters: '[{"property":"sub_id","operation":"In","value":[1]}]' }],
    files: Object.fromEntries(numbers.map((number) => [`scripts/o_r/s${number}.js`, `// ${number}`])),
  });
  return await packFolder(folder);
}

Deno.test("import crash: a second import completes what kill -9 interrupted, and creates nothing twice", async () => {
  await using root = await temporaryFolder();
  const random = seededRandom(20261123);
  const archive = await writeData(join(root.path, "from"));
  await using scene = await PanelScene.open();
  const response = await scene.panel.fetch("/api/imports", {
    method: "POST",
    body: archive as Uint8Array<ArrayBuffer>,
    headers: { "content-type": "application/octet-stream" },
  });
  assert.equal(response.status, 201);
  const planned: ImportResource = await response.json();
  const apply = () => scene.panel.request("POST", `/imports/${planned.id}/apply`, { enable: false });
  const read = (): Promise<ImportResource> => scene.panel.request("GET", `/imports/${planned.id}`);
  for (let kill = 0; kill < KILLS; kill++) {
    await apply();
    const handled = Math.floor(random() * 3 * COUNT);
    await until("some of the import", async () => {
      const { state, progress } = await read();
      return state !== "running" || (progress?.done ?? 0) >= handled;
    }, 1);
    await scene.restart("SIGKILL");
    const { state, error } = await read();
    if (state !== "done") assert.deepEqual([state, error?.code], ["failed", "import_interrupted"]);
  }
  await apply();
  const done = await until("the end of the import", async () => {
    const found = await read();
    return found.state === "running" ? null : found;
  });
  assert.equal(done.state, "done", JSON.stringify(done.error));
  assert.deepEqual(totals(done), totals(planned));
  await checkOnce(scene.panel);
});

async function checkOnce(panel: PanelProcess): Promise<void> {
  const { items: tasks, total } = await panel.request("GET", "/tasks?pageSize=500");
  assert.equal(total, COUNT);
  assert.ok(
    tasks.every((task: Record<string, unknown>) =>
      task["pinned"] && task["subscriptionId"] && !task["enabled"]
    ),
  );
  const { items: variables } = await panel.request("GET", "/variables?pageSize=500");
  assert.deepEqual(
    variables.map(({ value }: { value: string }) => Number(value)),
    Array.from({ length: COUNT }, (_, index) => index),
  );
  for (
    const [path, count] of [["subscriptions", 1], ["dependencies", 2], ["applications", 1], [
      "views",
      1,
    ]] as const
  ) {
    assert.equal((await panel.request("GET", `/${path}`)).items.length, count, path);
  }
}
