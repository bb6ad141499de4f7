// Opens a log at its end, follows it while it grows, and loads other parts as the user scrolls there. However large or fast
// the log is: it reads one part at a time, adds new lines once per frame, and drops what is too much.

import { LogBuffer, type LogLimits, logLimits } from "./log_buffer.ts";
import { type LogPart, readParts } from "./log_bytes.ts";
import type { FollowedPart, LogBytes, LogMove, LogSource } from "./log_source.ts";

export interface LogState {
  phase: "loading" | "ready" | "failed";
  error: unknown;
  /** Increases with every change of the lines. */
  version: number;
  /** Size of the whole log as far as known, bytes. */
  size: number;
  ended: boolean;
  /** Whether the log existed and was deleted. */
  removed: boolean;
  atStart: boolean;
  /** Whether the last line in the window is the last of the log. */
  atEnd: boolean;
  busy: boolean;
  /** The position to scroll into view; the number distinguishes one request from the next. */
  target: { offset: number; request: number } | null;
}

export interface LogLoaderParts {
  source: LogSource;
  nextFrame(run: () => void): void;
  /** Called when a part could not be read; the next scroll tries again. */
  onProblem(error: unknown): void;
  limits?: LogLimits;
}

const partBytes = 256 * 1024;
const maxWaiting = 2_000_000;
const waitingTail = 500_000;

