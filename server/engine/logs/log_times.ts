// Records when a log had which size, so that users can see when a line appeared: the process writes the lines itself,
// without timestamps.
import { closeSync, constants, renameSync, rmSync } from "node:fs";
import {
  closeDescriptor,
  createRegular,
  type OpenedFile,
  openRegular,
  readAt,
  writeAt,
} from "../../platform/files/open_regular.ts";
import { decodeHead, encodeHead, HEAD_BYTES, type LogHead, type LogName, timesFile } from "./log_shape.ts";
import type { OpenLog } from "./open_log.ts";

/** The size of the log at an instant (ms). */
export interface LogTime {
  at: number;
  size: number;
}

/** Maximum entries per log. Beyond it, every second entry is dropped and the interval doubles. */
export const MAX_TIMES = 16_384;
const MIN_STEP_MS = 250;
const ENTRY_BYTES = 16;
/** Maximum size of a times file. */
export const MAX_TIMES_BYTES = HEAD_BYTES + MAX_TIMES * ENTRY_BYTES;

/** Reads the times of a log with the given inode; returns an empty array when there are none. */
export async function readTimes(log: LogName, inode: number): Promise<LogTime[]> {
  const bytes = await readTimesFile(log);
  return bytes && decodeHead(bytes, inode) ? decodeTimes(bytes) : [];
}

async function readTimesFile({ folder, name }: LogName): Promise<Uint8Array | null> {
  try {
    const { descriptor } = openRegular(folder.at(timesFile(name)));
    try {
      // Read no more than we ever write: the file could come from anyone.
      return await readAt(descriptor, 0, MAX_TIMES_BYTES);
    } finally {
      await closeDescriptor(descriptor);
    }
  } catch {
    return null;
  }
}

export function encodeTimes(head: Uint8Array, times: readonly LogTime[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEAD_BYTES + times.length * ENTRY_BYTES);
  bytes.set(head);
  bytes.set(entryBytes(times), HEAD_BYTES);
  return bytes;
}

/** Shifts times when the gap of their log is replaced by a line that ends at `to`. */
export function moveTimes(
  times: readonly LogTime[],
  gap: { start: number; end: number },
  to: number,
): LogTime[] {
  const before = times.filter(({ size }) => size <= gap.start);
  const left = times.findLast(({ size }) => size > gap.start && size <= gap.end);
  const after = times.filter(({ size }) => size > gap.end).map(({ at, size }) => ({
    at,
    size: size - gap.end + to,
  }));
  return [...before, ...left ? [{ at: left.at, size: to }] : [], ...after];
}

/** The times of a growing log. Calls must not overlap. */
export class LogTimes {
  #head: LogHead = { generation: 0, gap: null, moved: null };
  #pending: LogTime[] = [];
  #written = 0;
  /** Inode of the times file; null until it exists. */
  #inode: number | null = null;
  #last: LogTime = { at: -Infinity, size: 0 };
  #stepMs = MIN_STEP_MS;
  #headChanged = true;

  constructor(private readonly log: OpenLog) {}

  get head(): LogHead {
    return this.#head;
  }

  /** Continues where an earlier panel stopped. Throws when the location of the log cannot be resolved. */
  async resume(): Promise<void> {
    using location = this.log.location();
    const bytes = await readTimesFile(location);
    const head = bytes && decodeHead(bytes, this.log.inode);
    const file = location.folder.find(timesFile(location.name));
    // A file with a second hard link may be linked from outside: create it again.
    if (!head || file?.nlink !== 1) return;
    const times = decodeTimes(bytes);
    this.#head = head;
    this.#headChanged = false;
    this.#inode = file.ino;
    this.#written = times.length;
    this.#last = times.at(-1) ?? this.#last;
  }

