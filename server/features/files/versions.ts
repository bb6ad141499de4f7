import { AppError } from "../../contract/app_error.ts";
import type { FileArea, FileVersion, FileVersionContent, VersionCause } from "../../contract/files.ts";
import type { StoredContents } from "../../platform/files/stored_contents.ts";
import { RegularFile } from "../../platform/files/regular_file.ts";
import { asText, hashOf } from "./read_file.ts";
import * as store from "./store.ts";
import { fileLimits } from "../../contract/limits/files.ts";
import type { Base } from "../../engine/base.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import { isoTime } from "../../platform/iso_time.ts";

/** Maximum number of versions per file, not counting those that runs executed. */
const MAX_VERSIONS = 100;

export interface VersionOrigin extends store.FileName {
  /** Name of an account or application; null if the change was not made through the panel. */
  savedBy: string | null;
  cause: VersionCause;
}

export interface FileVersionsOptions extends Pick<Base, "db" | "clock"> {
  contents: StoredContents;
}

/** The version history of files, as far as the panel saw it. The same content twice in a row is one version. */
export class FileVersions {
  constructor(private readonly options: FileVersionsOptions) {}

  /** Stores a content as the newest version of a file; returns its id. Throws file system errors. */
  async record({ bytes, ...origin }: VersionOrigin & { bytes: Uint8Array<ArrayBuffer> }): Promise<number> {
    const hash = await hashOf(bytes);
    await this.options.contents.put(hash, bytes);
    return (await this.#write(origin, { hash, size: bytes.length })).id;
  }

  /**
   * Stores a content that another machine replaced, unless it is a version already, as it is when it was saved in a panel. Throws
   * file system errors.
   */
  async recordReplaced(file: store.FileName, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    if (await store.hasVersionOf(this.options.db, file, await hashOf(bytes))) return;
    await this.record({ ...file, bytes, savedBy: null, cause: "found" });
  }

  /** Stores the content with that SHA-256 that a file has on disk, of any size. Throws file system errors. */
  async recordFile(file: RegularFile, hash: string, origin: VersionOrigin): Promise<void> {
    await this.#write(origin, await this.options.contents.keep(hash, file));
  }

  /** Stores a version while its content is put in place; if that fails, leaves no version. */
  async recordAround(
    { bytes, ...origin }: VersionOrigin & { bytes: Uint8Array<ArrayBuffer> },
    { place, isPlaced }: { place: () => Promise<void>; isPlaced: () => boolean },
  ): Promise<void> {
    const hash = await hashOf(bytes);
    await this.options.contents.put(hash, bytes);
    const { id, isNew } = await this.#write(origin, { hash, size: bytes.length });
    try {
      await place();
    } catch (error) {
      if (isNew && !isPlaced()) await store.removeVersions(this.options.db, [id]);
      throw error;
    }
  }

  /** Returns the versions of a file, newest first; `current` marks those with the current content. */
  async list(file: store.FileName, currentHash: string | null): Promise<FileVersion[]> {
    const rows = await store.readVersions(this.options.db, file);
    return rows.map((row) => toVersion(row, row.hash === currentHash));
  }

  /**
   * Returns a version with its content. Throws `not_found`, and `payload_too_large` if it is not viewable
   * text.
   */
  async read(area: FileArea, id: number, currentHash: (path: string) => Promise<string | null>) {
    const { row, bytes } = await this.content(area, id);
    const current = await currentHash(row.path) === row.hash;
    return { ...toVersion(row, current), ...asText(bytes, false) } satisfies FileVersionContent;
  }

  /** Returns the bytes of a version. Throws `not_found`, and `payload_too_large` if it is not viewable text. */
  async content(
    area: FileArea,
    id: number,
  ): Promise<{ row: store.VersionRow; bytes: Uint8Array<ArrayBuffer> }> {
    const { db, contents } = this.options;
    const row = await store.findVersion(db, area, id);
    const bytes = row && await contents.read(row.hash, fileLimits.textBytes);
    // On another machine, if this one does not have it.
    if (row && !bytes && row.size > fileLimits.textBytes) {
      throw new AppError("payload_too_large", { max: fileLimits.textBytes });
    }
    if (!bytes) throw new AppError("not_found");
    return { row, bytes };
  }

  async #write(
    { area, path, savedBy, cause }: VersionOrigin,
    { hash, size }: { hash: string; size: number },
  ) {
    const { db, clock } = this.options;
    const version = { area, path, hash, size, saved_at: clock.now(), saved_by: savedBy, cause };
    return await db.transaction().execute(async (tx) => {
      const written = await store.addVersion(tx, version);
      if (written.isNew) await store.pruneVersions(tx, version, MAX_VERSIONS);
      return written;
    });
  }
}

function toVersion(row: store.VersionRow, current: boolean): FileVersion {
  const { id, path, size, cause } = row;
  return {
    id,
    path,
    size,
    savedAt: isoTime(row.saved_at),
    savedBy: row.saved_by,
    cause,
    current,
  };
}

/**
 * Stores the script that a run is about to execute as a version, so that exactly that text can be opened
 * later; returns the version's id. Returns null if it is not a script with versions: it is gone, is outside
 * the area, or is too large.
 */
export async function noteScript(
  versions: FileVersions,
  scripts: string,
  path: string,
): Promise<number | null> {
  try {
    using location = new FilesRoot(scripts).location(path, { follow: true });
    await using file = await RegularFile.open(location);
    const bytes = await file.readAll(fileLimits.textBytes);
    return await versions.record({
      area: "scripts",
      path: location.path,
      bytes,
      savedBy: null,
      cause: "ran",
    });
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && "code" in error && error.code === "ENOENT")) {
      return null;
    }
    throw error;
  }
}
