// Kills the panel during an installation; incomplete packages are detected.
import assert from "node:assert/strict";
import { join } from "node:path";
import { endAll } from "../support/end_all.ts";
import { PackageIndex } from "../support/package_index.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { processesOf } from "../support/test_engine.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

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
  await withPanel(index, async ({ root, first, state }) => {
    index.stalled = true;
    const id = await add(first, "greet-again");
    await until(
      "the archive to be requested",
      () => index.requested.some((path) => path.endsWith("greet-again-2.0.0.tgz")),
    );
    const waiting = await add(first, "greet-third");
    await first.kill();
    assert.ok(processesOf(await installationOf(root)).length > 1);
    await using second = await PanelProcess.start({ dataDir: root, cookie: first.cookie });
    assert.deepEqual([await state(second, id), await state(second, waiting)], ["installing", "queued"]);
    await second.request("POST", "/dependencies/cancel", { ids: [id] });
    await until("it to be cancelled", async () => await state(second, id) === "cancelled");
    await until("the next to fail", async () => await state(second, waiting) === "install_failed");
    assert.equal((await second.end("SIGTERM")).code, 0);
  });
});

Deno.test("dependencies: after kill -9 of panel and installer, the next start restores the previous packages", async () => {
  await using index = new PackageIndex({ npm: [package1, package2] });
  await withPanel(index, async ({ root, first, state }) => {
    index.stalled = true;
    const id = await add(first, "greet-again");
    await until(
      "the archive to be requested",
      () => index.requested.some((path) => path.endsWith("greet-again-2.0.0.tgz")),
    );
    await first.kill();
    await endAll(processesOf(await installationOf(root)));
    // As an interrupted installer may leave it.
    const module = join(root, "deps", "node", "node_modules", "greet-there", "index.js");
    await Deno.remove(module);
    await using second = await PanelProcess.start({ dataDir: root, cookie: first.cookie });
    await until("it to be reported", async () => await state(second, id) === "install_failed");
    const { reason } = await second.request("GET", `/dependencies/${id}`);
    assert.match(reason, /stopped during the operation/);
    await until("the repair", () => exists(module));
    assert.equal(await Deno.readTextFile(module), package1.files["index.js"]);
    assert.equal((await second.end("SIGTERM")).code, 0);
  });
});

interface Story {
  root: string;
  first: PanelProcess;
  state(panel: PanelProcess, id: number): Promise<string>;
}

async function withPanel(index: PackageIndex, action: (story: Story) => Promise<void>): Promise<void> {
  await using root = await temporaryFolder();
  const state = async (panel: PanelProcess, id: number) =>
    String((await panel.request("GET", `/dependencies/${id}`)).state);
  try {
    await using first = await PanelProcess.start({ dataDir: root.path });
    await first.request("POST", "/initialization", { username: "mira", password: "correct horse battery" });
    await first.request("PATCH", "/settings", { dependencies: { nodeMirror: index.npm }, language: "en" });
    const id = await add(first, "greet-there");
    await until("the first to be installed", async () => await state(first, id) === "installed");
    await action({ root: root.path, first, state });
  } finally {
    await endAll(processesOf(await installationOf(root.path)));
  }
}

async function add(panel: PanelProcess, name: string): Promise<number> {
  return (await panel.request("POST", "/dependencies", { type: "node", name })).items[0].id;
}

async function installationOf(root: string): Promise<string> {
  return (await Deno.readTextFile(join(root, "installation"))).trim();
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
