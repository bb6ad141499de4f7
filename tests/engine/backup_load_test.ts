// Backups while the panel is at work: each is whole, and nothing waits for it.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { unpackArchive } from "../../server/features/backups/unpack_archive.ts";
import { realDisk } from "../../server/platform/disk.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";

const BACKUPS = 6;
const parts = ["database", "scripts", "config", "history", "logs"];

Deno.test("backups under load: six made while tasks run and scripts are saved are each whole, with every file they name", async () => {
  const root = await Deno.makeTempDir({ prefix: "sundial-load-" });
  const panel = await PanelProcess.start(root);
  let busy = true;
  const meanwhile: Promise<void>[] = [];
  try {
    await panel.ask("POST", "/initialization", { username: "mira", password: "correct horse battery" });
    await panel.ask("PATCH", "/settings", { concurrency: 4 });
    const ids: number[] = [];
    for (let index = 0; index < 4; index++) {
      const { id } = await panel.ask("POST", "/tasks", {
        ...{ name: `t${index}`, command: "echo hello; echo again", schedules: "manual" },
        overlap: { policy: "queue", limit: 100 },
      });
      ids.push(id);
    }
    let saves = 0;
    let slowest = 0;
    meanwhile.push((async () => {
      while (busy) {
        const started = performance.now();
        await panel.ask("PUT", `/files/scripts/content?path=s${saves % 5}.js`, { content: `// ${saves}` })
          .catch(() =>
            panel.open("DELETE", `/files/scripts/content?path=s${saves % 5}.js`, undefined)
              .then((response) => response.body?.cancel())
          );
        slowest = Math.max(slowest, performance.now() - started);
        saves++;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })());
    meanwhile.push((async () => {
      while (busy) {
        await panel.ask("POST", "/tasks/run", { ids });
        await new Promise((resolve) => setTimeout(resolve, 150));
      }
    })());
    for (let number = 0; number < BACKUPS; number++) {
      const { id } = await panel.ask("POST", "/backups", { parts });
      await until("the backup", async () => {
        const { items } = await panel.ask("GET", "/backups");
        const found = items.find((one: { id: number }) => one.id === id);
        if (found.state === "failed") throw new Error(JSON.stringify(found.error));
        return found.state === "ready" && found.verified;
      });
    }
    busy = false;
    await Promise.all(meanwhile);
    const folder = join(root, "backups");
    const archives = [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".tar.gz"));
    assert.equal(archives.length, BACKUPS);
    let runs = 0;
    for (const { name } of archives) {
      runs = Math.max(runs, await lookInto(join(folder, name), join(root, "look")));
    }
    // deno-lint-ignore no-console -- measured values
    console.log(
      `${BACKUPS} backups, up to ${runs} runs, ${saves} saves meanwhile, the slowest ${
        slowest.toFixed(0)
      } ms`,
    );
    assert.ok(runs > 20);
  } finally {
    busy = false;
    // Before the panel goes: what they would say of that hides why the test failed.
    await Promise.allSettled(meanwhile);
    await panel.kill();
    await Deno.remove(root, { recursive: true });
  }
});

// Answers how many runs it knows.
async function lookInto(path: string, into: string): Promise<number> {
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
