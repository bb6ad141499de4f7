// Files of panels that share a database, besides their areas: each opens what another one has stored.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { Bus } from "../../server/engine/bus.ts";
import { BLOB_GRACE_MS } from "../../server/cluster/files/blob_store.ts";
import type { Database } from "../../server/engine/store.ts";
import { addAccount } from "../../server/features/auth/account_store.ts";
import { Avatars } from "../../server/features/auth/avatars.ts";
import { type FilesParts, openFiles } from "../../server/features/files/files_parts.ts";
import { keepFiles } from "../../server/features/files/upkeep.ts";
import type { Pulled } from "../../server/features/subscriptions/pull/job.ts";
import { sweepPulls } from "../../server/features/subscriptions/pull_leftovers.ts";
import { findWaiting, writeWaiting } from "../../server/features/subscriptions/store.ts";
import { previewName, StoredPulls, waitingName } from "../../server/features/subscriptions/stored_pulls.ts";
import { openSharedStores } from "../../server/services/open_shared_stores.ts";
import type { SharedStores } from "../../server/services/shared_node.ts";
import { freshDatabase } from "../support/fresh_database.ts";
import { addNode } from "../support/node_rows.ts";
import { TestClock } from "../support/test_clock.ts";

interface Panel {
  root: string;
  scripts: string;
  jobs: string;
  bus: Bus;
  stores: SharedStores;
  files: FilesParts;
  pulls: StoredPulls;
}

interface Scene {
  db: Database;
  clock: TestClock;
  a: Panel;
  b: Panel;
}

async function openPanel(db: Database, clock: TestClock, name: string): Promise<Panel> {
  const root = await Deno.makeTempDir({ prefix: "sundial-shared-files-" });
  const [scripts, config, jobs] = ["scripts", "config", "pulls"].map((one) => join(root, one)) as [
    string,
    string,
    string,
  ];
  for (const path of [scripts, config, jobs]) await Deno.mkdir(path);
  const nodeId = await addNode(db, name, { role: "panel" });
  const stores = openSharedStores({ db, clock }, () => nodeId);
  const bus = new Bus((error) => assert.fail(String(error)));
  const files = openFiles({ db, clock, bus, folder: { root, scripts, config }, shared: stores });
  const pulls = new StoredPulls({ jobs, scripts, folders: stores.folders });
  return { root, scripts, jobs, bus, stores, files, pulls };
}

async function withPanels(test: (scene: Scene) => Promise<void>): Promise<void> {
  const db = await freshDatabase();
  const clock = new TestClock();
  const [a, b] = [await openPanel(db, clock, "a"), await openPanel(db, clock, "b")];
  try {
    await test({ db, clock, a, b });
  } finally {
    await db.destroy();
    for (const { root } of [a, b]) await Deno.remove(root, { recursive: true });
  }
}

Deno.test("shared files: a version that one panel stored is read and restored on another", () =>
  withPanels(async ({ db, clock, a, b }) => {
    const bytes = new TextEncoder().encode("echo one\n");
    const id = await a.files.versions.record({
      ...{ area: "scripts" as const, path: "a.sh", savedBy: "mira", cause: "saved" as const },
      bytes: bytes as Uint8Array<ArrayBuffer>,
    });
    assert.equal((await b.files.areas.scripts.version(id)).content, "echo one\n");
    await b.files.areas.scripts.restore(id, {
      path: "a.sh",
      by: "mira",
      precondition: { match: null, isNew: true },
    });
    assert.equal(await Deno.readTextFile(join(b.scripts, "a.sh")), "echo one\n");
    // It stays as long as its version does.
    clock.advance(2 * BLOB_GRACE_MS);
    await a.stores.removeUnused();
    await keepFiles({ db, clock, parts: b.files, pause: () => Promise.resolve(), ownFilesOnly: true });
    const late = await openPanel(db, clock, "late");
    assert.equal((await late.files.areas.scripts.version(id)).content, "echo one\n");
    await Deno.remove(late.root, { recursive: true });
    await db.deleteFrom("file_version").execute();
    await a.stores.removeUnused();
    assert.deepEqual(await db.selectFrom("stored_blob").selectAll().execute(), []);
  }));

