// What each part of a backup is: names in the data folder. Archives use these very names.
import { type BackupPart, backupParts } from "../../contract/automatic_backups.ts";
import { KEY_FILE } from "../../platform/seal.ts";

export const DATABASE_FILE = "sundial.sqlite";
/** What the database leaves beside it; belongs to whichever database is there. */
export const DATABASE_COMPANIONS = [`${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`] as const;
/** Keys of ssh hosts that were seen. */
export const HOSTS_FILE = "known_hosts";
export const VERSIONS_FOLDER = "versions";
export const BIN_FOLDER = "bin";
export const LOGS_FOLDER = "logs";

/** Names of each part in the data folder. */
export const partPaths: Record<BackupPart, readonly string[]> = {
  database: [DATABASE_FILE, HOSTS_FILE, "avatars"],
  scripts: ["scripts"],
  config: ["config"],
  history: [VERSIONS_FOLDER, BIN_FOLDER],
  logs: [LOGS_FOLDER],
};

/** Finds the part that a name at the top of the data folder belongs to; null for what is in no backup. The key goes with the database. */
export function partOf(top: string): BackupPart | null {
  if (top === KEY_FILE) return "database";
  return backupParts.find((part) => partPaths[part].includes(top)) ?? null;
}
