// Stores backups in `<data>/backups`, each with a record of its metadata. No archive contains this folder and
// no restore changes it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { backupPartList } from "../../contract/automatic_backups.ts";
import type { ErrorCode } from "../../contract/error_codes.ts";
import type { Disk } from "../../platform/disk.ts";

const record = z.object({
  /** When it was started, in ms since the epoch. */
  id: z.int().positive(),
  state: z.enum(["making", "ready", "failed"]),
  size: z.int().nullable(),
  parts: backupPartList,
  encrypted: z.boolean(),
  automatic: z.boolean(),
  tables: z.record(z.string(), z.int()),
  verified: z.boolean(),
  leftOut: z.int(),
  error: z.object({
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }).nullable(),
});
export type BackupRecord = z.infer<typeof record>;

/** Error code of a backup interrupted by the end of the process. */
export const INTERRUPTED = "backup_interrupted" satisfies ErrorCode;

/** Prefix of unfinished files; they are removed at startup. */
const WORK_PREFIX = "work-";

export class BackupStore {
  readonly folder: string;

  constructor(root: string, private readonly disk: Disk) {
    this.folder = join(root, "backups");
  }

  /**
   * Creates the folder, and removes what a crashed process left in it. The backup that it was making is
   * marked as failed.
   */
  async open(): Promise<void> {
    await this.disk.makeFolder(this.folder);
    for (const one of await this.list()) if (one.state === "making") await this.giveUp(one);
    const records = new Set((await this.list()).map(({ id }) => String(id)));
    for (const { name } of [...Deno.readDirSync(this.folder)]) {
      const isOrphan = /^\d+\.(tar\.gz|tar\.gz\.age|sealed)(\.(\w+\.)?sums)?$/.test(name) &&
        !records.has(name.split(".")[0]!);
      if (name.startsWith(WORK_PREFIX) || name.endsWith(".draft") || isOrphan) {
        await this.disk.remove(join(this.folder, name));
      }
    }
  }

  /** Returns a new path for unfinished work. */
  workFolder(): string {
    return join(this.folder, `${WORK_PREFIX}${crypto.randomUUID()}`);
  }

  /** Returns the stored backups, newest first. */
  async list(): Promise<BackupRecord[]> {
    const names = await readNames(this.folder);
    const records = await Promise.all(
      names.filter((name) => /^\d{1,15}\.json$/.test(name)).map((name) =>
        readRecord(join(this.folder, name))
      ),
    );
    return records.filter((one) => one !== null).sort((one, other) => other.id - one.id);
  }

  async find(id: number): Promise<BackupRecord | null> {
    return await readRecord(join(this.folder, `${id}.json`));
  }

  /** Returns the path of an archive; those that earlier versions encrypted have another name. */
  pathOf({ id, encrypted }: Pick<BackupRecord, "id" | "encrypted">): string {
    const former = join(this.folder, `${id}.sealed`);
    if (encrypted && existsSync(former)) return former;
    return join(this.folder, `${id}.tar.gz${encrypted ? ".age" : ""}`);
  }

  /** Writes a record, which makes the backup exist. */
  async keep(stored: BackupRecord): Promise<void> {
    await this.disk.replaceText(join(this.folder, `${stored.id}.json`), JSON.stringify(stored));
  }

  /** Marks a backup as interrupted by the end of the process, and removes its files. */
  async giveUp(one: BackupRecord): Promise<void> {
    await this.disk.remove(this.pathOf(one));
    await this.keep({ ...one, state: "failed", error: { code: INTERRUPTED, params: {} } });
  }

  async remove(one: BackupRecord): Promise<void> {
    await this.disk.remove(this.pathOf(one));
    await this.disk.remove(join(this.folder, `${one.id}.json`));
  }
}

async function readNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) names.push(name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names;
}

async function readRecord(path: string): Promise<BackupRecord | null> {
  try {
    return record.parse(JSON.parse(await Deno.readTextFile(path)));
  } catch {
    // Missing, or not one of ours.
    return null;
  }
}
