// Kills the panel during an installation; incomplete packages are detected.
import assert from "node:assert/strict";
import { endAll } from "../support/end_all.ts";
import { PackageIndex } from "../support/package_index.ts";
import type { PanelProcess } from "../support/panel_process.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { processesOf } from "../support/test_engine.ts";
import { until } from "../support/until.ts";

const package1 = {
  name: "greet-there",
  version: "1.0.0",
  files: { "index.js": `module.exports = "hello";` },
};
const package2 = {
  name: "greet-again",
  version: "2.0.0",
  files: { "index.js": `module.exports = "again";` },
};

Deno.test("dependencies: an installation continues after kill -9 of the panel, and the next one records its end", async () => {
  await using index = new PackageIndex({ npm: [package1, package2] });
  await using scene = await openScene(index);
  index.stalled = true;
  const id = await add(scene.panel, "greet-again");
  await until(
    "the archive to be requested",
    () => index.requested.some((path) => path.endsWith("greet-again-2.0.0.tgz")),
  );
  const waiting = await add(scene.panel, "greet-third");
  await scene.restart("SIGKILL", async () => assert.ok((await processes(scene)).length > 1));
  assert.deepEqual([await stateOf(scene, id), await stateOf(scene, waiting)], ["installing", "queued"]);
  await scene.panel.request("POST", "/dependencies/cancel", { ids: [id] });
  await until("it to be cancelled", async () => await stateOf(scene, id) === "cancelled");
  await until("the next to fail", async () => await stateOf(scene, waiting) === "install_failed");
  assert.equal((await scene.panel.end("SIGTERM")).code, 0);
});

Deno.test("dependencies: after kill -9 of panel and installer, the next start restores the previous packages", async () => {
  await using index = new PackageIndex({ npm: [package1, package2] });
  await using scene = await openScene(index);
  index.stalled = true;
  const id = await add(scene.panel, "greet-again");
  await until(
    "the archive to be requested",
    () => index.requested.some((path) => path.endsWith("greet-again-2.0.0.tgz")),
  );
  const module = scene.path("deps/node/node_modules/greet-there/index.js");
  await scene.restart("SIGKILL", async () => {
    await endAll(await processes(scene));
    // As an interrupted installer may leave it.
    await Deno.remove(module);
  });
  await until("it to be reported", async () => await stateOf(scene, id) === "install_failed");
  const { reason } = await scene.panel.request("GET", `/dependencies/${id}`);
  assert.match(reason, /stopped during the operation/);
  await until("the repair", () => exists(module));
  assert.equal(await Deno.readTextFile(module), package1.files["index.js"]);
  assert.equal((await scene.panel.end("SIGTERM")).code, 0);
});

async function openScene(index: PackageIndex): Promise<PanelScene> {
  const scene = await PanelScene.open({ settings: { dependencies: { nodeMirror: index.npm } } });
  const id = await add(scene.panel, "greet-there");
  await until("the first to be installed", async () => await stateOf(scene, id) === "installed");
  return scene;
}

async function stateOf({ panel }: PanelScene, id: number): Promise<string> {
  return String((await panel.request("GET", `/dependencies/${id}`)).state);
}

async function processes(scene: PanelScene): Promise<number[]> {
  return processesOf((await Deno.readTextFile(scene.path("installation"))).trim());
}

async function add(panel: PanelProcess, name: string): Promise<number> {
  return (await panel.request("POST", "/dependencies", { type: "node", name })).items[0].id;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
