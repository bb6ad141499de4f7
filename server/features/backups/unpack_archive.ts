import { join } from "node:path";
import { utimes } from "node:fs/promises";
import type { BackupPart } from "../../contract/automatic_backups.ts";
import type { PartDetails } from "../../contract/backups.ts";
import { archiveError, MANIFEST } from "../../platform/archive/archive_form.ts";
import { foldsNames, readArchive, type ReadEntry, usualLimits } from "../../platform/archive/read_archive.ts";
import type { Disk } from "../../platform/disk.ts";
import { withFileErrors } from "../../platform/files/file_errors.ts";
import { KEY_FILE } from "../../platform/seal.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { DATABASE_FILE, freeBytes, HOSTS_FILE, partOf } from "./parts.ts";

/** Bytes to leave free when unpacking: a full disk is worse than a rejected archive. */
const RESERVE_BYTES = 32 * 1024 * 1024;
const MAX_MANIFEST = 1024 * 1024;
const OWNER = { read: 0o400, file: 0o600, folder: 0o700 };
/** Private files, whatever mode the archive says. */
const PRIVATE = new Set([DATABASE_FILE, KEY_FILE]);
/** Top-level names that are files; all others are folders. */
const SINGLE_FILES = new Set([...PRIVATE, HOSTS_FILE]);

export interface UnpackOptions {
  /** Private folder; wanted files are stored there under their names in the data folder. */
  into: string;
  passphrase?: string | undefined;
  disk: Disk;
  /** Selects what to unpack; the rest is still read and checked. */
  wants(name: string): boolean;
  onBytes?(bytes: number): void;
}

export interface Unpacked {
  manifest: Manifest;
  parts: PartDetails[];
}

/**
 * Reads a whole archive, verifies it and unpacks what is wanted. The files are valid only if it returns.
 * Throws `archive_refused`, `backup_passphrase_needed`, `backup_passphrase_wrong`, `storage_full`.
 */
export async function unpackArchive(path: string, options: UnpackOptions): Promise<Unpacked> {
  const { into, passphrase, disk } = options;
  await disk.makeFolder(into);
  const free = await freeBytes(into) ?? Infinity;
  const limits = { ...usualLimits, bytes: Math.min(usualLimits.bytes, Math.max(free - RESERVE_BYTES, 0)) };
  const unpacking = new Unpacking(options);
  const reading = { passphrase, limits, foldsNames: await foldsNames(into) };
  await withFileErrors(path, () => readArchive(path, reading, (entry) => unpacking.take(entry)));
  return unpacking.result();
}

class Unpacking {
  readonly #parts = new Map<BackupPart, PartDetails>();
  readonly #tops = new Set<string>();
  #manifest: Manifest | undefined;
  #bytes = 0;
  #above = "";

  constructor(private readonly options: UnpackOptions) {}

  async take(entry: ReadEntry): Promise<void> {
    if (entry.name === MANIFEST) return void (this.#manifest = readManifest(await readSmall(entry)));
    this.#count(entry);
    const { wants, onBytes } = this.options;
    if (wants(entry.name)) await this.#write(entry);
    onBytes?.(this.#bytes);
  }

  result(): Unpacked {
    if (this.#manifest === undefined) throw archiveError("not_an_archive");
    const { parts, holdsKey } = this.#manifest;
    const details = parts.map((part) => this.#parts.get(part) ?? { part, files: 0, bytes: 0 });
    if (parts.includes("database") && !this.#has(DATABASE_FILE)) throw archiveError("damaged");
    if (holdsKey !== this.#has(KEY_FILE)) throw archiveError("damaged");
    return { manifest: this.#manifest, parts: details };
  }

  #has(top: string): boolean {
    return this.#tops.has(top);
  }

  #count({ name, names, kind, size }: ReadEntry): void {
    const top = names[0] ?? "";
    const part = partOf(top);
    if (part === null || !this.#manifest?.parts.includes(part)) throw archiveError("unexpected", { name });
    // A file in place of a folder, or vice versa: no panel could start with it.
    const isRight = SINGLE_FILES.has(top)
      ? kind === "file" && names.length === 1
      : kind === "folder" || names.length > 1;
    if (!isRight) throw archiveError("unexpected", { name });
    this.#tops.add(top);
    const details = this.#parts.get(part) ?? { part, files: 0, bytes: 0 };
    if (kind === "file") details.files++;
    details.bytes += size;
    this.#bytes += size;
    this.#parts.set(part, details);
  }

  // Usually the same folder as for the previous entry.
  async #makeAbove(folder: string): Promise<void> {
    if (folder === this.#above) return;
    await this.options.disk.makeFolder(folder);
    this.#above = folder;
  }

  async #write({ name, names, kind, mode, mtime, content }: ReadEntry): Promise<void> {
    const { into, disk } = this.options;
    const path = join(into, name);
    await this.#makeAbove(join(into, ...names.slice(0, -1)));
    if (kind === "folder") return await disk.makeFolder(path, mode | OWNER.folder);
    const isPrivate = PRIVATE.has(name);
    await disk.writeNew(path, content, isPrivate ? OWNER.file : mode | OWNER.read);
    await utimes(path, mtime, mtime);
  }
}

async function readSmall({ size, content }: ReadEntry): Promise<Uint8Array> {
  if (size > MAX_MANIFEST) throw archiveError("not_an_archive");
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
