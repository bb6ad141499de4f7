// Flags that `backup` and `restore` share.
import { parseArgs } from "node:util";
import { AppError } from "../contract/app_error.ts";
import { type BackupPart, backupParts } from "../contract/automatic_backups.ts";
import type { Language } from "../contract/settings.ts";
import { sayError } from "../contract/words/say.ts";
import { ConfigFault, readConfig } from "../platform/config.ts";
import { backupWords } from "./backup_words.ts";

/** Wrong usage; its message says what is. */
export class UsageFault extends Error {
  override readonly name = "UsageFault";
}

export interface ArchiveFlags {
  archive: string | null;
  dataDir: string;
  parts: BackupPart[] | undefined;
  passphrase: string | undefined;
  json: boolean;
}

/** Reads them. Throws `UsageFault`. */
export async function readArchiveFlags(args: string[], language: Language): Promise<ArchiveFlags> {
  const text = { type: "string" as const };
  const options = {
    "data-dir": text,
    parts: text,
    "passphrase-file": text,
    json: { type: "boolean" as const },
  };
  try {
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: true });
    if (positionals.length > 1) throw new UsageFault(positionals.slice(1).join(" "));
    const flags = new Map(values["data-dir"] === undefined ? [] : [["--data-dir", values["data-dir"]]]);
    return {
      archive: positionals[0] ?? null,
      dataDir: readConfig(flags, Deno.env.toObject()).dataDir,
      parts: values.parts === undefined ? undefined : readParts(values.parts, language),
      passphrase: await readPassphrase(values["passphrase-file"], language),
      json: values.json === true,
    };
  } catch (fault) {
    if (fault instanceof ConfigFault || fault instanceof TypeError) throw new UsageFault(fault.message);
    throw fault;
  }
}

function readParts(list: string, language: Language): BackupPart[] {
  return list.split(",").map((name) => {
    const part = backupParts.find((known) => known === name.trim());
    if (part === undefined) throw new UsageFault(backupWords[language].unknownPart(name));
    return part;
  });
}

// Never a flag: everybody on the machine sees the flags of a program.
async function readPassphrase(path: string | undefined, language: Language): Promise<string | undefined> {
  if (path === undefined) return Deno.env.get("SUNDIAL_BACKUP_PASSPHRASE") || undefined;
  try {
    return (await Deno.readTextFile(path)).replace(/\r?\n$/, "");
  } catch {
    throw new UsageFault(backupWords[language].noPassphrase(path));
  }
}

/** Says why something cannot be done. */
export function reasonIn(fault: unknown, language: Language): string {
  if (fault instanceof AppError) {
    const { title, detail } = sayError(fault.code, fault.params, language);
    return `${title}: ${detail}`;
  }
  return fault instanceof Error ? fault.message : String(fault);
}

/** Prints what came of a command: an object for programs, or lines for people. */
export async function report(json: boolean, facts: unknown, lines: readonly string[]): Promise<void> {
  const text = json ? JSON.stringify(facts) : lines.join("\n");
  // Whoever listened may have left; what was done is done.
  await Deno.stdout.write(new TextEncoder().encode(`${text}\n`)).catch(() => {});
}
