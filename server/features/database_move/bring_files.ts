// Brings what only the database of several machines has into a data folder: logs of runs, contents of file versions, the trash,
// pictures of accounts, pulls that wait for approval, and the shared files of areas that are empty there. On one machine, all of
// this is read from files.
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { type FileArea, fileAreas } from "../../contract/files.ts";
import { BlobStore } from "../../cluster/files/blob_store.ts";
import { DatabaseContents, MAX_SHARED_BYTES } from "../../cluster/files/database_contents.ts";
import { DatabaseFolders, writeTree } from "../../cluster/files/database_folders.ts";
import { LogMirror } from "../../cluster/logs/log_mirror.ts";
import { readManifest, readTree } from "../../cluster/files/tree_store.ts";
import type { Database } from "../../engine/store.ts";
import { type Clock, systemClock } from "../../platform/clock.ts";
import type { DataFolder } from "../../platform/data_folder.ts";
import { isHash, StoredContents } from "../../platform/files/stored_contents.ts";
import type { Logger } from "../../platform/logger.ts";
import { TRASH_NAME, trashName } from "../files/trash_names.ts";
import { StoredPulls, waitingName } from "../subscriptions/stored_pulls.ts";

/** The kinds of what may be left behind. */
export type LeftKind = "versions" | "trash" | "logs" | "pictures" | "pulls";

/** What the database does not have, and the folder neither: paths, names of accounts and of subscriptions. */
export type Left = Readonly<Record<LeftKind, readonly string[]>>;

export interface BroughtFiles {
  logs: number;
  versions: number;
  trash: number;
  files: number;
  pictures: number;
  pulls: number;
}

export interface BringOptions {
  /** The shared database. */
  from: Database;
  folder: DataFolder;
  logger: Logger;
  clock?: Clock;
}

/** No node has this number: every log is one of another node. */
const NO_NODE = -1;
const VERSIONS = "versions";
const TRASH = "bin";
const PICTURES = "avatars";
const PULLS = "pulls";

/** Returns what cannot be brought. Changes nothing. */
export async function findLeft({ from, folder, clock = systemClock }: BringOptions): Promise<Left> {
  const blobs = new BlobStore({ db: from, clock });
  const versions = (await readVersions(from)).filter(({ hash }) => !existsSync(contentPath(folder, hash)));
  const missing = await blobs.missing(versions.map(({ hash }) => hash));
  const shared = new Set(await foldersOf(from, clock).names(trashName("")));
  const trash = (await readTrash(from)).filter(({ place }) =>
    !existsSync(join(folder.root, TRASH, place)) && !shared.has(trashName(place))
  );
  const logs = await from.selectFrom("run").select("log_path").where("log_path", "is not", null)
    .where("node_id", "is not", null)
    .where("id", "not in", from.selectFrom("run_log").select("run_id"))
    .where("id", "not in", from.selectFrom("run_log_chunk").select("run_id"))
    .orderBy("id").execute();
  return {
    versions: [...new Set(versions.filter(({ hash }) => missing.has(hash)).map(({ path }) => path))],
    trash: trash.map(({ path }) => path),
    logs: logs.flatMap(({ log_path }) =>
      log_path === null || existsSync(join(folder.logs, log_path)) ? [] : [log_path]
    ),
    ...await findLeftPictures(from, blobs, folder),
    ...await findLeftPulls(from, pullsOf(from, folder, clock)),
  };
}

/** Brings everything that can be brought. What is there already stays. Throws file system and database errors. */
export async function bringFiles(options: BringOptions): Promise<BroughtFiles> {
  return {
    logs: await bringLogs(options),
    versions: await bringVersions(options),
    trash: await bringTrash(options),
    files: await bringAreas(options),
    pictures: await bringPictures(options),
    // Their files are among the scripts, which must have been empty before.
    pulls: await bringPulls(options),
  };
}

async function bringLogs({ from, folder, logger, clock = systemClock }: BringOptions): Promise<number> {
  const mirror = new LogMirror({
    ...{ db: from, clock, logger, logs: folder.logs, nodeId: NO_NODE },
    maxBytes: () => Number.MAX_SAFE_INTEGER,
  });
  let count = 0;
  try {
    for (const { id, log_path, stored, chunks, finished_at } of await readLogs(from)) {
      const here = statSync(join(folder.logs, log_path ?? ""), { throwIfNoEntry: false })?.size ?? null;
      // The log itself, or a whole copy. That of a live run may be growing.
      if (here !== null && (finished_at === null || here >= Number(stored ?? chunks))) continue;
      await mirror.fetch(id);
      count++;
    }
  } finally {
    await mirror.close();
  }
  return count;
}

/** Returns the runs of which the database has something of the log, and how much. */
async function readLogs(db: Database) {
  return await db.selectFrom("run").leftJoin("run_log", "run_log.run_id", "run.id")
    .leftJoin(
      (from) =>
        from.selectFrom("run_log_chunk").select("run_id")
          .select(sql<number>`max(start + length(content))`.as("chunks")).groupBy("run_id").as("growing"),
      (join) => join.onRef("growing.run_id", "=", "run.id"),
    )
    .select(["run.id", "run.log_path", "run.finished_at", "run_log.size as stored", "growing.chunks"])
    .where("run.log_path", "is not", null)
    .where((where) =>
      where.or([where("run_log.size", "is not", null), where("growing.chunks", "is not", null)])
    )
    .orderBy("run.id").execute();
}

