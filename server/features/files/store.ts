import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { FileArea } from "../../contract/files.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { FileVersionTable, TrashEntryTable } from "../../migrations/file_tables.ts";
import type { Tables } from "../../migrations/tables.ts";

export type VersionRow = Selectable<FileVersionTable>;
export type TrashRow = Selectable<TrashEntryTable>;
export type NewVersion = Omit<VersionRow, "id">;
export type NewTrashEntry = Omit<TrashRow, "id">;

export interface FileName {
  area: FileArea;
  path: string;
}

export function readVersions(db: Database, { area, path }: FileName): Promise<VersionRow[]> {
  return db.selectFrom("file_version").selectAll().where("area", "=", area).where("path", "=", path)
    .orderBy("id", "desc").execute();
}

export function findVersion(db: Database, area: FileArea, id: number): Promise<VersionRow | undefined> {
  return db.selectFrom("file_version").selectAll().where("area", "=", area).where("id", "=", id)
    .executeTakeFirst();
}

export async function hasVersionOf(db: Database, { area, path }: FileName, hash: string): Promise<boolean> {
  const row = await db.selectFrom("file_version").select("id").where("area", "=", area)
    .where("path", "=", path).where("hash", "=", hash).limit(1).executeTakeFirst();
  return row !== undefined;
}

/**
 * Inserts a version unless the latest has the same content; returns the id of the latest and whether it is
 * new.
 */
export async function addVersion(tx: Tx, version: NewVersion): Promise<{ id: number; isNew: boolean }> {
  const newest = await tx.selectFrom("file_version").select(["id", "hash"])
    .where("area", "=", version.area).where("path", "=", version.path)
    .orderBy("id", "desc").limit(1).executeTakeFirst();
  if (newest?.hash === version.hash) return { id: newest.id, isNew: false };
  const { id } = await tx.insertInto("file_version").values(version).returning("id")
    .executeTakeFirstOrThrow();
  return { id, isNew: true };
}

/** Deletes the oldest versions of a file beyond the newest `stored`, except those that a run executed. */
export async function pruneVersions(tx: Tx, { area, path }: FileName, stored: number): Promise<void> {
  const last = await tx.selectFrom("file_version").select("id").where("area", "=", area)
    .where("path", "=", path).orderBy("id", "desc").offset(stored - 1).limit(1).executeTakeFirst();
  if (!last) return;
  await tx.deleteFrom("file_version").where("area", "=", area).where("path", "=", path)
    .where("id", "<", last.id).where(isNotRun).execute();
}

/** Deletes versions by id, except those that a run executed. */
export async function removeVersions(db: Database, ids: readonly number[]): Promise<void> {
  await db.deleteFrom("file_version").where("id", "in", ids).where(isNotRun).execute();
}

/** Moves the versions of a file, or of everything in a folder, to a new path. */
export async function moveVersions(db: Database, { area, path }: FileName, to: string): Promise<void> {
  await db.updateTable("file_version").set({ path: to }).where("area", "=", area).where("path", "=", path)
    .execute();
  const prefix = `${path}/`;
  const length = [...prefix].length;
  await db.updateTable("file_version")
    .set({ path: sql<string>`${`${to}/`} || substr(path, ${length + 1})` })
    .where("area", "=", area).where(sql`substr(path, 1, ${length})`, "=", prefix).execute();
}

/** Returns when the files after a given one were last saved, to iterate over all of them in batches. */
export function readVersionedFiles(
  db: Database,
  { area, path }: FileName,
  limit: number,
): Promise<{ path: string; savedAt: number }[]> {
  return db.selectFrom("file_version").select(["path", (eb) => eb.fn.max("saved_at").as("savedAt")])
    .where("area", "=", area).where("path", ">", path).groupBy("path").orderBy("path").limit(limit).execute();
}

/** Deletes all versions of a file, except those that a run executed. */
export async function removeVersionsOf(db: Database, { area, path }: FileName): Promise<void> {
  await db.deleteFrom("file_version").where("area", "=", area).where("path", "=", path).where(isNotRun)
    .execute();
}

/** Returns which of the given contents are still used by a version. */
export async function readUsedHashes(db: Database, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom("file_version").select("hash").distinct().where("hash", "in", hashes)
    .execute();
  return new Set(rows.map(({ hash }) => hash));
}

export async function readVersionHashes(db: Database): Promise<string[]> {
  const rows = await db.selectFrom("file_version").select("hash").distinct().execute();
  return rows.map(({ hash }) => hash);
}

/** Inserts a trash entry; returns its id. */
export async function addTrashEntry(db: Database, entry: NewTrashEntry): Promise<number> {
  return (await db.insertInto("bin_entry").values(entry).returning("id").executeTakeFirstOrThrow()).id;
}

export function readTrash(db: Database, area: FileArea): Promise<TrashRow[]> {
  return db.selectFrom("bin_entry").selectAll().where("area", "=", area).orderBy("id", "desc").execute();
}

/** Returns the names of the folders of all trash entries. */
export async function readTrashPlaces(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom("bin_entry").select("place").execute();
  return new Set(rows.map(({ place }) => place));
}

/** Returns some trash entries of both areas that were deleted before an instant, oldest first. */
export function readOldTrash(db: Database, before: number, limit: number): Promise<TrashRow[]> {
  return db.selectFrom("bin_entry").selectAll().where("deleted_at", "<", before).orderBy("id").limit(limit)
    .execute();
}

export function findTrashEntry(db: Database, area: FileArea, id: number): Promise<TrashRow | undefined> {
  return db.selectFrom("bin_entry").selectAll().where("area", "=", area).where("id", "=", id)
    .executeTakeFirst();
}

export async function removeTrashEntry(db: Database, id: number): Promise<void> {
  await db.deleteFrom("bin_entry").where("id", "=", id).execute();
}

/** Returns whether the trash contains an entry from a path or from one of its parents. */
export async function isInTrash(db: Database, { area, path }: FileName): Promise<boolean> {
  const around = path.split("/").map((_, index, names) => names.slice(0, index + 1).join("/"));
  const found = await db.selectFrom("bin_entry").select("id").where("area", "=", area)
    .where("path", "in", around).limit(1).executeTakeFirst();
  return found !== undefined;
}

function isNotRun(eb: ExpressionBuilder<Tables, "file_version">) {
  const runs = eb.selectFrom("run").select("run.id")
    .whereRef("run.script_version_id", "=", "file_version.id");
  return eb.not(eb.exists(runs));
}
