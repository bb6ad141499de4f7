// The names in the data folder that make up each part of a backup. Archives use the same names.
import { type BackupPart, backupParts } from "../../contract/automatic_backups.ts";
import { KEY_FILE } from "../../platform/seal.ts";

export const DATABASE_FILE = "sundial.sqlite";
/** Files that SQLite creates next to the database; they belong to the current one. */
export const DATABASE_COMPANIONS = [`${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`] as const;
/** Known ssh host keys. */
export const HOSTS_FILE = "known_hosts";
export const VERSIONS_FOLDER = "versions";
export const BIN_FOLDER = "bin";
export const LOGS_FOLDER = "logs";

/** Names in the data folder, by part. */
export const partPaths: Record<BackupPart, readonly string[]> = {
  database: [DATABASE_FILE, HOSTS_FILE, "avatars"],
  scripts: ["scripts"],
  config: ["config"],
  history: [VERSIONS_FOLDER, BIN_FOLDER],
  logs: [LOGS_FOLDER],
};

/**
 * Returns the part that a name at the top level of the data folder belongs to; null if it is in no backup.
 * The key belongs to the database.
 */
export function partOf(top: string): BackupPart | null {
  if (top === KEY_FILE) return "database";
  return backupParts.find((part) => partPaths[part].includes(top)) ?? null;
}