Deno.test("shared files: a content that a panel saved is no other version when another panel replaces it", () =>
  withPanels(async ({ a, b }) => {
    const file = { area: "scripts" as const, path: "a.sh" };
    const bytes = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
    for (const text of ["one", "two"]) {
      await a.files.versions.record({ ...file, bytes: bytes(text), savedBy: "mira", cause: "saved" });
    }
    for (const text of ["one", "two", "edited on disk"]) {
      await b.files.versions.recordReplaced(file, bytes(text));
    }
    const causes = (await b.files.versions.list(file, null)).map(({ cause }) => cause);
    assert.deepEqual(causes, ["found", "saved", "saved"]);
  }));

Deno.test("shared files: what one panel deleted is listed and restored on another, once", () =>
  withPanels(async ({ db, a, b }) => {
    for (const path of ["folder/inner", "empty"]) {
      await Deno.mkdir(join(a.scripts, path), { recursive: true });
    }
    await Deno.writeTextFile(join(a.scripts, "folder/inner/one.sh"), "echo one\n", { mode: 0o755 });
    await Deno.writeTextFile(join(a.scripts, "two.txt"), "two");
    for (const path of ["folder", "empty", "two.txt"]) {
      await a.files.areas.scripts.remove(path, "mira", { match: null });
    }
    const listed = await b.files.areas.scripts.trash();
    assert.deepEqual(listed.map(({ path }) => path), ["two.txt", "empty", "folder"]);
    for (const { id } of listed) await b.files.areas.scripts.restoreFromTrash(id);
    assert.equal(await Deno.readTextFile(join(b.scripts, "folder/inner/one.sh")), "echo one\n");
    assert.equal((await Deno.stat(join(b.scripts, "folder/inner/one.sh"))).mode! & 0o100, 0o100);
    assert.equal(await Deno.readTextFile(join(b.scripts, "two.txt")), "two");
    assert.ok((await Deno.stat(join(b.scripts, "empty"))).isDirectory);
    assert.deepEqual(await a.files.areas.scripts.trash(), []);
    await assert.rejects(a.files.areas.scripts.restoreFromTrash(listed[0]!.id), { code: "not_found" });
    assert.deepEqual(await db.selectFrom("stored_folder").selectAll().execute(), []);
    // The first panel still has the files, until it notices.
    const own = () => [...Deno.readDirSync(join(a.root, "bin"))].length;
    assert.equal(own(), 3);
    await a.files.trash.sweep(Date.now() + 60_000);
    assert.equal(own(), 0);
  }));

Deno.test("shared files: a folder that cannot be shared is restored only where it is", () =>
  withPanels(async ({ a, b }) => {
    await Deno.mkdir(join(a.scripts, "links"));
    await Deno.symlink("elsewhere", join(a.scripts, "links", "link"));
    await a.files.areas.scripts.remove("links", "mira", { match: null });
    assert.deepEqual(await b.files.areas.scripts.trash(), []);
    const [entry] = await a.files.areas.scripts.trash();
    await a.files.areas.scripts.restoreFromTrash(entry!.id);
    assert.equal(await Deno.readLink(join(a.scripts, "links", "link")), "elsewhere");
  }));

const pulled: Pulled = { commit: "a".repeat(40), files: [], defaultCron: null, leftOut: [] };

async function store(panel: Panel, name: string, runId: number, text: string): Promise<void> {
  const staging = `.sundial-pull-${runId}`;
  await Deno.mkdir(join(panel.scripts, staging));
  await Deno.writeTextFile(join(panel.scripts, staging, "job.sh"), text);
  await panel.pulls.save(name, { ...pulled, runId }, staging);
}

async function wait(db: Database, id: number, runId: number): Promise<void> {
  const waiting = { runId, commit: pulled.commit, at: 0, changes: {} as never };
  await db.transaction().execute((tx) => writeWaiting(tx, id, waiting));
}

