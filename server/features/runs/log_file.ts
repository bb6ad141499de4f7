import { join } from "node:path";
import { countHeaderLines } from "../../contract/log_messages.ts";
import type { Language } from "../../contract/settings.ts";
import { gapLine } from "../../engine/logs/log_cut.ts";
import { findFile, type Gap, type LogName, type LogShape, readShape } from "../../engine/logs/log_shape.ts";
import { type LogTime, readTimes } from "../../engine/logs/log_times.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import { closeDescriptor, openRegular, readAt } from "../../platform/files/open_regular.ts";

export interface LogFileOptions {
  /** Directory of all logs. */
  root: string;
  /** Set by the engine, relative to `root`; null if the run never had a log. */
  logPath: string | null;
  /** Whether the run certainly had a log. */
  wasWritten: boolean;
  /** Whether nothing more will be added. */
  complete: boolean;
  /** Language of the line that replaces omitted bytes. */
  language: Language;
}

/** The result of one read. */
export interface LogStep {
  shape: LogShape;
  /** Where the read started, in the generation of the shape. */
  position: LogPosition;
  bytes: Uint8Array<ArrayBuffer>;
  /** Offset of the next read. */
  next: number;
  /** Number of bytes omitted; if any, `bytes` is the line that reports them. */
  skipped: number;
}

const NOTHING: LogShape = { size: 0, generation: 0, gap: null, moved: null };
const CHUNK = 256 * 1024;
/** More than a header, in either language. */
const HEADER_BYTES = 256;
const decoder = new TextDecoder();

/**
 * The log of a run: a file on disk that may still grow and whose middle may be cut out. If a task replaced it
 * with a link or a pipe, there is no log.
 */
export class LogFile {
  /** Path below the directory of logs; null if the run never had a log. */
  readonly file: { root: string; path: string } | null;
  readonly complete: boolean;
  readonly #wasWritten: boolean;
  readonly #language: Language;

  constructor({ root, logPath, wasWritten, complete, language }: LogFileOptions) {
    this.file = logPath === null ? null : { root, path: logPath };
    this.#wasWritten = wasWritten;
    this.complete = complete;
    this.#language = language;
  }

  /** Returns the current shape; an empty one if there is no log, or no longer. */
  shape(): Promise<LogShape> {
    return Promise.resolve(this.#at(readShape) ?? NOTHING);
  }

  /**
   * Returns the size of whatever is at the path of the log; 0 if there is nothing. Costs a tenth of opening the log, and
   * is only good for noticing that it has changed.
   */
  sizeAtPath(): number {
    if (this.file === null) return 0;
    try {
      return Deno.lstatSync(join(this.file.root, this.file.path)).size;
    } catch {
      return 0;
    }
  }

  isRemoved(): boolean {
    if (this.file === null || !this.complete || !this.#wasWritten) return false;
    return this.#at(readShape) === null;
  }

  /** Returns the size in bytes, in terms of offsets. */
  async size(): Promise<number> {
    return (await this.shape()).size;
  }

  /** Returns the size of the log at recorded times. */
  async times(): Promise<LogTime[]> {
    return await this.#at((log) => {
      const file = findFile(log);
      // Opens the file before the first await, while the directory is still held open.
      return file && readTimes(log, file.ino);
    }) ?? [];
  }