async function bringVersions({ from, folder, clock = systemClock }: BringOptions): Promise<number> {
  const shared = new DatabaseContents(new BlobStore({ db: from, clock }), clock);
  const contents = new StoredContents(join(folder.root, VERSIONS), () => clock.now());
  const hashes = new Set((await readVersions(from)).map(({ hash }) => hash));
  let count = 0;
  for (const hash of hashes) {
    if (existsSync(contentPath(folder, hash))) continue;
    const bytes = await shared.read(hash, MAX_SHARED_BYTES);
    if (bytes === null) continue;
    await contents.put(hash, bytes);
    count++;
  }
  return count;
}

async function bringTrash({ from, folder, clock = systemClock }: BringOptions): Promise<number> {
  const folders = foldersOf(from, clock);
  const trash = join(folder.root, TRASH);
  mkdirSync(trash, { recursive: true, mode: 0o700 });
  let count = 0;
  for (const { place, kind } of await readTrash(from)) {
    const path = join(trash, place);
    if (!await folders.fetch(trashName(place), path)) continue;
    // A folder without files has none to fetch.
    if (kind === "folder") mkdirSync(join(path, TRASH_NAME), { recursive: true });
    count++;
  }
  return count;
}

async function findLeftPictures(
  db: Database,
  blobs: BlobStore,
  folder: DataFolder,
): Promise<Pick<Left, "pictures">> {
  const accounts = (await readPictures(db)).filter(({ hash }) => !existsSync(picturePath(folder, hash)));
  const missing = await blobs.missing(accounts.map(({ hash }) => hash));
  return { pictures: accounts.filter(({ hash }) => missing.has(hash)).map(({ username }) => username) };
}

async function bringPictures({ from, folder, clock = systemClock }: BringOptions): Promise<number> {
  const shared = new DatabaseContents(new BlobStore({ db: from, clock }), clock);
  mkdirSync(join(folder.root, PICTURES), { recursive: true, mode: 0o700 });
  let count = 0;
  for (const { hash } of await readPictures(from)) {
    const path = picturePath(folder, hash);
    const bytes = existsSync(path) ? null : await shared.read(hash, MAX_SHARED_BYTES);
    if (bytes === null) continue;
    const draft = `${path}.draft`;
    await Deno.writeFile(draft, bytes, { mode: 0o600 });
    await Deno.rename(draft, path);
    count++;
  }
  return count;
}

async function findLeftPulls(db: Database, pulls: StoredPulls): Promise<Pick<Left, "pulls">> {
  const left: string[] = [];
  for (const { id, runId, name } of await readWaiting(db)) {
    const pull = pulls.find(waitingName(id)) ?? await pulls.findShared(waitingName(id));
    if (pull?.runId !== runId) left.push(name);
  }
  return { pulls: left };
}

async function bringPulls({ from, folder, clock = systemClock }: BringOptions): Promise<number> {
  const pulls = pullsOf(from, folder, clock);
  let count = 0;
  for (const { id, runId } of await readWaiting(from)) {
    if (pulls.find(waitingName(id))?.runId === runId) continue;
    if (await pulls.get(waitingName(id), runId) !== null) count++;
  }
  return count;
}

async function bringAreas({ from, folder, clock = systemClock }: BringOptions): Promise<number> {
  const blobs = new BlobStore({ db: from, clock });
  let count = 0;
  for (const area of fileAreas) {
    const path = areaPath(folder, area);
    const { manifestHash } = await readTree(from, area);
    if (manifestHash === null || existsSync(path) && readdirSync(path).length > 0) continue;
    const manifest = await readManifest(blobs, manifestHash);
    await writeTree(blobs, manifest, path);
    count += manifest.size;
  }
  return count;
}

function areaPath(folder: DataFolder, area: FileArea): string {
  return folder[area];
}

function contentPath(folder: DataFolder, hash: string): string {
  return join(folder.root, VERSIONS, hash.slice(0, 2), hash);
}

function foldersOf(db: Database, clock: Clock): DatabaseFolders {
  return new DatabaseFolders({ db, clock, blobs: new BlobStore({ db, clock }), nodeId: () => NO_NODE });
}

function pullsOf(db: Database, folder: DataFolder, clock: Clock): StoredPulls {
  const jobs = join(folder.root, PULLS);
  mkdirSync(jobs, { recursive: true, mode: 0o700 });
  return new StoredPulls({ jobs, scripts: folder.scripts, folders: foldersOf(db, clock) });
}

async function readWaiting(db: Database): Promise<{ id: number; runId: number; name: string }[]> {
  return await db.selectFrom("subscription_wait")
    .innerJoin("subscription", "subscription.id", "subscription_wait.subscription_id")
    .select(["subscription.id", "subscription_wait.run_id as runId", "subscription.name"])
    .orderBy("subscription.id").execute();
}

function picturePath(folder: DataFolder, hash: string): string {
  return join(folder.root, PICTURES, `${hash}.png`);
}

async function readPictures(db: Database): Promise<{ username: string; hash: string }[]> {
  const rows = await db.selectFrom("account").select(["username", "avatar_hash as hash"]).execute();
  return rows.flatMap(({ username, hash }) => hash !== null && isHash(hash) ? { username, hash } : []);
}

async function readVersions(db: Database): Promise<{ hash: string; path: string }[]> {
  return await db.selectFrom("file_version").select(["hash", "path"]).execute();
}

// A place comes from a row: only a folder directly inside the trash is valid.
async function readTrash(db: Database): Promise<{ place: string; path: string; kind: string }[]> {
  const rows = await db.selectFrom("bin_entry").select(["place", "path", "kind"]).execute();
  return rows.filter(({ place }) => /^[\w-]+$/.test(place));
}
