// Makes an archive of a data folder in use: first the database, as a copy of one instant, then the files, so
// that every file the copy refers to existed when it was made.
import { join } from "node:path";
import type { BackupPart } from "../../contract/automatic_backups.ts";
import { MANIFEST } from "../../platform/archive/archive_form.ts";
import { type NewEntry, writeArchive } from "../../platform/archive/write_archive.ts";
import type { Disk } from "../../platform/disk.ts";
import type { ArchivedContent } from "../../platform/files/archived_content.ts";
import { errorCode, withFileErrors } from "../../platform/files/file_errors.ts";
import { type WalkedEntry, walkTree } from "../../platform/files/walk_tree.ts";
import { KEY_FILE, readKeyName } from "../../platform/seal.ts";
import { runDatabaseJob } from "./database_jobs.ts";
import type { DatabaseDetails } from "./database_worker.ts";
import { FORMAT, type Manifest, writeManifest } from "./manifest.ts";
import { DATABASE_FILE, LOGS_FOLDER, measureParts, partPaths } from "./parts.ts";
import { joinNames } from "../../platform/files/path_names.ts";
import { PinnedFolder } from "../../platform/files/pinned_folder.ts";
import { RegularFile } from "../../platform/files/regular_file.ts";

/** What a backup is made of. */
export interface BackupSource {
  /** The data folder. */
  root: string;
  installation: string;
  panelVersion: string;
  /** File of the key that seals secrets; by default the one in the data folder. */
  keyFile?: string | undefined;
  /** Writes a copy of the database without login data; by default one of the file in the data folder. */
  copyDatabase?: ((to: string, signal?: AbortSignal) => Promise<DatabaseDetails>) | undefined;
  disk: Disk;
  /** Returns the content that a backup stores for a log. */
  logContent?(entry: WalkedEntry): Promise<ArchivedContent>;
  /** Companion files next to logs. */
  isBesideLog?(name: string): boolean;
}

export interface MakeBackupOptions extends BackupSource {
  /** The archive; must not exist yet. */
  path: string;
  /** A private folder, removed afterwards. */
  work: string;
  parts: readonly BackupPart[];
  passphrase?: string | undefined;
  createdAt: string;
  signal?: AbortSignal | undefined;
  onProgress?(step: "database" | "files", percent: number | null): void;
}

export interface MadeBackup {
  manifest: Manifest;
  /** Size of the archive, in bytes. */
  size: number;
  leftOut: number;
}

/** Makes an archive. Throws `storage_full`, database errors and file system errors, leaving nothing behind. */
export async function makeBackup(options: MakeBackupOptions): Promise<MadeBackup> {
  const { path, work, disk, passphrase } = options;
  await disk.makeFolder(work);
  try {
    options.onProgress?.("database", null);
    const manifest = await describe(options);
    let leftOut = 0;
    const entries = listEntries(options, manifest, () => leftOut++);
    const size = await withFileErrors(
      path,
      async () => await writeArchive(path, entries, { passphrase, onFile: await progressOf(options) }),
    );
    return { manifest, size, leftOut };
  } finally {
    await disk.remove(work);
  }
}

async function describe(options: MakeBackupOptions): Promise<Manifest> {
  const { root, work, parts, passphrase, createdAt, installation, panelVersion, signal } = options;
  const {
    copyDatabase = (to: string) =>
      runDatabaseJob({ kind: "copy", from: join(root, DATABASE_FILE), to }, signal),
  } = options;
  const details = parts.includes("database")
    ? await copyDatabase(join(work, DATABASE_FILE), signal)
    : { tables: {}, sealed: 0 };
  const keyName = readKeyName(keyFileOf(options));
  return {
    format: FORMAT,
    product: "sundial",
    panelVersion,
    createdAt,
    installation,
    keyName,
    parts: [...parts],
    ...details,
    holdsKey: passphrase !== undefined && parts.includes("database") && keyName !== null,
  };
}

/** Returns the file of the key that seals the secrets of this panel. */
export function keyFileOf({ root, keyFile }: Pick<BackupSource, "root" | "keyFile">): string {
  return keyFile ?? join(root, KEY_FILE);
}

