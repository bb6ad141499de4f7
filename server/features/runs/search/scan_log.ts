// Scans a log for a pattern at disk speed and within a time limit. Runs in a worker, so it can read and block
// freely.
import { Buffer } from "node:buffer";
import { closeSync, readSync } from "node:fs";
import type { LogMatch } from "../../../contract/log_search.ts";
import { FilesRoot } from "../../../platform/files/files_root.ts";
import { openRegular } from "../../../platform/files/open_regular.ts";
import { wholeCharacters } from "../whole_characters.ts";
import type { BytePattern } from "../../../platform/text_pattern.ts";

export interface Stretch {
  start: number;
  end: number;
}

export interface ScanOrder {
  /** Directory of all logs. */
  root: string;
  /** Relative to `root`. */
  path: string;
  /** Byte ranges to scan, in order; a line ends between one and the next. */
  stretches: readonly Stretch[];
  pattern: BytePattern;
  /** Number of the line at the first byte. */
  line: number;
  /** Maximum number of matches to return. */
  limit: number;
  /** Whether to continue counting beyond the limit. */
  countAll: boolean;
  /** In ms. */
  timeLimitMs: number;
}

export interface ScanResult {
  items: LogMatch[];
  count: number;
  /** Where to continue; null if the scan is finished. */
  next: { from: number; line: number } | null;
  /** Whether everything was scanned, so that `count` is final. */
  counted: boolean;
}

const WINDOW = 1024 * 1024;
/** Bytes read again with the next window, so that a match at its edge has its line around it. */
const AROUND = 512;
const CONTEXT_BEFORE = 120;
const CONTEXT_AFTER = 240;

/** Scans a log. Throws if it cannot be read. */
export function scanLog(order: ScanOrder, now: () => number): ScanResult {
  const deadline = now() + order.timeLimitMs;
  const descriptor = openLog(order);
  try {
    const scan = new Scan(order);
    for (const { start, end } of order.stretches) {
      for (let at = start; at < end;) {
        if (scan.isDone) return scan.result(false, at);
        if (now() > deadline) return scan.result(false, at);
        at = scan.check(readWindow(descriptor, { start: at, from: start, end }));
      }
      scan.endStretch();
    }
    return scan.result(true, 0);
  } finally {
    closeSync(descriptor);
  }
}

function openLog({ root, path }: ScanOrder): number {
  using location = new FilesRoot(root).location(path);
  return openRegular(location.folder.at(location.name)).descriptor;
}

interface Window {
  /** One character per byte. */
  bytes: string;
  /** Offset of the first character in the log. */
  base: number;
  /** Where to continue, relative to `base`. */
  from: number;
  /** Whether it is the last window of the range. */
  isLast: boolean;
}

function readWindow(
  descriptor: number,
  { start, from, end }: { start: number; from: number; end: number },
): Window {
  const base = Math.max(from, start - AROUND);
  const buffer = Buffer.allocUnsafe(Math.min(WINDOW + (start - base), end - base));
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(descriptor, buffer, filled, buffer.length - filled, base + filled);
    if (count === 0) break;
    filled += count;
  }
  // Shorter than expected: the log was cut meanwhile.
  const isLast = base + filled >= end || filled < buffer.length;
  return { bytes: buffer.toString("latin1", 0, filled), base, from: Math.min(start - base, filled), isLast };
}

class Scan {
  readonly #order: ScanOrder;
  readonly #pattern: RegExp;
  readonly #items: LogMatch[] = [];
  #count = 0;
  #line: number;
  #next: { from: number; line: number } | null = null;

  constructor(order: ScanOrder) {
    this.#order = order;
    this.#line = order.line;
    this.#pattern = new RegExp(order.pattern.source, "g");
  }

  /** Whether no more matches are needed. */
  get isDone(): boolean {
    return this.#items.length >= this.#order.limit && !this.#order.countAll;
  }

  /** Scans a window. Returns the offset of the next one. */
  check({ bytes, base, from, isLast }: Window): number {
    // A later match, or its line, may extend into the next window.
    const until = isLast ? bytes.length : bytes.length - this.#order.pattern.longest - AROUND;
    let counted = from;
    let at = from;
    this.#pattern.lastIndex = from;
    for (
      let found = this.#pattern.exec(bytes);
      found && found.index < until;
      found = this.#pattern.exec(bytes)
    ) {
      this.#line += newLines(bytes, counted, found.index);
      counted = found.index;
      at = found.index + found[0].length;
      this.#take(bytes, base, found.index, found[0].length);
      if (this.isDone) break;
    }
    const end = Math.max(until, at);
    this.#line += newLines(bytes, counted, end);
    return isLast ? Infinity : base + end;
  }

  /** Counts the line that replaces the omitted bytes between two ranges. */
  endStretch(): void {
    this.#line++;
  }

  result(counted: boolean, at: number): ScanResult {
    const next = this.#next ?? (counted ? null : { from: at, line: this.#line });
    return { items: this.#items, count: this.#count, next, counted };
  }

  #take(bytes: string, base: number, index: number, length: number): void {
    this.#count++;
    if (this.#next) return;
    if (this.#items.length >= this.#order.limit) {
      this.#next = { from: base + index, line: this.#line };
      return;
    }
    const lineStart = bytes.lastIndexOf("\n", index - 1) + 1;
    const lineEnd = bytes.indexOf("\n", index + length);
    const start = Math.max(index === 0 ? 0 : lineStart, index - CONTEXT_BEFORE);
    const end = Math.min(lineEnd < 0 ? bytes.length : lineEnd, index + length + CONTEXT_AFTER);
    this.#items.push({
      offset: base + index,
      length,
      line: this.#line,
      before: decode(bytes.slice(start, index).replace(BROKEN_START, "")),
      text: decode(bytes.slice(index, index + length)),
      after: decodeBeginning(bytes.slice(index + length, Math.max(end, index + length))),
    });
  }
}

// Continuation bytes of a character whose start was cut off.
const BROKEN_START = /^[\x80-\xbf]{1,3}/;

function decode(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function decodeBeginning(bytes: string): string {
  return new TextDecoder().decode(wholeCharacters(new Uint8Array(Buffer.from(bytes, "latin1")), false));
}

function newLines(bytes: string, from: number, to: number): number {
  let count = 0;
  for (let at = bytes.indexOf("\n", from); at >= 0 && at < to; at = bytes.indexOf("\n", at + 1)) count++;
  return count;
}
