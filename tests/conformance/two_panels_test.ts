// Two panels as processes over one PostgreSQL database: what is begun on one is continued on the other.
import assert from "node:assert/strict";
import { join } from "node:path";
import { isNotifier } from "../../server/features/script_library/notifiers.ts";
import type { Backup, Inspection } from "../../server/contract/backups.ts";
import type { FileVersion } from "../../server/contract/files.ts";
import type { ProgressResult } from "../../server/contract/progress.ts";
import type { Subscription } from "../../server/contract/subscriptions.ts";
import type { ClusterNode } from "../support/cluster_node.ts";
import { ClusterScene } from "../support/cluster_scene.ts";
import { GitServer, script } from "../support/git_server.ts";
import { account } from "../support/panel_process.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";
import { until } from "../support/until.ts";

const databases = postgresDatabases ?? await PostgresDatabases.open();

interface TwoPanels {
  scene: ClusterScene;
  a: ClusterNode;
  b: ClusterNode;
}

async function withPanels(test: (panels: TwoPanels) => Promise<void>): Promise<void> {
  await using database = await databases.temporary();
  await using scene = await ClusterScene.open(database.url);
  const flags = ["--allow-networks", "127.0.0.1"];
  const a = await scene.panel("a", { flags });
  const b = await scene.panel("b", { flags });
  await scene.explain(() => test({ scene, a, b }));
}

/** Returns the scripts on the disk of a panel with their content, without the notifiers, and what the panel itself stores there. */
async function filesOf({ dataDir }: ClusterNode, path = ""): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name, isDirectory } of Deno.readDir(join(dataDir, "scripts", path))) {
    const inner = join(path, name);
    if (isDirectory) Object.assign(files, await filesOf({ dataDir } as ClusterNode, inner));
    else if (!isNotifier(join(dataDir, "scripts", inner))) {
      files[inner] = await Deno.readTextFile(join(dataDir, "scripts", inner));
    }
  }
  return files;
}

async function untilFiles(panel: ClusterNode, expected: Record<string, string>): Promise<void> {
  const text = (files: Record<string, string>) => JSON.stringify(Object.entries(files).sort());
  let last = "";
  await until(`${panel.name} to have ${text(expected)}`, async () => {
    last = text(await filesOf(panel).catch(() => ({})));
    return last === text(expected);
  }).catch((error) => {
    throw new Error(`${error.message}; it has ${last}`);
  });
}

async function save(panel: ClusterNode, path: string, content: string): Promise<void> {
  await panel.write(`/files/scripts/content?path=${path}`, "PUT", { content });
}

async function taskNames({ process }: ClusterNode): Promise<string[]> {
  const { items } = await process.request("GET", "/tasks");
  return items.map(({ name }: { name: string }) => name).sort();
}

Deno.test("two panels: changes of a subscription that wait on one are approved on the other", async () => {
  await using server = new GitServer();
  const repository = await server.repository("owner/daily.git");
  await repository.commit({ "daily.js": script("Daily", "1 1 * * *"), "gone.js": "// goes\n" });
  await withPanels(async ({ a, b }) => {
    const { id }: Subscription = await a.process.request("POST", "/subscriptions", {
      ...{ name: "Daily", url: server.url("owner/daily.git"), type: "public_repository", review: "ask" },
      schedule: { kind: "manual" },
    });
    const get = ({ process }: ClusterNode): Promise<Subscription> =>
      process.request("GET", `/subscriptions/${id}`);
    const pull = async (panel: ClusterNode) => {
      const before = (await get(panel)).lastRun?.id;
      await panel.process.request("POST", "/subscriptions/run", { ids: [id] });
      await until("the pull to end", async () => {
        const { activeRun, lastRun } = await get(panel);
        return activeRun === null && lastRun?.id !== before;
      });
    };
    await pull(a);
    await b.process.request("POST", `/subscriptions/${id}/approve`);
    const first = {
      "owner_daily/daily.js": script("Daily", "1 1 * * *"),
      "owner_daily/gone.js": "// goes\n",
    };
    for (const panel of [a, b]) await untilFiles(panel, first);
    const changed = script("Daily, changed", "1 1 * * *");
    await repository.commit({ "daily.js": changed, "new.js": "// comes\n" });
    await pull(a);
    const waiting = await b.process.request("GET", `/subscriptions/${id}/waiting`);
    assert.deepEqual(waiting, await a.process.request("GET", `/subscriptions/${id}/waiting`));
    await b.process.request("POST", `/subscriptions/${id}/approve`);
    const second = { "owner_daily/daily.js": changed, "owner_daily/new.js": "// comes\n" };
    for (const panel of [a, b]) await untilFiles(panel, second);
    const [onA, onB] = [await get(a), await get(b)];
    assert.deepEqual([onA.waiting, onA.commit], [null, onB.commit]);
    assert.deepEqual(await taskNames(a), await taskNames(b));
  });
});