Deno.test("shared files: a pull that waits on one panel is there on another, always the latest", () =>
  withPanels(async ({ db, a, b }) => {
    const name = waitingName(5);
    await store(a, name, 1, "first");
    await wait(db, 5, 1);
    assert.equal((await b.pulls.get(name, 1))?.commit, pulled.commit);
    assert.equal(await Deno.readTextFile(join(b.pulls.path(name), "job.sh")), "first");
    await store(a, name, 2, "second");
    await wait(db, 5, 2);
    assert.equal((await b.pulls.get(name, 2))?.runId, 2);
    assert.equal(await Deno.readTextFile(join(b.pulls.path(name), "job.sh")), "second");
    assert.equal(await b.pulls.get(name, 1), null);
    await b.pulls.remove(name);
    assert.equal(await b.pulls.get(name, 2), null);
  }));

Deno.test("shared files: a panel that starts leaves the pulls of others alone", () =>
  withPanels(async ({ db, clock, a, b }) => {
    await store(a, waitingName(5), 1, "first");
    await wait(db, 5, 1);
    // Of another, whose files cannot be shared; and stored, but its row is not written yet.
    await store(a, waitingName(6), 2, "second");
    await db.updateTable("stored_folder").set({ manifest_hash: null }).where("name", "=", waitingName(6))
      .execute();
    await wait(db, 6, 2);
    await store(a, waitingName(7), 3, "third");
    // Left by a panel that was alone.
    await store(a, waitingName(8), 4, "fourth");
    await db.deleteFrom("stored_folder").where("name", "=", waitingName(8)).execute();
    await wait(db, 8, 4);
    const sweep = ({ jobs, scripts, stores }: Panel) =>
      sweepPulls({ db, jobs, scripts, folders: stores.folders }, clock.now());
    await sweep(b);
    assert.deepEqual(
      await Promise.all([5, 6, 7, 8].map(async (id) => (await findWaiting(db, id))?.runId)),
      [1, 2, undefined, 4],
    );
    assert.equal(a.pulls.find(waitingName(7))?.runId, 3);
    assert.equal((await a.stores.folders.find(waitingName(7)))?.isComplete, true);
    // Its own start shares what it had alone, and forgets what it lost.
    await Deno.remove(a.pulls.path(waitingName(6)), { recursive: true });
    await sweep(a);
    assert.equal((await b.pulls.get(waitingName(8), 4))?.runId, 4);
    assert.equal(await findWaiting(db, 6), null);
    assert.equal((await findWaiting(db, 5))?.runId, 1);
  }));

Deno.test("shared files: the files of a preview are there on every panel, until it expires", () =>
  withPanels(async ({ db, clock, a, b }) => {
    await store(a, previewName(3), 3, "preview");
    await db.insertInto("subscription_preview").values({
      ...{ run_id: 3, subscription_id: null, at: clock.now(), changes_json: "{}" },
    }).execute();
    const sweep = () =>
      sweepPulls({ db, jobs: b.jobs, scripts: b.scripts, folders: b.stores.folders }, clock.now());
    await sweep();
    assert.equal((await b.pulls.get(previewName(3), 3))?.runId, 3);
    clock.advance(2 * 86_400_000);
    await sweep();
    assert.equal(existsSync(b.pulls.path(previewName(3))), false);
    assert.equal(await a.stores.folders.find(previewName(3)), null);
  }));

Deno.test("shared files: the picture of an account is shown by every panel", () =>
  withPanels(async ({ db, clock, a, b }) => {
    const accountId = await db.transaction().execute((tx) =>
      addAccount(tx, { username: "mira", passwordHash: "", role: "administrator", labels: null, now: 0 })
    );
    const picture = new PNG({ width: 300, height: 300 });
    picture.data = Buffer.alloc(300 * 300 * 4, 120);
    const [first, second] = [a, b].map(({ root, bus, stores }) =>
      new Avatars({ db, bus, clock, folder: join(root, "avatars"), shared: stores.contents })
    ) as [Avatars, Avatars];
    await first.put(accountId, new Uint8Array(PNG.sync.write(picture)), AbortSignal.timeout(60_000));
    clock.advance(2 * BLOB_GRACE_MS);
    await b.stores.removeUnused();
    assert.deepEqual((await second.read(accountId)).png, (await first.read(accountId)).png);
  }));