  /** Reads up to `length` raw bytes from `offset`; fewer at the end. */
  async read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (length <= 0) return new Uint8Array(0);
    const file = this.#at(({ folder, name }) => openRegular(folder.at(name)));
    if (!file) return new Uint8Array(0);
    try {
      return await readAt(file.descriptor, offset, length);
    } finally {
      await closeDescriptor(file.descriptor);
    }
  }

  /** Returns how many lines at the start are the panel's header. */
  async headerLines(): Promise<number> {
    const [first, second] = decoder.decode(await this.read(0, HEADER_BYTES)).split("\n");
    return countHeaderLines(first, second);
  }

  // Returns null if the directory is gone or leads outside the root, or if the file cannot be opened.
  #at<T>(action: (log: LogName) => T): T | null {
    if (this.file === null) return null;
    try {
      using location = new FilesRoot(this.file.root).location(this.file.path);
      return action(location);
    } catch {
      return null;
    }
  }

  /** Returns the line that replaces this many omitted bytes. */
  gapLine(bytes: number): string {
    return gapLine(bytes, this.#language);
  }

  /**
   * Reads up to `length` bytes from a position, or the line that replaces bytes omitted there. Changes made
   * to the log meanwhile cannot make it read a hole or the wrong position.
   */
  async readOn(from: LogPosition, length: number): Promise<LogStep> {
    for (let position = from;;) {
      const bytes = await this.read(position.offset, length);
      // Queried after the read: bytes that this shape does not list as omitted were no hole at that time.
      const shape = await this.shape();
      const now = positionIn(shape, position);
      if (now.generation === position.generation) return this.#step(shape, position, bytes);
      position = now;
    }
  }

  #step(shape: LogShape, position: LogPosition, bytes: Uint8Array<ArrayBuffer>): LogStep {
    const { gap } = shape;
    const at = position.offset;
    if (gap && at >= gap.start && at < gap.end) {
      const skipped = gap.end - at;
      return {
        shape,
        position,
        bytes: encoder.encode(this.gapLine(skipped)),
        next: gap.end,
        skipped,
      };
    }
    const end = gap && at < gap.start ? Math.min(at + bytes.length, gap.start) : at + bytes.length;
    return { shape, position, bytes: bytes.subarray(0, end - at), next: end, skipped: 0 };
  }

  /**
   * Opens everything that can be read, with the line for omitted bytes. `length` is null while the log may
   * still change, because more bytes may be cut out later.
   */
  whole(shape: LogShape): { length: number | null; body: ReadableStream<Uint8Array> } {
    const { size, gap } = shape;
    if (!this.complete) return { length: null, body: streamOf(this.#untilNow(shape)) };
    if (!gap) return { length: size, body: this.stream([{ start: 0, end: size }]) };
    const mark = encoder.encode(this.gapLine(gap.end - gap.start));
    const parts = [{ start: 0, end: gap.start }, mark, { start: gap.end, end: size }];
    return { length: gap.start + mark.length + size - gap.end, body: this.stream(parts) };
  }

  async *#untilNow({ size, generation }: LogShape): AsyncGenerator<Uint8Array, void> {
    for (let position = { offset: 0, generation };;) {
      const step = await this.readOn(position, CHUNK);
      const left = positionIn(step.shape, { offset: size, generation }).offset - step.position.offset;
      const bytes = step.skipped > 0 ? step.bytes : step.bytes.subarray(0, Math.max(0, left));
      if (bytes.length === 0 || left <= 0) return;
      position = { ...step.position, offset: step.next };
      yield bytes;
    }
  }

  /** Streams parts of the log and given bytes in order; reads only as fast as the consumer. */
  stream(parts: readonly (Gap | Uint8Array)[]): ReadableStream<Uint8Array> {
    return streamOf(this.#chunks(parts));
  }

  async *#chunks(parts: readonly (Gap | Uint8Array)[]): AsyncGenerator<Uint8Array, void> {
    for (const part of parts) {
      if (part instanceof Uint8Array) {
        yield part;
        continue;
      }
      for (let at = part.start; at < part.end;) {
        const chunk = await this.read(at, Math.min(CHUNK, part.end - at));
        if (chunk.length === 0) return;
        at += chunk.length;
        yield chunk;
      }
    }
  }
}

const encoder = new TextEncoder();

// Reads one chunk per pull.
function streamOf(chunks: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  }, { highWaterMark: 0 });
}

/** A position in a log. Cutting out the middle of a log starts a new generation of offsets. */
export interface LogPosition {
  offset: number;
  generation: number;
}

/**
 * Parses the last event id of a reader that reconnects: `offset` or `generation-offset`. Returns null for
 * anything else.
 */
export function readEventId(eventId: string | null): LogPosition | null {
  const [, generation, offset] = /^(?:(\d{1,9})-)?(\d{1,15})$/.exec(eventId ?? "") ?? [];
  return offset === undefined ? null : { offset: Number(offset), generation: Number(generation ?? 0) };
}

/**
 * Maps a position to the current generation of the log; a position in the omitted part becomes that of the
 * line that replaces it.
 */
export function positionIn(
  { generation, moved }: LogShape,
  { offset, generation: then }: LogPosition,
): LogPosition {
  if (then >= generation || moved === null) return { offset, generation };
  if (offset >= moved.from) return { offset: offset - moved.from + moved.to, generation };
  return { offset: Math.min(offset, moved.start), generation };
}
