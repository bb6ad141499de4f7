// When a log had which size, so that people can see when a line appeared: the process writes the lines itself and stamps none.
import { renameSync } from "node:fs";
import { open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { decodeHead, encodeHead, HEAD_BYTES, type LogHead, timesFile } from "./log_shape.ts";

/** At that instant, milliseconds, the log had that size. */
export interface LogTime {
  at: number;
  size: number;
}

/** Most entries of one log; then every second one goes, and they are taken half as often. */
export const MOST_TIMES = 16_384;
const LEAST_STEP_MS = 250;
const ENTRY_BYTES = 16;

/** Reads the times of a log whose file on disk is `inode`; none where there are none. */
export async function readTimes(log: string, inode: number): Promise<LogTime[]> {
  const bytes = await readFile(timesFile(log)).catch(() => null);
  return bytes && decodeHead(bytes, inode) ? decodeTimes(bytes) : [];
}

/** Writes head and times as one file. */
export function encodeTimes(head: Uint8Array, times: readonly LogTime[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEAD_BYTES + times.length * ENTRY_BYTES);
  bytes.set(head);
  bytes.set(entryBytes(times), HEAD_BYTES);
  return bytes;
}

/** Moves times along when the gap of their log is closed by a mark that ends at `to`. */
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

/** The times of a log that grows. Calls must not overlap. */
export class LogTimes {
  readonly #log: string;
  #inode: number | null = null;
  #head: LogHead = { generation: 0, gap: null, moved: null };
  #pending: LogTime[] = [];
  #written = 0;
  #last: LogTime = { at: -Infinity, size: 0 };
  #stepMs = LEAST_STEP_MS;
  #headChanged = true;

  constructor(log: string) {
    this.#log = log;
  }

  get head(): LogHead {
    return this.#head;
  }

  /** Goes on where an earlier panel ended. */
  async resume(): Promise<void> {
    const inode = await this.#findInode();
    const bytes = await readFile(timesFile(this.#log)).catch(() => null);
    const head = bytes && decodeHead(bytes, inode);
    if (!head) return;
    const times = decodeTimes(bytes);
    this.#head = head;
    this.#headChanged = false;
    this.#written = times.length;
    this.#last = times.at(-1) ?? this.#last;
  }

  /** Notes a size, unless it is as it was or the last one was noted just now. */
  note(time: LogTime): void {
    if (time.size === this.#last.size || time.at - this.#last.at < this.#stepMs) return;
    this.#last = time;
    this.#pending.push(time);
  }

  /** Notes the last size. */
  noteLast(time: LogTime): void {
    if (time.size !== this.#last.size) this.#pending.push(time);
    this.#last = time;
  }

  /** Writes down at once what is left out from now on. Throws what the file system says. */
  async setHead(head: LogHead): Promise<void> {
    this.#head = head;
    this.#headChanged = true;
    await this.flush();
  }

  /** Writes what was noted. Throws what the file system says; then it is tried again with the next. */
  async flush(): Promise<void> {
    if (this.#pending.length === 0 && !this.#headChanged) return;
    if (this.#written + this.#pending.length > MOST_TIMES) return await this.#thin();
    const head = encodeHead(this.#head, await this.#findInode());
    const times = [...this.#pending];
    const handle = await open(timesFile(this.#log), this.#written === 0 ? "w" : "r+", 0o600);
    try {
      if (this.#headChanged || this.#written === 0) await handle.write(head, 0, head.length, 0);
      const bytes = entryBytes(times);
      // By place, not by appending: after a write cut short by a full disk the next one still is where it belongs.
      await handle.write(bytes, 0, bytes.length, HEAD_BYTES + this.#written * ENTRY_BYTES);
    } finally {
      await handle.close();
    }
    this.#headChanged = false;
    this.#forget(times);
  }

  async #thin(): Promise<void> {
    const inode = await this.#findInode();
    const all = [...await readTimes(this.#log, inode), ...this.#pending];
    const kept = all.filter((_, index) => (all.length - index) % 2 === 1);
    await replaceFile(timesFile(this.#log), encodeTimes(encodeHead(this.#head, inode), kept));
    this.#stepMs *= 2;
    this.#pending = [];
    this.#headChanged = false;
    this.#written = kept.length;
  }

  #forget(times: readonly LogTime[]): void {
    this.#pending = this.#pending.slice(times.length);
    this.#written += times.length;
  }

  async #findInode(): Promise<number> {
    return this.#inode ??= (await stat(this.#log)).ino;
  }
}

async function replaceFile(file: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const fresh = `${file}.tmp`;
  try {
    await writeFile(fresh, bytes, { mode: 0o600 });
    renameSync(fresh, file);
  } catch (fault) {
    await rm(fresh, { force: true });
    throw fault;
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

function decodeTimes(bytes: Uint8Array): LogTime[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset + HEAD_BYTES, bytes.length - HEAD_BYTES);
  return Array.from({ length: Math.floor(view.byteLength / ENTRY_BYTES) }, (_, index) => ({
    at: view.getFloat64(index * ENTRY_BYTES),
    size: view.getFloat64(index * ENTRY_BYTES + 8),
  }));
}
