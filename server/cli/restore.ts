import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { finishRestore } from "../features/backups/apply_restore.ts";
import { BEFORE_PREFIX, type RestoreJournal, takeOutcome } from "../features/backups/restore_journal.ts";
import { stageRestore, stageUndo, tryStaged } from "../features/backups/stage_restore.ts";
import { type DataFolder, openDataFolder } from "../platform/data_folder.ts";
import { listLostSecrets, type LostSecrets } from "../features/secret_key/lost_secrets.ts";
import type { Tables } from "../migrations/tables.ts";
import { openDatabase } from "../platform/database.ts";
import { Sealer } from "../platform/seal.ts";
import { describeLostAfterRestore } from "./key_messages.ts";
import { realDisk } from "../platform/disk.ts";
import type { Language } from "../contract/settings.ts";
import type { RunningLock } from "../platform/postgres/running_lock.ts";
import { migrateMessages } from "./migrate_messages.ts";
import {
  keyFileOf,
  openMigrated,
  openShared,
  readSharedDatabase,
  type SharedDatabase,
} from "./shared_database.ts";
import { type ArchiveFlags, readArchiveFlags } from "./archive_flags.ts";
import { backupMessages } from "./backup_messages.ts";
import type { Call } from "./command.ts";
import { complain, reasonIn, report, UsageError } from "./command_result.ts";

/**
 * Restores a backup, or a state set aside by an earlier restore, while no panel is running. Returns the exit code: 0 restored, 1
 * failed and nothing was changed. Throws `UsageError`.
 */
export async function restore(call: Call): Promise<number> {
  const { language } = call;
  const messages = backupMessages[language];
  let folder: DataFolder | null = null;
  let lock: RunningLock | null = null;
  try {
    const flags = await readArchiveFlags(call);
    if (flags.archive === null) throw new UsageError("");
    const archive = resolve(flags.archive);
    if (!existsSync(archive)) return complain(messages.undone(messages.notFound(archive)), 1);
    folder = await openDataFolder(flags.dataDir);
    const { root } = folder;
    const shared = readSharedDatabase();
    lock = shared === null ? null : await lockShared(shared, language);
    // Finish an interrupted restore first: two at once would mix their files.
    await finish(root, shared);
    await takeOutcome(root);
    const { from, parts, before } = await stage(root, { ...flags, archive });
    await finish(root, shared);
    const outcome = await takeOutcome(root);
    if (outcome?.fault !== null) return complain(messages.undone(outcome?.fault ?? ""), 1);
    const path = join(root, before);
    // The restore is done: what goes wrong from here on must not report that nothing was changed.
    const lost = parts.includes("database")
      ? await findLost(folder, shared).catch((): LostSecrets => new Map())
      : new Map();
    report(flags.json, { from, parts, before: path, lostSecrets: Object.fromEntries(lost) }, [
      messages.restored(from, parts.join(", "), path),
      ...describeLostAfterRestore(lost, language),
    ]);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return complain(messages.undone(reasonIn(error, language)), 1);
  } finally {
    await lock?.release();
    folder?.unlock();
  }
}

async function finish(root: string, shared: SharedDatabase | null): Promise<void> {
  const finishFiles = () => finishRestore({ root, disk: realDisk, now: Date.now() });
  if (shared === null) return await finishFiles();
  const { finishSharedRestore } = await import("../features/backups/shared_database.ts");
  const open = () => openMigrated(shared);
  await finishSharedRestore({ root, disk: realDisk, keyFile: shared.keyFile, open, finish: finishFiles });
}

async function findLost({ root, database }: DataFolder, shared: SharedDatabase | null): Promise<LostSecrets> {
  const db = shared === null ? openDatabase<Tables>(database) : await openShared(shared);
  try {
    return await listLostSecrets(db, new Sealer(root, keyFileOf(root)));
  } finally {
    await db.destroy();
  }
}

async function lockShared({ url }: SharedDatabase, language: Language): Promise<RunningLock> {
  const { lockAgainstRunning } = await import("../platform/postgres/running_lock.ts");
  const { addressWithoutPassword } = await import("../platform/postgres/postgres_address.ts");
  const lock = await lockAgainstRunning(url);
  if (lock === null) throw new Error(migrateMessages[language].sourceRuns(addressWithoutPassword(url)));
  return lock;
}

async function stage(
  root: string,
  { archive, parts, passphrase }: ArchiveFlags & { archive: string },
): Promise<RestoreJournal> {
  const now = Date.now();
  const id = Number(new RegExp(`^${BEFORE_PREFIX}(\\d+)$`).exec(basename(archive))?.[1]);
  if (id > 0 && dirname(archive) === root) return await stageUndo({ root, id, disk: realDisk, now });
  return await stageRestore({ root, archive, parts, passphrase, disk: realDisk, now, trial: tryStaged });
}
