// The file in which a panel keeps the growing log of a run on another node: the same offsets as there, with a hole where a part
// is missing. Written only through the path resolver, so no path of another node leads outside the logs directory.
import { Buffer } from "node:buffer";
import { closeSync, constants, ftruncateSync, renameSync, unlinkSync } from "node:fs";
import type { Instant } from "../../platform/clock.ts";
import { errorCode } from "../../platform/files/file_errors.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import {
  closeDescriptor,
  createRegular,
  openRegular,
  readAt,
  writeAt,
} from "../../platform/files/open_regular.ts";
import type { SparseFiles } from "../../platform/sparse_files.ts";
import { cutGrowingLog } from "../../engine/logs/cut_growing_log.ts";
import { encodeHead, findHead, type LogName, readShape, timesFile } from "../../engine/logs/log_shape.ts";
import { encodeTimes, LogTimes } from "../../engine/logs/log_times.ts";
import { OpenLog } from "../../engine/logs/open_log.ts";
import { endOf } from "./log_extent.ts";
import type { LogChunk } from "./log_rows.ts";
import type { UnpackedLog } from "./packed_log.ts";

/** The end of the name of every log. */
const LOG = /[^/]\.log$/;

export class MirrorFile {
  readonly #times: LogTimes;

  private constructor(
    readonly path: string,
    private readonly log: OpenLog,
    private readonly files: SparseFiles,
  ) {
    this.#times = new LogTimes(log);
  }

  /**
   * Continues the file at a path below `root`, or begins it anew when it is not one of ours. Throws `AppError` and file system
   * errors, also when the path cannot be that of a log.
   */
  static async open(root: string, path: string, files: SparseFiles): Promise<MirrorFile> {
    checkPath(path);
    const found = isOurs(root, path);
    const file = new MirrorFile(path, found ? OpenLog.open(root, path) : createLog(root, path), files);
    try {
      await file.#times.resume();
      // From now on it is one of ours.
      await file.#times.setHead(file.#times.head);
      return file;
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** Offset after the last byte that is here. */
  get next(): number {
    return Math.max(this.log.size, this.#times.head.gap?.end ?? 0);
  }

  /** Appends chunks, which are in order. What is here already is skipped; a missing part becomes a gap. */
  async append(chunks: readonly LogChunk[]): Promise<void> {
    for (const { start, content } of chunks) {
      if (endOf({ start, length: content.length }) <= this.next) continue;
      if (start > this.next) await this.#skipTo(start);
      const { next } = this;
      // After a gap that was recorded while its bytes were not skipped yet.
      if (this.log.size < next) await this.log.use((file) => Promise.resolve(ftruncateSync(file, next)));
      await this.log.use((file) => writeAt(file, next, content.subarray(next - start)));
    }
  }

  /** Records when it had which size, and frees its middle when it is too large. */
  async update(now: Instant, maxBytes: number): Promise<void> {
    const size = this.next;
    this.#times.note({ at: now.wall, size });
    await cutGrowingLog(this.log, this.#times, { size, maxBytes, files: this.files });
    await this.#times.flush();
  }

  close(): void {
    this.log.close();
  }

  // One gap is enough: if there is one, what followed it is given up.
  async #skipTo(start: number): Promise<void> {
    const { head } = this.#times;
    const from = head.gap?.start ?? this.log.size;
    const { size } = this.log;
    await this.#times.setHead({ ...head, gap: { start: from, end: start } });
    await this.log.use((file) => this.files.free(file, from, size));
  }
}

/** Returns whether the whole log is at a path below `root`, by its size. */
export function hasWholeLog(root: string, path: string, size: number): boolean {
  try {
    using location = new FilesRoot(root).location(path);
    const shape = readShape(location);
    return shape !== null && shape.size === size && shape.gap === null;
  } catch {
    return false;
  }
}

/**
 * Writes a whole log to a path below `root`, in one step; a file with the same content stays. Throws `AppError` and file system
 * errors.
 */
export async function writeWholeLog(root: string, path: string, log: UnpackedLog): Promise<void> {
  checkPath(path);
  using location = new FilesRoot(root).location(path, { make: true });
  const { folder, name } = location;
  if (await isSame(location, log)) return;
  const fresh = [`${name}.tmp`, `${timesFile(name)}.tmp`] as const;
  try {
    const inode = await writeFresh(folder.at(fresh[0]), log.bytes);
    await writeFresh(folder.at(fresh[1]), encodeTimes(encodeHead(log.head, inode), log.times));
    // Both synchronously, so that no reader in this process sees only one of them.
    renameSync(folder.at(fresh[0]), folder.at(name));
    renameSync(folder.at(fresh[1]), folder.at(timesFile(name)));
  } catch (error) {
    for (const one of fresh) remove(folder.at(one));
    throw error;
  }
}

async function writeFresh(path: string, bytes: Uint8Array): Promise<number> {
  const { descriptor, stats } = createRegular(path);
  try {
    await writeAt(descriptor, 0, bytes);
    return stats.ino;
  } finally {
    await closeDescriptor(descriptor);
  }
}

async function isSame(location: LogName, { bytes, head }: UnpackedLog): Promise<boolean> {
  const shape = readShape(location);
  if (!shape || shape.size !== bytes.length || shape.gap || shape.generation !== head.generation) {
    return false;
  }
  try {
    const { descriptor } = openRegular(location.folder.at(location.name), constants.O_RDONLY);
    try {
      const here = await readAt(descriptor, 0, bytes.length);
      return Buffer.from(here.buffer, here.byteOffset, here.length).equals(bytes);
    } finally {
      await closeDescriptor(descriptor);
    }
  } catch {
    return false;
  }
}

// The path comes from another node.
function checkPath(path: string): void {
  if (!LOG.test(path)) throw new Error(`${JSON.stringify(path)} is not the path of a log`);
}

// Only what has the times file of a mirror or of a log is continued, and only if it reaches to its gap: after a power failure,
// the end of the log may be missing while its times are there.
function isOurs(root: string, path: string): boolean {
  try {
    using location = new FilesRoot(root).location(path);
    const stats = location.folder.find(location.name);
    if (!stats?.isFile() || stats.nlink !== 1) return false;
    const head = findHead(location, stats.ino);
    return head !== null && stats.size >= (head.gap?.start ?? 0);
  } catch {
    return false;
  }
}

function createLog(root: string, path: string): OpenLog {
  using location = new FilesRoot(root).location(path, { make: true });
  remove(location.folder.at(location.name));
  remove(location.folder.at(timesFile(location.name)));
  const { log, output } = OpenLog.create(root, path);
  closeSync(output);
  if (log.path === path) return log;
  using other = log.location();
  remove(other.folder.at(other.name));
  log.close();
  throw new Error(`something else is at ${path}`);
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!["ENOENT", "EISDIR", "EPERM"].includes(errorCode(error) ?? "")) throw error;
  }
}
