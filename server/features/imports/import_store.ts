// The imports in the data folder, each with what it imports. They are not in the database, because backups must not contain
// the secrets of another panel.
import { join } from "node:path";
import type { ImportOmission } from "../../contract/import_reasons.ts";
import type { ImportSourceName, ImportState } from "../../contract/imports.ts";
import type { ErrorCode } from "../../contract/error_codes.ts";
import type { Disk } from "../../platform/disk.ts";
import type { StoredReport } from "./import_report.ts";

/** How long an upload is stored after its last change, in ms. */
const LIFE_MS = 24 * 3_600_000;
/** Maximum number of stored uploads: each may fill the disk. */
const MAX = 3;
const RECORD = "import.json";

export interface ImportRecord {
  id: number;
  source: ImportSourceName;
  fileName: string | null;
  state: ImportState;
  report: StoredReport;
  leftOut: ImportOmission[];
  enabled: boolean | null;
  error: { code: ErrorCode; params: Record<string, string | number> } | null;
  createdAt: number;
  changedAt: number;
}

export class ImportStore {
  readonly #root: string;

  constructor(dataRoot: string, private readonly disk: Disk) {
    this.#root = join(dataRoot, "imports");
  }

  folder(id: number): string {
    return join(this.#root, String(id));
  }

  async create(now: number): Promise<number> {
    await this.disk.makeFolder(this.#root);
    for (let id = now;; id++) {
      try {
        await Deno.mkdir(this.folder(id), { mode: 0o700 });
        return id;
      } catch (error) {
        if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
      }
    }
  }

  async save(record: ImportRecord): Promise<void> {
    await this.disk.replaceText(join(this.folder(record.id), RECORD), JSON.stringify(record));
  }

  async find(id: number): Promise<ImportRecord | null> {
    try {
      const text = await Deno.readTextFile(join(this.folder(id), RECORD));
      return JSON.parse(text) as ImportRecord; // written by `save`
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return null;
      throw error;
    }
  }

  async list(): Promise<ImportRecord[]> {
    const records = await Promise.all((await this.#ids()).map((id) => this.find(id)));
    return records.filter((record) => record !== null).sort((a, b) => b.id - a.id);
  }

  async remove(id: number): Promise<void> {
    await this.disk.remove(this.folder(id));
  }

  /** Removes what nobody has used for a day, and the oldest beyond the limit; never one of `active`. */
  async prune(now: number, active: ReadonlySet<number>): Promise<void> {
    const records = await this.list();
    const expired = records.filter((record) => expiryOf(record) <= now);
    for (const { id } of new Set([...expired, ...records.slice(MAX)])) {
      if (!active.has(id)) await this.remove(id);
    }
  }

  /** Removes uploads that were not completed. Call before any begins. */
  async removeIncomplete(): Promise<void> {
    for (const id of await this.#ids()) if (await this.find(id) === null) await this.remove(id);
  }

  async #ids(): Promise<number[]> {
    const ids: number[] = [];
    try {
      for await (const { name } of Deno.readDir(this.#root)) {
        if (/^\d{1,15}$/.test(name)) ids.push(Number(name));
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    return ids;
  }
}

export function expiryOf({ changedAt }: ImportRecord): number {
  return changedAt + LIFE_MS;
}
