// Flags shared by `backup` and `restore`.
import { parseArgs } from "node:util";
import { type BackupPart, backupParts } from "../contract/automatic_backups.ts";
import type { Language } from "../contract/settings.ts";
import { backupMessages } from "./backup_messages.ts";
import { orUsageError, readDataDir, UsageError } from "./command_result.ts";

export interface ArchiveFlags {
  archive: string | null;
  dataDir: string;
  parts: BackupPart[] | undefined;
  passphrase: string | undefined;
  json: boolean;
}

/** Parses the flags. Throws `UsageError`. */
export async function readArchiveFlags(args: string[], language: Language): Promise<ArchiveFlags> {
  const text = { type: "string" as const };
  const options = {
    "data-dir": text,
    parts: text,
    "passphrase-file": text,
    json: { type: "boolean" as const },
  };
  const { values, positionals } = orUsageError(() =>
    parseArgs({ args, options, strict: true, allowPositionals: true })
  );
  if (positionals.length > 1) throw new UsageError(positionals.slice(1).join(" "));
  return {
    archive: positionals[0] ?? null,
    dataDir: readDataDir(values["data-dir"]),
    parts: values.parts === undefined ? undefined : readParts(values.parts, language),
    passphrase: await readPassphrase(values["passphrase-file"], language),
    json: values.json === true,
  };
}

function readParts(list: string, language: Language): BackupPart[] {
  return list.split(",").map((name) => {
    const part = backupParts.find((known) => known === name.trim());
    if (part === undefined) throw new UsageError(backupMessages[language].unknownPart(name));
    return part;
  });
}

// Not a flag: command-line arguments are visible to every user of the machine.
async function readPassphrase(path: string | undefined, language: Language): Promise<string | undefined> {
  if (path === undefined) return Deno.env.get("SUNDIAL_BACKUP_PASSPHRASE") || undefined;
  try {
    return (await Deno.readTextFile(path)).replace(/\r?\n$/, "");
  } catch {
    throw new UsageError(backupMessages[language].noPassphrase(path));
  }
}