async function* listEntries(
  { root, work, parts, logContent, isBesideLog, keyFile }: MakeBackupOptions,
  manifest: Manifest,
  onLeftOut: () => void,
): AsyncGenerator<NewEntry, void> {
  yield textEntry(MANIFEST, writeManifest(manifest));
  if (manifest.holdsKey) yield* singleEntry(keyFileOf({ root, keyFile }), KEY_FILE);
  for (const part of parts) {
    for (const path of partPaths[part]) {
      if (path === DATABASE_FILE) yield* singleEntry(join(work, path), path);
      else yield* singleEntry(join(root, path), path);
      const logs = path === LOGS_FOLDER && {
        ...(logContent && { contentOf: logContent }),
        ...(isBesideLog && { without: isBesideLog }),
      };
      yield* folderEntries(root, path, { onLeftOut, ...logs });
    }
  }
}

async function progressOf({ root, parts, onProgress, signal }: MakeBackupOptions) {
  const all = (await measureParts(root, parts)).reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  return ({ size }: { size: number }) => {
    signal?.throwIfAborted();
    done += size;
    onProgress?.("files", all === 0 ? null : Math.min(99, Math.floor(done / all * 100)));
  };
}

function textEntry(name: string, bytes: Uint8Array): NewEntry {
  async function* chunks() {
    yield await Promise.resolve(bytes);
  }
  const content = { size: bytes.length, chunks: chunks(), filler: 0 };
  return { name, mode: 0o600, mtime: new Date(0), content };
}

interface FolderEntriesOptions {
  /** Files with these names are omitted. */
  without?(name: string): boolean;
  /** Returns the content to store for a file, if it differs from that on disk. */
  contentOf?(entry: WalkedEntry): Promise<ArchivedContent>;
  /** Called for what cannot be in an archive: links, pipes and unreadable files. */
  onLeftOut(path: string): void;
}

/**
 * Yields a folder of the data folder, and everything below it, as archive entries. Read each entry before
 * requesting the next. Never follows links; omits what has been deleted meanwhile.
 */
async function* folderEntries(
  root: string,
  name: string,
  options: FolderEntriesOptions,
): AsyncGenerator<NewEntry, void> {
  using top = openFolder(join(root, name));
  if (top === null) return;
  yield { name, mode: 0o755, mtime: new Date(0), content: null };
  for await (const entry of walkTree(top)) {
    const { stats, names } = entry;
    const path = joinNames(name, ...names);
    if (stats.isDirectory()) yield { name: path, mode: modeOf(stats), mtime: stats.mtime, content: null };
    else if (!stats.isFile()) options.onLeftOut(path);
    else if (!options.without?.(entry.name)) yield* fileEntry(path, entry, options);
  }
}

/** Yields one file of the data folder as an archive entry; nothing if it does not exist. */
async function* singleEntry(path: string, name: string): AsyncGenerator<NewEntry, void> {
  using folder = PinnedFolder.open(join(path, ".."));
  const stats = folder.find(join(path).split("/").at(-1)!);
  if (!stats?.isFile()) return;
  const entry = { folder, name: path.split("/").at(-1)!, names: [name], stats };
  yield* fileEntry(name, entry, { onLeftOut: () => {} });
}

async function* fileEntry(
  path: string,
  entry: WalkedEntry,
  { contentOf, onLeftOut }: FolderEntriesOptions,
): AsyncGenerator<NewEntry, void> {
  const opened = await RegularFile.open({ ...entry, path }).catch((error) => {
    if (errorCode(error) !== "ENOENT") onLeftOut(path);
    return null;
  });
  if (opened === null) return;
  await using file = opened;
  const content = await contentOf?.(entry) ?? { size: file.stats.size, chunks: file.chunks(), filler: 0 };
  yield { name: path, mode: modeOf(entry.stats), mtime: entry.stats.mtime, content };
}

function openFolder(path: string): PinnedFolder | null {
  try {
    return PinnedFolder.open(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "")) return null;
    throw error;
  }
}

function modeOf({ mode }: { mode: number }): number {
  return mode & 0o777;
}
