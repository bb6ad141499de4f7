import type { Language } from "../contract/settings.ts";
import type { DatabaseDamagedError } from "../platform/database.ts";
import { backupMessages } from "./backup_messages.ts";

/** Formats one line that says why a database is not opened and what to do. */
export function reportDamage({ path, error, backup }: DatabaseDamagedError, language: Language): string {
  const messages = backupMessages[language];
  const repair = backup === null ? messages.noBackup : messages.repair(backup);
  const other = error.kind === "log_missing" ? messages.acceptLoss(path) : "";
  const what = error.detail === undefined
    ? messages.errors[error.kind]
    : `${messages.errors[error.kind]} (${error.detail})`;
  return messages.rejected(path, what.replace(/\s+/g, " "), other + repair);
}
