import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { backupParts } from "../contract/automatic_backups.ts";
import type { Language } from "../contract/settings.ts";
import { BackupStore } from "../features/backups/backup_store.ts";
import { type MadeBackup, makeBackup } from "../features/backups/make_backup.ts";
import { verifyBackup } from "../features/backups/examine_copy.ts";
import { archivedLog, isBesideLog } from "../features/logs/archived_log.ts";
import { version } from "../platform/build_info.ts";
import { WrongKeyError } from "../features/secret_key/check_key.ts";
import { findProblemOfKey } from "./key_of_database.ts";
import { realDisk } from "../platform/disk.ts";
import { isoTime } from "../platform/iso_time.ts";
import { type ArchiveFlags, readArchiveFlags } from "./archive_flags.ts";
import { backupMessages } from "./backup_messages.ts";
import type { Call } from "./command.ts";
import { complain, hasDatabase, reasonIn, report, UsageError } from "./command_result.ts";
import { keyFileOf, openMigrated, readSharedDatabase, type SharedDatabase } from "./shared_database.ts";
import { backupLimits } from "../contract/limits/backups.ts";

/**
 * Creates a backup of a data folder, whether or not a panel is running on it. Returns the exit code: 0 created, 1 failed.
 * Throws `UsageError`.
 */
export async function backup(call: Call): Promise<number> {
  const { language } = call;
  const messages = backupMessages[language];
  try {
    const flags = await readArchiveFlags(call);
    if ((flags.passphrase?.length ?? backupLimits.shortestPassphrase) < backupLimits.shortestPassphrase) {
      throw new UsageError(messages.shortPassphrase(backupLimits.shortestPassphrase));
    }
    const root = resolve(flags.dataDir);
    const shared = readSharedDatabase();
    if (!(shared === null ? hasDatabase(root) : existsSync(root))) {
      return complain(messages.notSetUp(root), 1);
    }
    if (flags.passphrase !== undefined) await requireKeyOfBackup(root, flags.parts, shared);
    if (flags.archive !== null) {
      const folder = dirname(resolve(flags.archive));
      if (!existsSync(folder)) return complain(messages.failed(messages.noFolder(folder)), 1);
    }
    const { path, made } = await make(root, flags, { language, shared });
    const { size, manifest: { parts, holdsKey, createdAt }, leftOut } = made;
    const lines = [messages.made(path, size, parts.join(", "))];
    if (leftOut > 0) lines.push(messages.leftOut(leftOut));
    if (flags.passphrase === undefined && parts.includes("database")) lines.push(messages.noKey);
    report(flags.json, { path, size, parts, holdsKey, createdAt, leftOut, verified: true }, lines);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return complain(messages.failed(reasonIn(error, language)), 1);
  }
}

async function make(
  root: string,
  { archive, parts = [...backupParts], passphrase }: ArchiveFlags,
  { language, shared }: { language: Language; shared: SharedDatabase | null },
): Promise<{ path: string; made: MadeBackup }> {
  const store = new BackupStore(root, realDisk);
  await realDisk.makeFolder(store.folder);
  const id = Date.now();
  const encrypted = passphrase !== undefined;
  const path = archive === null ? store.pathOf({ id, encrypted }) : resolve(archive);
  const work = () => store.workFolder();
  const made = await makeBackup({
    root,
    path,
    parts,
    passphrase,
    work: work(),
    disk: realDisk,
    keyFile: keyFileOf(root),
    ...(shared !== null && { copyDatabase: (to: string) => exportShared(shared, to) }),
    panelVersion: version,
    installation: await readInstallation(root),
    createdAt: isoTime(id),
    isBesideLog,
    logContent: (log) => archivedLog(log, language),
  });
  const { manifest, size, leftOut } = made;
  try {
    await verifyBackup({ path, passphrase, work: work(), disk: realDisk, manifest });
  } catch (error) {
    await realDisk.remove(path);
    throw error;
  }
  if (archive === null) {
    const details = { id, state: "ready" as const, size, parts: [...parts], encrypted, automatic: false };
    await store.keep({ ...details, tables: manifest.tables, verified: true, leftOut, error: null });
  }
  return { path, made };
}

// With a passphrase, the archive has the key, and with it the secrets: it must be the right one.
async function requireKeyOfBackup(
  root: string,
  parts: ArchiveFlags["parts"],
  shared: SharedDatabase | null,
): Promise<void> {
  if (parts !== undefined && !parts.includes("database")) return;
  const file = keyFileOf(root);
  const problem = await findProblemOfKey({ root, file, databaseUrl: shared?.url ?? null });
  if (problem !== null) throw new WrongKeyError(file, problem);
}

async function exportShared(shared: SharedDatabase, to: string) {
  const { exportDatabase } = await import("../features/backups/shared_database.ts");
  const db = await openMigrated(shared);
  try {
    return await exportDatabase(db, { to });
  } finally {
    await db.destroy();
  }
}

async function readInstallation(root: string): Promise<string> {
  return (await Deno.readTextFile(join(root, "installation")).catch(() => "unknown")).trim();
}