Deno.test("two panels: a file that one saves twice has two versions on both", () =>
  withPanels(async ({ a, b }) => {
    for (const content of ["one\n", "two\n"]) {
      await save(a, "a.sh", content);
      await untilFiles(b, { "a.sh": content });
    }
    for (const { process } of [a, b]) {
      const { items } = await process.request("GET", "/files/scripts/versions?path=a.sh");
      assert.deepEqual(items.map(({ cause }: FileVersion) => cause), ["saved", "saved"]);
    }
  }));

Deno.test("two panels: a backup of one is restored by the other once nobody else uses the database", () =>
  withPanels(async ({ scene, a, b }) => {
    await save(a, "kept.sh", "echo kept\n");
    await untilFiles(b, { "kept.sh": "echo kept\n" });
    await scene.addTask(a, { name: "kept", command: "true" });
    const archive = await backUp(a);
    await scene.addTask(b, { name: "later", command: "true" });
    await save(a, "later.sh", "echo later\n");
    await save(b, "kept.sh", "echo changed\n");
    for (const panel of [a, b]) {
      await untilFiles(panel, { "kept.sh": "echo changed\n", "later.sh": "echo later\n" });
    }
    const { inspectionId } = await inspect(b, archive);
    const request = { inspectionId, parts: ["database", "scripts"] };
    const rejected = await b.process.send("POST", "/backups/restore", request);
    const { code, detail } = await rejected.json();
    assert.deepEqual([rejected.status, code], [409, "nodes_running"]);
    assert.match(detail, /^Stop a first:/);
    assert.deepEqual(await taskNames(b), ["kept", "later"], "nothing was changed");
    await a.stop();
    await b.process.request("POST", "/backups/restore", request);
    await untilRestored(b);
    await a.start();
    await a.process.request("POST", "/auth/login", account);
    for (const panel of [a, b]) {
      assert.deepEqual(await taskNames(panel), ["kept"], panel.name);
      await untilFiles(panel, { "kept.sh": "echo kept\n" });
      const { status } = await panel.process.request("GET", "/health");
      assert.equal(status, "ok", panel.name);
    }
    // Neither brings back what it had, and both still share.
    await save(a, "next.sh", "echo next\n");
    await untilFiles(b, { "kept.sh": "echo kept\n", "next.sh": "echo next\n" });
    await untilFiles(a, { "kept.sh": "echo kept\n", "next.sh": "echo next\n" });
    const id = await scene.addTask(a, { name: "next", command: "true" });
    assert.equal((await scene.ended(await scene.run(b, id))).state, "succeeded");
  }));

Deno.test("two panels: restoring the database alone leaves the scripts of both as they are", () =>
  withPanels(async ({ scene, a, b }) => {
    await scene.addTask(a, { name: "kept", command: "true" });
    const archive = await backUp(a);
    await scene.addTask(a, { name: "later", command: "true" });
    await save(a, "later.sh", "echo later\n");
    await untilFiles(b, { "later.sh": "echo later\n" });
    const { inspectionId } = await inspect(b, archive);
    await a.stop();
    await b.process.request("POST", "/backups/restore", { inspectionId, parts: ["database"] });
    await untilRestored(b);
    await a.start();
    await a.process.request("POST", "/auth/login", account);
    for (const panel of [a, b]) {
      assert.deepEqual(await taskNames(panel), ["kept"], panel.name);
      await untilFiles(panel, { "later.sh": "echo later\n" });
    }
  }));

async function backUp({ process }: ClusterNode): Promise<Uint8Array<ArrayBuffer>> {
  const { id } = await process.request("POST", "/backups", { parts: ["database", "scripts"] });
  await until("the backup", async () => {
    const { items } = await process.request("GET", "/backups");
    return items.find((item: Backup) => item.id === id)?.state === "ready";
  });
  const response = await process.fetch(`/api/backups/${id}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function inspect({ process }: ClusterNode, archive: Uint8Array<ArrayBuffer>): Promise<Inspection> {
  return await process.json("/api/backups/inspect", {
    ...{ method: "POST", body: archive },
    headers: { "content-type": "application/octet-stream" },
  });
}

/** Waits until a panel has restarted with what it restores. */
async function untilRestored({ process }: ClusterNode): Promise<void> {
  const { current } = await until("the restored panel", async () => {
    try {
      await process.request("POST", "/auth/login", account);
      const progress: ProgressResult = await process.request("GET", "/system/progress");
      return progress.current?.kind === "restore" && progress.current.done ? progress : null;
    } catch {
      return null; // it restarts
    }
  });
  assert.equal(current?.error, null);
}
