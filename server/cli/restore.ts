import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { finishRestore } from "../features/backups/apply_restore.ts";
import { BEFORE_PREFIX, type RestoreJournal, takeOutcome } from "../features/backups/restore_journal.ts";
import { stageRestore, stageUndo, tryStaged } from "../features/backups/stage_restore.ts";
import { type DataFolder, openDataFolder } from "../platform/data_folder.ts";
import { realDisk } from "../platform/disk.ts";
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
  try {
    const flags = await readArchiveFlags(call);
    if (flags.archive === null) throw new UsageError("");
    const archive = resolve(flags.archive);
    if (!existsSync(archive)) return complain(messages.undone(messages.notFound(archive)), 1);
    folder = await openDataFolder(flags.dataDir);
    const { root } = folder;
    // Finish an interrupted restore first: two at once would mix their files.
    await finishRestore({ root, disk: realDisk, now: Date.now() });
    await takeOutcome(root);
    const { from, parts, before } = await stage(root, { ...flags, archive });
    await finishRestore({ root, disk: realDisk, now: Date.now() });
    const outcome = await takeOutcome(root);
    if (outcome?.fault !== null) return complain(messages.undone(outcome?.fault ?? ""), 1);
    const path = join(root, before);
    report(flags.json, { from, parts, before: path }, [
      messages.restored(from, parts.join(", "), path),
    ]);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return complain(messages.undone(reasonIn(error, language)), 1);
  } finally {
    folder?.unlock();
  }
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
