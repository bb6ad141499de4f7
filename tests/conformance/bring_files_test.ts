// What only the database of several machines has becomes files of one machine.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { BlobStore } from "../../server/cluster/files/blob_store.ts";
import { DatabaseFolders } from "../../server/cluster/files/database_folders.ts";
import { insertChunks } from "../../server/cluster/logs/log_rows.ts";
import type { Database } from "../../server/engine/store.ts";
import { bringFiles, findLeft } from "../../server/features/database_move/bring_files.ts";
import { TRASH_NAME, trashName } from "../../server/features/files/trash_names.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { systemClock as clock } from "../../server/platform/clock.ts";
import { openDataFolder } from "../../server/platform/data_folder.ts";
import { openPostgres } from "../../server/platform/postgres/open_postgres.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";
import { addLiveRun, addNode } from "../support/node_rows.ts";
import { panelFolder } from "../support/temporary_folder.ts";

const databases = postgresDatabases ?? await PostgresDatabases.open();
const encode = (text: string) => new TextEncoder().encode(text);
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const warnings: string[] = [];
const logger = {
  debug() {},
  info() {},
  warn: (message: string) => void warnings.push(message),
  error: (message: string) => void warnings.push(message),
};

const nothingLeft = { versions: [], trash: [], logs: [], pictures: [], pulls: [] };

async function addVersion(db: Database, path: string, hash: string): Promise<void> {
  await db.insertInto("file_version").values(
    { area: "scripts", path, hash, size: 3, cause: "save", saved_at: 1, saved_by: null } as never,
  ).execute();
}

async function addPicture(db: Database, username: string, hash: string): Promise<void> {
  await db.insertInto("account").values({
    ...{ username, password_hash: "x", avatar_hash: hash, created_at: 1, updated_at: 1 },
  } as never).execute();
}

/** Adds a subscription with a pull that waits for approval; returns its id. */
async function addWaiting(db: Database, name: string, runId: number): Promise<number> {
  const texts = ["branch", "username", "whitelist", "blacklist", "dependency_words", "extensions"];
  const { id } = await db.insertInto("subscription").values({
    ...Object.fromEntries(texts.map((column) => [column, ""])),
    ...{ name, type: "public_repository", url: "https://git.example.org/a.git", alias: name },
    ...{ schedule_json: '{"kind":"manual"}', auto_add: 1, auto_delete: 1, on_change: "keep", review: "ask" },
    ...{ enabled: 1, cursor_at: 0, created_at: 1, updated_at: 1, version: 1 },
  } as never).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("subscription_wait").values({
    ...{ subscription_id: id, run_id: runId, commit: "0".repeat(40), at: 1, changes_json: "{}" },
  } as never).execute();
  return id;
}

async function addTrash(db: Database, path: string, place: string): Promise<void> {
  await db.insertInto("bin_entry").values(
    { area: "scripts", path, kind: "file", size: 3, place, deleted_at: 1, deleted_by: null } as never,
  ).execute();
}

/** Adds a run of another node that has ended. */
async function addRun(db: Database, log_path: string): Promise<number> {
  const node = await addNode(db, crypto.randomUUID());
  const id = await addLiveRun(db, { task: null as never, node });
  await db.updateTable("run").set({ state: "succeeded", finished_at: Date.now(), log_path }).where(
    "id",
    "=",
    id,
  ).execute();
  return id;
}

