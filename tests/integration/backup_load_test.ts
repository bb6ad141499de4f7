// Backups under load: each is consistent, and nothing waits for it.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { unpackArchive } from "../../server/features/backups/unpack_archive.ts";
import { realDisk } from "../../server/platform/disk.ts";
import { RepeatedAction } from "../support/repeated_action.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { byLength, reportFigure } from "../support/suite_length.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const BACKUPS = byLength(6, 20);
const parts = ["database", "scripts", "config", "history", "logs"];

Deno.test(`backups under load: ${BACKUPS} made while tasks run and scripts are saved are complete`, async () => {
  await using root = await temporaryFolder();
  await using panel = await PanelProcess.start({ dataDir: root.path });
  await panel.request("POST", "/initialization", { username: "mira", password: "correct horse battery" });
  await panel.request("PATCH", "/settings", { concurrency: 4 });
  const ids: number[] = [];
  for (let index = 0; index < 4; index++) {
    const { id } = await panel.request("POST", "/tasks", {
      ...{ name: `t${index}`, command: "echo hello; echo again", schedules: "manual" },
      overlap: { policy: "queue", limit: 100 },
    });
    ids.push(id);
  }
  const saves: number[] = [];
  await using saving = new RepeatedAction(() => save(panel, saves), 20);
  let max = 100;
  await using running = new RepeatedAction(async () => {
    // Otherwise a slow backup would give the next one more to copy, making it even slower.
    if (await countRuns(panel) < max) await panel.request("POST", "/tasks/run", { ids });
  }, 150);
  for (let number = 0; number < BACKUPS; number++) {
    await backUp(panel);
    max += byLength(100, 30);
    // However fast a backup is, there is more for the next one.
    const before = await countRuns(panel);
    await until("more runs", async () => await countRuns(panel) > before + 4);
  }
  await Promise.all([saving.end(), running.end()]);
  const folder = join(root.path, "backups");
  const archives = [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".tar.gz"));
  assert.equal(archives.length, BACKUPS);
  let runs = 0;
  for (const { name } of archives) {
    runs = Math.max(runs, await inspectBackup(join(folder, name), join(root.path, "look")));
  }
  reportFigure(
    "backups under load",
    `${BACKUPS} complete, up to ${runs} runs, ${saves.length} saves meanwhile, the slowest ${
      Math.max(...saves).toFixed(0)
    } ms`,
  );
  assert.ok(runs > 20);
});

// Saves one of five scripts, or deletes it if it exists; records how long that took, milliseconds.
async function save(panel: PanelProcess, saves: number[]): Promise<void> {
  const started = performance.now();
  const path = `/files/scripts/content?path=s${saves.length % 5}.js`;
  await panel.request("PUT", path, { content: `// ${saves.length}` }).catch(() =>
    panel.send("DELETE", path, undefined).then((response) => response.body?.cancel())
  );
  saves.push(performance.now() - started);
}

// Creates a backup and waits until it is verified.
async function backUp(panel: PanelProcess): Promise<void> {
  const { id } = await panel.request("POST", "/backups", { parts });
  await until("the backup", async () => {
    const { items } = await panel.request("GET", "/backups");
    const found = items.find((item: { id: number }) => item.id === id);
    assert.ok(found, `backup ${id} is not in the list`);
    if (found.state === "failed") throw new Error(JSON.stringify(found.error));
    return found.state === "ready" && found.verified;
  });
}

async function countRuns(panel: PanelProcess): Promise<number> {
  return (await panel.request("GET", "/runs?pageSize=1")).total;
}

// Returns the number of runs in a backup.
async function inspectBackup(path: string, into: string): Promise<number> {
  try {
    await unpackArchive(path, { into, disk: realDisk, wants: () => true });
    using database = new DatabaseSync(join(into, "sundial.sqlite"), { readOnly: true });
    assert.equal(database.prepare("pragma integrity_check").get()?.["integrity_check"], "ok");
    assert.equal(database.prepare("select count(*) as n from session").get()?.["n"], 0);
    for (const { hash } of database.prepare("select distinct hash from file_version").all()) {
      assert.ok(
        existsSync(join(into, "versions", String(hash).slice(0, 2), String(hash))),
        "a version it names",
      );
    }
    const runs = database.prepare("select log_path, finished_at from run").all();
    for (const { log_path, finished_at } of runs) {
      if (finished_at !== null && log_path !== null) {
        assert.ok(existsSync(join(into, "logs", String(log_path))), `${path}: ${log_path}`);
      }
    }
    return runs.length;
  } finally {
    await Deno.remove(into, { recursive: true });
  }
}