  /** Records a size, unless it did not change or the last record is too recent. */
  note(time: LogTime): void {
    if (time.size === this.#last.size || time.at - this.#last.at < this.#stepMs) return;
    this.#last = time;
    this.#pending.push(time);
    // Limits memory when nothing can be written for days.
    if (this.#pending.length > MAX_TIMES) this.#pending = this.#everySecond(this.#pending);
  }

  /** Records the final size. */
  noteLast(time: LogTime): void {
    if (time.size !== this.#last.size) this.#pending.push(time);
    this.#last = time;
  }

  /** Writes a new head immediately. Throws errors of the file system and of location resolving. */
  async setHead(head: LogHead): Promise<void> {
    this.#head = head;
    this.#headChanged = true;
    this.log.mayHaveGap = true;
    await this.flush();
  }

  /** Writes pending entries. Throws errors of the file system and of location resolving; the next call tries again. */
  async flush(): Promise<void> {
    if (this.#pending.length === 0 && !this.#headChanged) return;
    using location = this.log.location();
    if (this.#written + this.#pending.length > MAX_TIMES) return await this.#thin(location);
    const head = encodeHead(this.#head, this.log.inode);
    const times = [...this.#pending];
    const { descriptor } = this.#open(location);
    try {
      if (this.#headChanged || this.#written === 0) await writeAt(descriptor, 0, head);
      // Write at an offset instead of appending: after a write that a full disk cut short, the next one still lands where
      // it belongs.
      await writeAt(descriptor, HEAD_BYTES + this.#written * ENTRY_BYTES, entryBytes(times));
    } finally {
      await closeDescriptor(descriptor);
    }
    this.#headChanged = false;
    this.#forget(times);
  }

  // Only the previously written file is continued: another file at its name may have a second hard link elsewhere.
  #open({ folder, name }: LogName): OpenedFile {
    const path = folder.at(timesFile(name));
    if (this.#written === 0 || this.#inode === null) {
      const file = createRegular(path);
      this.#inode = file.stats.ino;
      return file;
    }
    const file = openRegular(path, constants.O_RDWR);
    if (file.stats.ino === this.#inode) return file;
    closeSync(file.descriptor);
    throw new Error(`the times file of ${this.log.path} was replaced`);
  }

  async #thin(location: LogName): Promise<void> {
    const { inode } = this.log;
    const stored = this.#everySecond([...await readTimes(location, inode), ...this.#pending]);
    this.#inode = await replaceTimes(location, encodeTimes(encodeHead(this.#head, inode), stored));
    this.#pending = [];
    this.#headChanged = false;
    this.#written = stored.length;
  }

  #everySecond(all: readonly LogTime[]): LogTime[] {
    this.#stepMs *= 2;
    return all.filter((_, index) => (all.length - index) % 2 === 1);
  }

  #forget(times: readonly LogTime[]): void {
    this.#pending = this.#pending.slice(times.length);
    this.#written += times.length;
  }
}

/** Replaces the times file of a log in one step. Returns the inode of the new file. */
async function replaceTimes({ folder, name }: LogName, bytes: Uint8Array): Promise<number> {
  const fresh = folder.at(`${timesFile(name)}.tmp`);
  const { descriptor, stats } = createRegular(fresh);
  try {
    await writeAt(descriptor, 0, bytes);
    renameSync(fresh, folder.at(timesFile(name)));
    return stats.ino;
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  } finally {
    await closeDescriptor(descriptor);
  }
}

function entryBytes(times: readonly LogTime[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(times.length * ENTRY_BYTES));
  times.forEach(({ at, size }, index) => {
    view.setFloat64(index * ENTRY_BYTES, at);
    view.setFloat64(index * ENTRY_BYTES + 8, size);
  });
  return new Uint8Array(view.buffer);
}

/** Decodes the times after the head of a times file. */
export function decodeTimes(bytes: Uint8Array): LogTime[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset + HEAD_BYTES, bytes.length - HEAD_BYTES);
  return Array.from({ length: Math.floor(view.byteLength / ENTRY_BYTES) }, (_, index) => ({
    at: view.getFloat64(index * ENTRY_BYTES),
    size: view.getFloat64(index * ENTRY_BYTES + 8),
  }));
}