Deno.test("going back to one machine: logs, file versions, trash and shared files become files", async () => {
  await using database = await databases.temporary({ isMigrated: true });
  await using db = await openPostgres<Tables>(database.url, { onLost() {} });
  await using location = await panelFolder();
  const root = location.path;
  const folder = await openDataFolder(join(root, "data"));
  using _ = { [Symbol.dispose]: () => folder.unlock() };
  const blobs = new BlobStore({ db, clock });
  await blobs.put([{ path: "a.sh", bytes: encode("old") }]);
  await addVersion(db, "a.sh", hashOf("old"));
  const elsewhere = join(root, "elsewhere");
  await Deno.mkdir(elsewhere);
  await Deno.writeTextFile(join(elsewhere, TRASH_NAME), "deleted");
  await new DatabaseFolders({ db, clock, blobs, nodeId: () => 1 }).save(trashName("entry"), elsewhere);
  await addTrash(db, "b.sh", "entry");
  const runId = await addRun(db, "task_1/one.log");
  // The log itself, which is longer than what was stored of it.
  await Deno.mkdir(join(folder.logs, "task_2"));
  await Deno.writeTextFile(join(folder.logs, "task_2", "own.log"), "first line\nsecond line\n");
  const own = await addRun(db, "task_2/own.log");
  await insertChunks(db as never, [{ runId: own, start: 0, content: encode("first line\n") }]);
  await insertChunks(db as never, [{ runId, start: 0, content: encode("line of a worker\n") }]);

  await blobs.put([{ path: "picture", bytes: encode("a picture") }]);
  await addPicture(db, "mira", hashOf("a picture"));
  const id = await addWaiting(db, "tools", runId);
  const pulled = join(root, "pulled");
  await Deno.mkdir(pulled);
  await Deno.writeTextFile(join(pulled, "t.js"), "pulled");
  await new DatabaseFolders({ db, clock, blobs, nodeId: () => 1 }).save(`wait-${id}`, pulled, { runId });

  assert.deepEqual(await findLeft({ from: db, folder, logger }), nothingLeft);
  assert.deepEqual(await bringFiles({ from: db, folder, logger }), {
    ...{ logs: 1, versions: 1, trash: 1, files: 0, pictures: 1, pulls: 1 },
  });
  const read = (...path: string[]) => Deno.readTextFile(join(folder.root, ...path));
  const hash = hashOf("old");
  assert.equal(await read("versions", hash.slice(0, 2), hash), "old");
  assert.equal(await read("avatars", `${hashOf("a picture")}.png`), "a picture");
  assert.equal(await read("scripts", `.sundial-wait-${id}`, "t.js"), "pulled");
  assert.equal(await read("bin", "entry", TRASH_NAME), "deleted");
  assert.equal(await read("logs", "task_1", "one.log"), "line of a worker\n");
  assert.equal(await read("logs", "task_2", "own.log"), "first line\nsecond line\n");
  // Again, everything is there.
  assert.deepEqual(await bringFiles({ from: db, folder, logger }), {
    ...{ logs: 0, versions: 0, trash: 0, files: 0, pictures: 0, pulls: 0 },
  });
  assert.deepEqual(warnings, []);
});

Deno.test("going back to one machine: what nobody stored in the database is listed before", async () => {
  await using database = await databases.temporary({ isMigrated: true });
  await using db = await openPostgres<Tables>(database.url, { onLost() {} });
  await using location = await panelFolder();
  const root = location.path;
  const folder = await openDataFolder(root);
  using _ = { [Symbol.dispose]: () => folder.unlock() };
  await addVersion(db, "large.bin", hashOf("large"));
  await addTrash(db, "linked", "gone");
  const runId = await addRun(db, "task_1/lost.log");
  await addPicture(db, "mira", hashOf("lost picture"));
  const id = await addWaiting(db, "tools", runId);
  const left = {
    ...{ versions: ["large.bin"], trash: ["linked"], logs: ["task_1/lost.log"] },
    ...{ pictures: ["mira"], pulls: ["tools"] },
  };
  assert.deepEqual(await findLeft({ from: db, folder, logger }), left);
  // In the folder of the panel that has them, nothing is missing.
  const hash = hashOf("large");
  for (const path of [join("versions", hash.slice(0, 2)), join("bin", "gone"), join("logs", "task_1")]) {
    await Deno.mkdir(join(root, path), { recursive: true });
  }
  await Deno.writeTextFile(join(root, "versions", hash.slice(0, 2), hash), "large");
  await Deno.writeTextFile(join(root, "logs", "task_1", "lost.log"), "here");
  await Deno.mkdir(join(root, "avatars"));
  await Deno.writeTextFile(join(root, "avatars", `${hashOf("lost picture")}.png`), "here");
  await Deno.mkdir(join(root, "scripts", `.sundial-wait-${id}`));
  await Deno.mkdir(join(root, "pulls"), { recursive: true });
  await Deno.writeTextFile(join(root, "pulls", `wait-${id}.json`), JSON.stringify({ runId }));
  assert.deepEqual(await findLeft({ from: db, folder, logger }), nothingLeft);
});
