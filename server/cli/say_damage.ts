import type { Language } from "../contract/settings.ts";
import type { DatabaseDamaged } from "../platform/database.ts";
import { backupWords } from "./backup_words.ts";

/** Says in one line why a database is not opened, and what to do. */
export function sayDamage({ path, fault, backup }: DatabaseDamaged, language: Language): string {
  const words = backupWords[language];
  const repair = backup === null ? words.noBackup : words.repair(backup);
  const other = fault.kind === "log_missing" ? words.acceptLoss(path) : "";
  const what = fault.detail === undefined
    ? words.faults[fault.kind]
    : `${words.faults[fault.kind]} (${fault.detail})`;
  return words.refused(path, what.replace(/\s+/g, " "), other + repair);
}
