// Looks through a log for a pattern, at the speed of the disk and within a time limit. Runs in a worker, so it reads and waits
// as it likes.
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
  /** Below it. */
  path: string;
  /** What to look through, in order; from one to the next is a line's end. */
  stretches: readonly Stretch[];
  pattern: BytePattern;
  /** Number of the line at the first byte. */
  line: number;
  /** Most matches to tell of. */
  limit: number;
  /** Whether to go on counting when there are that many. */
  countAll: boolean;
  /** Milliseconds. */
  timeLimitMs: number;
}

export interface ScanResult {
  items: LogMatch[];
  count: number;
  /** Where to look for more; null when there is no more. */
  next: { from: number; line: number } | null;
  /** Whether everything was looked at, for `count`. */
  counted: boolean;
}

const WINDOW = 1024 * 1024;
/** What is read again with the next window, so that a match at its edge has its line around it. */
const AROUND = 512;
const CONTEXT_BEFORE = 120;
const CONTEXT_AFTER = 240;

/** Looks through a log. Throws when it cannot be read. */
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
  /** Place of the first of them in the log. */
  base: number;
  /** Where to look on, counted from the base. */
  from: number;
  /** Whether the stretch ends with it. */
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
  // Shorter than it should be: somebody cut it meanwhile.
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

  /** Whether nothing more is wanted. */
  get isDone(): boolean {
    return this.#items.length >= this.#order.limit && !this.#order.countAll;
  }

  /** Looks through a window. Answers where the next one begins. */
  check({ bytes, base, from, isLast }: Window): number {
    // A match that begins later may go on, or have its line go on, in the next window.
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

  /** Counts the line that stands for what is left out between two stretches. */
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

// Continuation bytes of a character whose beginning was cut off.
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
