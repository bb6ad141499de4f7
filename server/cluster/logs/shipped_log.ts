// The log of one live run, and what of it is stored in the database. It is read through a descriptor of its own, so nothing
// waits for it and nothing it does can disturb the writer.
import { readAt } from "../../platform/files/open_regular.ts";
import { remainingParts } from "../../engine/logs/log_cut.ts";
import { findHead, type Gap } from "../../engine/logs/log_shape.ts";
import { OpenLog } from "../../engine/logs/open_log.ts";
import { chunkBytesFor, type ChunkRange, endOf, mergeableEnd, trimExtent } from "./log_extent.ts";
import type { LogChunk } from "./log_rows.ts";

/** The shortest time between two parts, so that short lines that follow each other share a row. */
const MIN_INTERVAL_MS = 400;
/** A run that ends sooner has its log stored once, as a whole. */
const FIRST_MS = 100;
/** After a jump, the newest part of this size is shipped. */
const JUMP_BYTES = 512 * 1024;
const NEW_LINE = 0x0a;

export interface Shipment {
  log: ShippedLog;
  chunks: LogChunk[];
  /** Chunks to remove, in order. */
  removed: ChunkRange[];
  /** Chunks that become one, and their content. */
  merge: { from: ChunkRange[]; content: Uint8Array<ArrayBuffer> } | null;
  stored: ChunkRange[];
}

export class ShippedLog {
  /** Whether rows of an earlier start of the run may be left that must go. */
  isFresh: boolean;
  readonly #maxBytes: () => number;
  /** Null while unknown: after a restart, and after a commit whose result is unknown. */
  #stored: ChunkRange[] | null;
  /** When the last part was stored, on the monotonic clock. */
  #storedAt: number;
  #isClosed = false;

  /** `now` is of the monotonic clock. */
  constructor(
    readonly runId: number,
    private readonly log: OpenLog,
    options: { resumed: boolean; epoch: number; now: number; maxBytes(): number },
  ) {
    this.#maxBytes = options.maxBytes;
    this.isFresh = !options.resumed && options.epoch > 0;
    this.#storedAt = options.now - MIN_INTERVAL_MS + FIRST_MS;
    this.#stored = options.resumed ? null : [];
  }

  /** Whether it must be asked what is stored before anything is shipped. */
  get isUnknown(): boolean {
    return this.#stored === null;
  }

  /** Whether rows of it may be stored. */
  get hasChunks(): boolean {
    return this.isFresh || this.#stored === null || this.#stored.length > 0;
  }

  /** Offset of the next byte to ship. */
  get position(): number {
    const last = this.#stored?.at(-1);
    return last ? endOf(last) : 0;
  }

  /** Returns whether new output is there and either enough of it, or the first in a while, which somebody may wait for. */
  isDue(now: number): boolean {
    const left = this.log.size - this.position;
    return left >= chunkBytesFor(this.#maxBytes()) || left > 0 && now - this.#storedAt >= MIN_INTERVAL_MS;
  }

  /** Enters what is stored. */
  know(stored: ChunkRange[]): void {
    this.#stored = stored;
  }

  /** Marks what is stored as unknown. */
  forget(): void {
    this.#stored = null;
  }

  /** Enters the result of a commit. */
  committed({ stored }: Shipment, now: number): void {
    this.#stored = stored;
    this.isFresh = false;
    this.#storedAt = now;
  }

  /** Reads the next output, at most `budget` bytes. Throws errors of the file system and of location resolving. */
  async read(budget: number): Promise<Shipment> {
    const stored = [...this.#stored ?? []];
    const chunks: LogChunk[] = [];
    const chunkBytes = chunkBytesFor(this.#maxBytes());
    let position = await this.#afterBacklog();
    for (let left = budget; left > 0;) {
      const part = await this.#readPart(position, Math.min(chunkBytes, left));
      if (part.content.length === 0) break;
      chunks.push({ runId: this.runId, ...part });
      position = part.start + part.content.length;
      left -= part.content.length;
    }
    const all = [...stored, ...chunks.map(({ start, content }) => ({ start, length: content.length }))];
    const { remaining, removed } = trimExtent(all, this.#maxBytes());
    const storedChunks = new Set(stored);
    const removedStarts = new Set(removed.map(({ start }) => start));
    const shipped = chunks.filter(({ start }) => !removedStarts.has(start));
    const merge = await this.#merge(remaining.filter((one) => storedChunks.has(one)), chunkBytes);
    return {
      log: this,
      chunks: shipped,
      removed: removed.filter((one) => storedChunks.has(one)),
      merge,
      stored: merge ? merged(remaining, merge.from) : remaining,
    };
  }

  close(): void {
    if (!this.#isClosed) this.log.close();
    this.#isClosed = true;
  }

  // A run that prints faster than the database takes it skips to its newest output; its whole log is stored at the end.
  async #afterBacklog(): Promise<number> {
    const maxBytes = this.#maxBytes();
    const { first, last } = remainingParts(maxBytes);
    const { position } = this;
    const { size } = this.log;
    const isHeadStored = position + chunkBytesFor(maxBytes) > first;
    if (!isHeadStored || size - position <= last + maxBytes / 8) return position;
    const newest = size - Math.min(last, JUMP_BYTES);
    const bytes = await this.log.use((descriptor) => readAt(descriptor, newest, chunkBytesFor(maxBytes)));
    return newest + bytes.indexOf(NEW_LINE) + 1;
  }

  // Never returns bytes of a part that was cut out.
  async #readPart(
    from: number,
    length: number,
  ): Promise<{ start: number; content: Uint8Array<ArrayBuffer> }> {
    for (let start = from;;) {
      const bytes = await this.log.use((descriptor) => readAt(descriptor, start, length));
      // Queried after the read: what it does not list as cut was there.
      const gap = this.#gap();
      if (gap === null || start >= gap.end || start + bytes.length <= gap.start) {
        return { start, content: bytes.length < length ? bytes : wholeLines(bytes) };
      }
      if (start < gap.start) return { start, content: bytes.subarray(0, gap.start - start) };
      start = gap.end;
    }
  }

  #gap(): Gap | null {
    using location = this.log.location();
    return findHead(location, this.log.inode)?.gap ?? null;
  }

  async #merge(stored: readonly ChunkRange[], chunkBytes: number): Promise<Shipment["merge"]> {
    const from = mergeableEnd(stored, chunkBytes);
    const [first] = from ?? [];
    if (!from || !first) return null;
    const length = from.reduce((sum, one) => sum + one.length, 0);
    const content = await this.log.use((descriptor) => readAt(descriptor, first.start, length));
    const gap = this.#gap();
    const isWhole = content.length === length &&
      (gap === null || first.start >= gap.end || first.start + length <= gap.start);
    return isWhole ? { from, content } : null;
  }
}

function merged(chunks: readonly ChunkRange[], from: readonly ChunkRange[]): ChunkRange[] {
  const [first] = from;
  const mergedChunks = new Set(from);
  const length = from.reduce((sum, one) => sum + one.length, 0);
  return chunks.flatMap((one) =>
    one === first ? [{ start: one.start, length }] : mergedChunks.has(one) ? [] : [one]
  );
}

// Parts that are removed later then begin and end with a line.
function wholeLines(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const line = bytes.lastIndexOf(NEW_LINE);
  return line < 0 ? bytes : bytes.subarray(0, line + 1);
}
