// Stores the panel's own log in files, for the page that displays it. It must never harm the panel: lines are buffered and
// written asynchronously, failed writes are retried later, and lines that do not fit are counted and dropped.
import { join } from "node:path";
import type { Clock, Timer } from "../clock.ts";
import { lineOf, type LogEntry } from "../logger.ts";
import { byAge, dayOf, type LogFileName, logFileName, readLogFileName } from "./scan_system_log.ts";
import { isoTime } from "../iso_time.ts";

const GATHER_MS = 200;
const RETRY_MS = 5_000;
/** Maximum bytes that wait for the disk. */
const MAX_WAITING = 2 * 1024 * 1024;
const DAY_MS = 86_400_000;

export interface SystemLogOptions {
  clock: Clock;
  /** Maximum bytes of one file. */
  fileBytes?: number;
  /** Maximum bytes of all files. */
  allBytes?: number;
  keepDays?: number;
}

interface OpenFile {
  file: Deno.FsFile;
  day: string;
  part: number;
  size: number;
}

type Listener = (entries: readonly LogEntry[]) => void;

export class SystemLogFiles {
  readonly #options: Required<SystemLogOptions>;
  readonly #encoder = new TextEncoder();
  readonly #listeners = new Set<Listener>();
  #folder: string | null = null;
  #open: OpenFile | null = null;
  /** Entries waiting to be written, and the unwritten rest of the previous ones. */
  #entries: LogEntry[] = [];
  #rest: Uint8Array = new Uint8Array();
  #waiting = 0;
  #lost = 0;
  /** How many dropped lines the log has already reported. */
  #reported = 0;
  #timer: Timer | null = null;
  #turn: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: SystemLogOptions) {
    this.#options = { fileBytes: 20_000_000, allBytes: 200_000_000, keepDays: 30, ...options };
  }

  /** Number of lines dropped since the start. */
  get lost(): number {
    return this.#lost;
  }

  /** Folder of the files; null before `open`. */
  get folder(): string | null {
    return this.#folder;
  }

  /** Adds a message; it is written a moment later, an error immediately. */
  add(entry: LogEntry): void {
    if (this.#closed) return;
    const size = entry.message.length + 100;
    if (this.#waiting + size > MAX_WAITING) return void this.#lost++;
    this.#waiting += size;
    this.#entries.push(entry);
    if (this.#folder !== null) this.#plan(entry.level === "error" ? 0 : GATHER_MS);
  }

  /** Begins to write to a folder, including the entries added so far. */
  async open(folder: string): Promise<void> {
    this.#folder = folder;
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => {});
    await this.flush();
  }

  /** Calls the listener with the written entries after every write. Returns a function that removes it. */
  onWritten(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Writes all waiting entries. Never throws. */
  flush(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = null;
    return this.#turn = this.#turn.then(() => this.#write());
  }

  /** Removes all files; later entries begin a new one. Throws file system errors. */
  async clear(): Promise<void> {
    const cleared = this.#turn.then(async () => {
      this.#shut();
      this.#rest = new Uint8Array();
      for (const { name } of this.#list()) await Deno.remove(join(this.#folder!, name));
    });
    this.#turn = cleared.catch(() => {});
    await cleared;
  }

  /** Writes all waiting entries and closes the file; later entries are ignored. */
  async close(): Promise<void> {
    await this.flush();
    this.#closed = true;
    this.#timer?.cancel();
    this.#shut();
  }

  /** Writes all waiting entries synchronously: for a process that is about to end. */
  flushNow(): void {
    if (this.#folder === null) return;
    const entries = this.#entries.splice(0);
    if (entries.length === 0) return;
    try {
      const name = logFileName(dayOf(this.#options.clock.now()), this.#open?.part ?? 0);
      const text = entries.map((entry) => `${lineOf(entry)}\n`).join("");
      Deno.writeTextFileSync(join(this.#folder, name), text, { append: true, mode: 0o600 });
    } catch {
      // There is nowhere left to report it.
    }
  }

  #plan(delayMs: number): void {
    if (delayMs === 0) return void this.flush();
    this.#timer ??= this.#options.clock.after(delayMs, () => void this.flush());
  }

  async #write(): Promise<void> {
    if (this.#folder === null || this.#closed) return;
    const entries = this.#entries.splice(0);
    this.#waiting = this.#rest.length;
    this.#rest = joined(this.#rest, this.#encoder.encode(this.#textOf(entries)));
    try {
      while (this.#rest.length > 0) await this.#writeSome(await this.#fileFor(this.#rest.length));
      this.#waiting = this.#entries.reduce((sum, { message }) => sum + message.length + 100, 0);
    } catch {
      this.#shut();
      this.#waiting = Math.max(this.#waiting, this.#rest.length);
      if (!this.#closed) this.#plan(RETRY_MS);
      return;
    }
    if (entries.length > 0) { for (const listener of this.#listeners) listener(entries); }
  }

  // Dropped lines are reported where they are missing.
  #textOf(entries: readonly LogEntry[]): string {
    const count = this.#lost - this.#reported;
    this.#reported = this.#lost;
    const time = isoTime(this.#options.clock.now());
    const warning: LogEntry = {
      time,
      level: "warn",
      message: "lines of this log were lost",
      fields: { count },
    };
    return [...entries, ...(count > 0 ? [warning] : [])].map((entry) => `${lineOf(entry)}\n`).join("");
  }

  async #writeSome(open: OpenFile): Promise<void> {
    const written = await open.file.write(this.#rest);
    open.size += written;
    this.#rest = this.#rest.subarray(written);
  }

  async #fileFor(bytes: number): Promise<OpenFile> {
    const day = dayOf(this.#options.clock.now());
    const open = this.#open;
    const fits = open !== null && (open.size === 0 || open.size + bytes <= this.#options.fileBytes);
    return open && fits && open.day === day ? open : await this.#openNext(day, bytes);
  }

  async #openNext(day: string, bytes: number): Promise<OpenFile> {
    this.#shut();
    const files = this.#list();
    const newest = files.findLast((file) => file.day === day);
    const size = newest ? (await Deno.stat(join(this.#folder!, newest.name))).size : 0;
    const isFull = size > 0 && size + bytes > this.#options.fileBytes;
    const part = (newest?.part ?? 0) + (isFull ? 1 : 0);
    this.#prune(files, logFileName(day, part));
    const path = join(this.#folder!, logFileName(day, part));
    await Deno.mkdir(this.#folder!, { recursive: true, mode: 0o700 });
    const file = await Deno.open(path, { append: true, create: true, mode: 0o600 });
    return this.#open = { file, day, part, size: isFull ? 0 : size };
  }

  #prune(files: readonly LogFileName[], current: string): void {
    const oldest = dayOf(this.#options.clock.now() - this.#options.keepDays * DAY_MS);
    let room = this.#options.allBytes - this.#options.fileBytes;
    for (const { name, day } of files.toReversed()) {
      if (name === current) continue;
      try {
        const path = join(this.#folder!, name);
        room -= Deno.statSync(path).size;
        if (day < oldest || room < 0) Deno.removeSync(path);
      } catch {
        // Tried again with the next file.
      }
    }
  }

  #list(): LogFileName[] {
    if (this.#folder === null) return [];
    try {
      const names = [...Deno.readDirSync(this.#folder)].map(({ name }) => readLogFileName(name));
      return names.filter((name) => name !== null).sort(byAge);
    } catch {
      return [];
    }
  }

  #shut(): void {
    try {
      this.#open?.file.close();
    } catch {
      // Already closed.
    }
    this.#open = null;
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
