import type { BackupPart } from "../../../server/contract/automatic_backups.ts";
import type { MessageKey } from "../../messages/messages.ts";

/** Names of the parts, in their order, and what each is. */
export const partMessages: Record<BackupPart, { name: MessageKey; help: MessageKey }> = {
  database: { name: "backup.partDatabase", help: "backup.partDatabaseHelp" },
  scripts: { name: "backup.partScripts", help: "backup.partScriptsHelp" },
  config: { name: "backup.partConfig", help: "backup.partConfigHelp" },
  history: { name: "backup.partHistory", help: "backup.partHistoryHelp" },
  logs: { name: "backup.partLogs", help: "backup.partLogsHelp" },
};

/** All parts, in their order. */
export const allParts = Object.keys(partMessages) as BackupPart[]; // the type has a line for each
