// Where backups lie: `<data>/backups`, each with a note of what it is. No archive holds the folder and no restore touches it.
import { join } from "node:path";
import * as z from "zod";
import { backupPartList } from "../../contract/automatic_backups.ts";
import type { ErrorCode } from "../../contract/error_codes.ts";
import type { Disk } from "../../platform/disk.ts";

const note = z.object({
  /** Milliseconds UTC when it was begun. */
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
export type BackupNote = z.infer<typeof note>;

/** Code of the error of one that the end of the panel has cut off. */
export const INTERRUPTED = "backup_interrupted" satisfies ErrorCode;

/** Names of what is not finished begin so; swept at start. */
export const WORK_PREFIX = "work-";

export class BackupStore {
  readonly folder: string;
  readonly #disk: Disk;

  constructor(root: string, disk: Disk) {
    this.folder = join(root, "backups");
    this.#disk = disk;
  }

  /** Makes the folder, and removes what a panel that died has left in it. What that one was making has failed. */
  async open(): Promise<void> {
    await this.#disk.makeFolder(this.folder);
    for (const one of await this.list()) if (one.state === "making") await this.giveUp(one);
    const notes = new Set((await this.list()).map(({ id }) => String(id)));
    for (const { name } of [...Deno.readDirSync(this.folder)]) {
      const isOrphan = /^\d+\.(tar\.gz|sealed)(\.sums)?$/.test(name) && !notes.has(name.split(".")[0]!);
      if (name.startsWith(WORK_PREFIX) || name.endsWith(".draft") || isOrphan) {
        await this.#disk.remove(join(this.folder, name));
      }
    }
  }

  /** Makes the name of a folder for what is not finished. */
  workFolder(): string {
    return join(this.folder, `${WORK_PREFIX}${crypto.randomUUID()}`);
  }

  /** Lists what is there, newest first. */
  async list(): Promise<BackupNote[]> {
    const names = await readNames(this.folder);
    const notes = await Promise.all(
      names.filter((name) => /^\d{1,15}\.json$/.test(name)).map((name) => readNote(join(this.folder, name))),
    );
    return notes.filter((one) => one !== null).sort((one, other) => other.id - one.id);
  }

  /** Finds what is written down of one. */
  async find(id: number): Promise<BackupNote | null> {
    return await readNote(join(this.folder, `${id}.json`));
  }

  /** Where its archive lies. */
  pathOf({ id, encrypted }: Pick<BackupNote, "id" | "encrypted">): string {
    return join(this.folder, `${id}${encrypted ? ".sealed" : ".tar.gz"}`);
  }

  /** Writes a note: from then on it is there. */
  async keep(stored: BackupNote): Promise<void> {
    await this.#disk.replaceText(join(this.folder, `${stored.id}.json`), JSON.stringify(stored));
  }

  /** Writes down that one was cut off by the end of the panel, and removes what there is of it. */
  async giveUp(one: BackupNote): Promise<void> {
    await this.#disk.remove(this.pathOf(one));
    await this.keep({ ...one, state: "failed", error: { code: INTERRUPTED, params: {} } });
  }

  /** Removes one with its archive. */
  async remove(one: BackupNote): Promise<void> {
    await this.#disk.remove(this.pathOf(one));
    await this.#disk.remove(join(this.folder, `${one.id}.json`));
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

async function readNote(path: string): Promise<BackupNote | null> {
  try {
    return note.parse(JSON.parse(await Deno.readTextFile(path)));
  } catch {
    // Not there, or not ours.
    return null;
  }
}
