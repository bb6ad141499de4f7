import type { Language } from "../../contract/settings.ts";
import { gapLine } from "../../engine/log_cut.ts";
import { findFile, type Gap, type LogName, type LogShape, readShape } from "../../engine/log_shape.ts";
import { type LogTime, readTimes } from "../../engine/log_times.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import { closeDescriptor, openRegular, readAt } from "../../platform/files/open_regular.ts";
import { logFileIn, type LogLocation } from "./log_location.ts";

export interface LogFileOptions {
  /** Folder of all logs. */
  root: string;
  /** Made by the engine, below `root`; null when the run never had one. */
  logPath: string | null;
  /** Whether the run had a log for certain. */
  wasWritten: boolean;
  /** Whether nothing will be added any more. */
  complete: boolean;
  /** Of the line that stands for what was left out. */
  language: Language;
}

/** One step of a reader. */
export interface LogStep {
  shape: LogShape;
  /** Where it began, in the generation of the shape. */
  location: LogLocation;
  bytes: Uint8Array<ArrayBuffer>;
  /** Where to read on. */
  next: number;
  /** Bytes that were left out; then `bytes` is the line that says so. */
  skipped: number;
}

const NOTHING: LogShape = { size: 0, generation: 0, gap: null, moved: null };
const CHUNK = 256 * 1024;

/**
 * The log of a run: bytes on disk that may still grow, and whose middle may be missing. Where a task put something else in its
 * place, a link or a pipe, there is none.
 */
export class LogFile {
  /** Where it lies below the directory of logs; null when the run never had one. */
  readonly location: { root: string; path: string } | null;
  readonly complete: boolean;
  readonly #wasWritten: boolean;
  readonly #language: Language;

  constructor({ root, logPath, wasWritten, complete, language }: LogFileOptions) {
    this.location = logPath === null ? null : { root, path: logPath };
    this.#wasWritten = wasWritten;
    this.complete = complete;
    this.#language = language;
  }

  /** Tells what it looks like now; an empty one when there is none, or none any more. */
  shape(): Promise<LogShape> {
    return Promise.resolve(this.#at(readShape) ?? NOTHING);
  }

  /** Tells whether there was one and it was removed since. */
  isRemoved(): boolean {
    if (this.location === null || !this.complete || !this.#wasWritten) return false;
    return this.#at(readShape) === null;
  }

  /** Tells its size in bytes, as far as offsets go. */
  async size(): Promise<number> {
    return (await this.shape()).size;
  }

  /** Tells when it had which size. */
  async times(): Promise<LogTime[]> {
    return await this.#at((log) => {
      const file = findFile(log);
      // Opened before it waits, so the directory is held long enough.
      return file && readTimes(log, file.ino);
    }) ?? [];
  }

  /** Reads up to `length` bytes from `offset`, as they are in the file; fewer at the end. */
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

  // Null when there is no such directory any more, or it leads out, or the file cannot be opened.
  #at<T>(action: (log: LogName) => T): T | null {
    if (this.location === null) return null;
    try {
      using location = new FilesRoot(this.location.root).location(this.location.path);
      return action(location);
    } catch {
      return null;
    }
  }

  /** The line that stands for that many bytes which were left out. */
  gapLine(bytes: number): string {
    return gapLine(bytes, this.#language);
  }

  /**
   * Reads on from a place, up to `length` bytes: what stands there, or the line for what was left out there. What is done to
   * the log meanwhile cannot make it read a hole, or another place.
   */
  async readOn(from: LogLocation, length: number): Promise<LogStep> {
    for (let logLocation = from;;) {
      const bytes = await this.read(logLocation.offset, length);
      // Looked at after the bytes were read: of what it does not call left out, nothing was a hole then.
      const shape = await this.shape();
      const now = logFileIn(shape, logLocation);
      if (now.generation === logLocation.generation) return this.#step(shape, logLocation, bytes);
      logLocation = now;
    }
  }

  #step(shape: LogShape, logLocation: LogLocation, bytes: Uint8Array<ArrayBuffer>): LogStep {
    const { gap } = shape;
    const at = logLocation.offset;
    if (gap && at >= gap.start && at < gap.end) {
      const skipped = gap.end - at;
      return {
        shape,
        location: logLocation,
        bytes: encoder.encode(this.gapLine(skipped)),
        next: gap.end,
        skipped,
      };
    }
    const end = gap && at < gap.start ? Math.min(at + bytes.length, gap.start) : at + bytes.length;
    return { shape, location: logLocation, bytes: bytes.subarray(0, end - at), next: end, skipped: 0 };
  }

  /**
   * Opens what there is to read of it, with the line for what was left out. `length` is null while it may still change, for
   * then more may be left out than now.
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
    for (let location = { offset: 0, generation };;) {
      const step = await this.readOn(location, CHUNK);
      const left = logFileIn(step.shape, { offset: size, generation }).offset - step.location.offset;
      const bytes = step.skipped > 0 ? step.bytes : step.bytes.subarray(0, Math.max(0, left));
      if (bytes.length === 0 || left <= 0) return;
      location = { ...step.location, offset: step.next };
      yield bytes;
    }
  }

  /** Streams parts of it, one after the other, and bytes that are given; reads only as fast as they are taken. */
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

// One chunk at a time, as it is taken.
function streamOf(chunks: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  }, { highWaterMark: 0 });
}
