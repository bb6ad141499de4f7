// Flags shared by `backup` and `restore`.
import type { BackupPart } from "../contract/automatic_backups.ts";
import type { Language } from "../contract/settings.ts";
import { readConfig } from "../platform/config.ts";
import { backupMessages } from "./backup_messages.ts";
import { type Call, splitList } from "./command.ts";
import { readDataDir, UsageError } from "./command_result.ts";

export interface ArchiveFlags {
  archive: string | null;
  dataDir: string;
  parts: BackupPart[] | undefined;
  passphrase: string | undefined;
  json: boolean;
}

/** Reads the flags of a call. Throws `UsageError`. */
export async function readArchiveFlags(call: Call): Promise<ArchiveFlags> {
  const { operands: [archive = null], language } = call;
  const parts = call.text("parts");
  return {
    archive,
    dataDir: readDataDir(call.text("data-dir")),
    parts: parts === undefined ? undefined : splitList(parts) as BackupPart[], // checked against `values`
    passphrase: await readPassphrase(call.text("passphrase-file"), language),
    json: call.has("json"),
  };
}

// Not a flag: command-line arguments are visible to every user of the machine.
async function readPassphrase(path: string | undefined, language: Language): Promise<string | undefined> {
  if (path === undefined) return readConfig(new Map(), Deno.env.toObject()).backupPassphrase ?? undefined;
  try {
    return (await Deno.readTextFile(path)).replace(/\r?\n$/, "");
  } catch {
    throw new UsageError(backupMessages[language].noPassphrase(path));
  }
}