/** Manages the view of one log. Call `start` first, and `stop` when it is no longer visible. */
export class LogLoader {
  readonly buffer: LogBuffer;
  readonly #parts: LogLoaderParts;
  #state: LogState = {
    phase: "loading",
    error: null,
    version: 0,
    size: 0,
    ended: false,
    removed: false,
    atStart: false,
    atEnd: false,
    busy: false,
    target: null,
  };
  #listeners = new Set<() => void>();
  #abort = new AbortController();
  #unfollow: (() => void) | null = null;
  #waiting: LogPart[] = [];
  #waitingCharacters = 0;
  #skipped = false;
  #held = false;
  /** The first visible byte. */
  #topOffset = 0;
  #generation = 0;

  constructor(parts: LogLoaderParts) {
    this.#parts = parts;
    this.buffer = new LogBuffer(parts.limits ?? logLimits);
  }

  state = (): LogState => this.#state;

  onChange = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  start(): void {
    void this.toEnd();
  }

  stop(): void {
    this.#detach();
    this.#abort.abort();
  }

  /**
   * Protects the lines being read: while held, nothing is dropped at the start, and the loader stops following when new
   * lines no longer fit.
   */
  hold(held: boolean): void {
    this.#held = held;
  }

  /** Sets the first visible byte. */
  setTopOffset(offset: number): void {
    this.#topOffset = offset;
  }

  get topOffset(): number {
    return this.#topOffset;
  }

  /** Shows the end of the log and follows it from there. */
  async toEnd(): Promise<void> {
    this.#detach();
    await this.#load(async (signal) => {
      const read = await this.#parts.source.readLast(partBytes, signal);
      const ends = { atStart: read.offset === 0, atEnd: read.complete };
      this.#fill(readParts(read.bytes, { ...read, ...ends, towards: "start" }), read);
      this.#attach();
    });
  }

  async toStart(): Promise<void> {
    await this.#showAround(0, { from: 0 });
  }

  /** Scrolls to a byte of the log; `line` is the number of its line as displayed, if known. */
  async show(offset: number, line?: number): Promise<void> {
    if (this.#state.phase === "ready" && this.buffer.indexAt(offset) >= 0) return this.#aim(offset, line);
    await this.#showAround(offset, { line });
  }

  async #showAround(
    offset: number,
    { from, line }: { from?: number; line?: number | undefined },
  ): Promise<void> {
    this.#detach();
    await this.#load(async (signal) => {
      const start = from ?? Math.max(0, offset - partBytes / 2);
      const read = await this.#parts.source.read(start, start + partBytes, signal);
      const reached = start + read.bytes.length >= read.size;
      const ends = { atStart: start === 0, atEnd: reached && read.complete };
      this.#fill(readParts(read.bytes, { ...read, offset: start, ...ends, towards: "both" }), read);
      if (reached || this.buffer.next >= read.size) this.#attach();
      this.#aim(offset, line);
    });
  }

  #aim(offset: number, line: number | undefined): void {
    const index = this.buffer.indexAt(offset);
    if (line !== undefined && index >= 0) this.buffer.number(index, line);
    this.#become({ target: { offset, request: (this.#state.target?.request ?? 0) + 1 } });
  }

  /** Loads the part before the first line. */
  async loadEarlier(): Promise<void> {
    const { phase, busy, atStart } = this.#state;
    if (phase !== "ready" || busy || atStart) return;
    await this.#load(async (signal) => {
      const end = this.buffer.offset;
      const start = Math.max(0, end - partBytes);
      const read = await this.#parts.source.read(start, end, signal);
      if (end !== this.buffer.offset) return; // lines were dropped meanwhile, so this part no longer fits
      if (this.#hasMoved(read.generation, null)) return;
      const ends = { atStart: start === 0, atEnd: true };
      const parts = readParts(read.bytes, { ...read, offset: start, ...ends, towards: "start" });
      const last = parts.length - 1;
      const dropped = parts.map((part, index) => index === last ? { ...part, next: end } : part)
        .reverse().map((part) => this.buffer.prepend(part).dropped);
      if (dropped.some((count) => count > 0)) this.#detach();
      this.#know(read);
    });
  }

  /** Loads the part after the last line, when the window does not reach the end. */
  async loadLater(): Promise<void> {
    const { phase, busy, atEnd } = this.#state;
    if (phase !== "ready" || busy || atEnd) return;
    await this.#load(async (signal) => {
      const start = this.buffer.next;
      const read = await this.#parts.source.read(start, start + partBytes, signal);
      if (this.#hasMoved(read.generation, null)) return;
      const reached = start + read.bytes.length >= read.size;
      const ends = { atStart: true, atEnd: reached && read.complete };
      for (const part of readParts(read.bytes, { ...read, offset: start, ...ends, towards: "end" })) {
        this.buffer.append(part);
      }
      this.#know(read);
      if (reached || this.buffer.next >= read.size) this.#attach();
    });
  }

  #fill([first, ...others]: LogPart[], read: LogBytes): void {
    if (first) this.buffer.reset(first);
    for (const part of others) this.buffer.append(part);
    this.#generation = read.generation;
    this.#know(read);
  }

  /**
   * Returns whether positions have changed since these lines were read; then it reads them again, around the first
   * visible one.
   */
  #hasMoved(generation: number, moved: LogMove | null): boolean {
    if (generation === this.#generation) return false;
    if (this.#held) void this.#showAround(movedTo(this.#topOffset, moved), {});
    else void this.toEnd();
    return true;
  }

  async #load(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = this.#abort = this.#renewed();
    this.#become({ busy: true });
    try {
      await work(abort.signal);
      if (!abort.signal.aborted) this.#become({ phase: "ready", error: null, busy: false });
    } catch (error) {
      if (abort.signal.aborted) return;
      if (this.#state.phase === "ready") this.#parts.onProblem(error);
      else this.#become({ phase: "failed", error });
      this.#become({ busy: false });
    }
  }

  #renewed(): AbortController {
    this.#abort.abort();
    return new AbortController();
  }

  #know({ size, complete, removed }: LogBytes): void {
    const known = Math.max(size, this.buffer.next);
    this.#become({ size: known, ended: complete, removed, version: this.#state.version + 1 });
  }

  #attach(): void {
    this.#become({ atEnd: true });
    if (this.#state.ended) return;
    const position = { offset: this.buffer.next, generation: this.#generation };
    this.#unfollow = this.#parts.source.follow(position, {
      onPart: (part) => this.#take(part),
      onEnd: ({ size, generation, moved }) => {
        this.#flush();
        this.#become({ ended: true, size });
        this.#hasMoved(generation, moved);
      },
    });
  }

  #detach(): void {
    this.#unfollow?.();
    this.#unfollow = null;
    this.#waiting = [];
    this.#waitingCharacters = 0;
    this.#skipped = false;
    this.#become({ atEnd: false });
  }

  // Frames pause while the page is in the background, parts do not: so parts are dropped here, not when they are rendered.
  #take(part: FollowedPart): void {
    if (this.#hasMoved(part.generation, null)) return;
    if (this.#waiting.length === 0) this.#parts.nextFrame(() => this.#flush());
    this.#waiting.push(part);
    this.#waitingCharacters += part.text.length;
    if (this.#waitingCharacters <= maxWaiting) return;
    this.#skipped = true;
    while (this.#waiting.length > 1 && this.#waitingCharacters > waitingTail) {
      this.#waitingCharacters -= this.#waiting.shift()?.text.length ?? 0;
    }
  }

  #flush(): void {
    const [first, ...others] = this.#waiting;
    if (!first) return;
    if (this.#held && (this.#skipped || !this.buffer.hasRoomFor(this.#waitingCharacters))) {
      return this.#detach();
    }
    if (this.#skipped) this.buffer.reset(first);
    else this.buffer.append(first);
    for (const part of others) this.buffer.append(part);
    this.#waiting = [];
    this.#waitingCharacters = 0;
    this.#skipped = false;
    this.#become({ size: Math.max(this.#state.size, this.buffer.next), version: this.#state.version + 1 });
  }

  #become(change: Partial<LogState>): void {
    const atStart = this.buffer.offset === 0;
    this.#state = { ...this.#state, ...change, atStart };
    for (const listener of this.#listeners) listener();
  }
}

function movedTo(offset: number, moved: LogMove | null): number {
  if (!moved || offset < moved.start) return offset;
  return Math.max(moved.start, offset - moved.from + moved.to);
}
