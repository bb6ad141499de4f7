// Scans what a log shows for a pattern, at disk speed and within a time limit. Runs in a worker, so it can read and block
// freely.
import { Buffer } from "node:buffer";
import { closeSync, readSync } from "node:fs";
import type { LogMatch } from "../../../contract/log_search.ts";
import { FilesRoot } from "../../../platform/files/files_root.ts";
import { openRegular } from "../../../platform/files/open_regular.ts";
import { visibleRows, writtenAt } from "../../../contract/log_text/visible_text.ts";
import { hasControls, utf8Bytes, visibleBytes } from "../../../platform/visible_bytes.ts";
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
  /** Byte ranges of the log, in order; a line ends between one and the next. */
  stretches: readonly Stretch[];
  /** The first byte at which a match may begin. */
  from: number;
  pattern: BytePattern;
  /** Number of the line at `from`. */
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
/** In a line longer than a window: bytes read again with the next one, so that a match at its edge has text around it. */
const AROUND = 512;
/** Bytes before `from` in which its line begins, or else the text that overwrites it is taken for a line of its own. */
const LINE_BEFORE = 64 * 1024;
const CONTEXT_BEFORE = 120;
const CONTEXT_AFTER = 240;

/** Scans a log. Throws if it cannot be read. */
export function scanLog(order: ScanOrder, now: () => number): ScanResult {
  const deadline = now() + order.timeLimitMs;
  const descriptor = openLog(order);
  try {
    const scan = new Scan(order);
    for (const { start, end } of order.stretches) {
      if (end <= order.from) continue;
      for (let at = lineStart(descriptor, start, order.from); at < end;) {
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

/** Returns where the line begins that a scan starts in. */
function lineStart(descriptor: number, start: number, from: number): number {
  if (from <= start) return start;
  const buffer = Buffer.allocUnsafe(Math.min(LINE_BEFORE, from - start));
  const count = readSync(descriptor, buffer, 0, buffer.length, from - buffer.length);
  const end = buffer.toString("latin1", 0, count).lastIndexOf("\n");
  return end >= 0 ? from - buffer.length + end + 1 : buffer.length === from - start ? start : from;
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

/** A match in the text of its line. */
interface Found {
  /** What the line shows, or the bytes around it. */
  text: string;
  index: number;
  length: number;
  /** Position and length in the log. */
  offset: number;
  bytes: number;
}

interface Matches {
  /** What the line shows. */
  text: string;
  matches: readonly { index: number; length: number }[];
  /** Where the line begins in the log. */
  offset: number;
  /** Matches from here on are left to the next window. */
  until: number;
}

/** The lines of a window to scan, relative to its first byte. */
interface Part {
  base: number;
  from: number;
  /** Where the next part begins. */
  until: number;
  /** The end of what is scanned: later than `until` in a line longer than the window. */
  end: number;
}

class Scan {
  readonly #pattern: RegExp;
  readonly #items: LogMatch[] = [];
  #count = 0;
  #line: number;
  #next: { from: number; line: number } | null = null;

  constructor(private readonly order: ScanOrder) {
    this.#line = order.line;
    this.#pattern = new RegExp(order.pattern.source, "g");
  }

  /** Whether no more matches are needed. */
  get isDone(): boolean {
    return this.#items.length >= this.order.limit && !this.order.countAll;
  }

  /** Scans a window up to its last whole line. Returns the offset of the next one. */
  check({ bytes, base, from, isLast }: Window): number {
    // A match in a line longer than the window, or the text around it, may extend into the next one.
    const whole = isLast ? bytes.length : endOfLines(bytes, from);
    const until = whole ?? bytes.length - this.order.pattern.longest - AROUND;
    const part = { base, from, until, end: whole ?? bytes.length };
    const next = hasControls(bytes) ? this.#checkVisible(bytes, part) : this.#checkPlain(bytes, part);
    return isLast ? Infinity : base + next;
  }

  #checkPlain(bytes: string, { base, from, until }: Part): number {
    let [counted, next] = [from, until];
    this.#pattern.lastIndex = Math.max(from, this.order.from - base);
    for (
      let found = this.#pattern.exec(bytes);
      found && found.index < until;
      found = this.#pattern.exec(bytes)
    ) {
      const { index, 0: { length } } = found;
      this.#line += newLines(bytes, counted, index);
      counted = index;
      next = Math.max(until, index + length);
      this.#take({ text: bytes, index, length, offset: base + index, bytes: length });
      if (this.isDone) break;
    }
    this.#line += newLines(bytes, counted, until);
    return next;
  }

  // The lines that are shown are the lines that were written, one by one.
  #checkVisible(bytes: string, { base, from, until, end: last }: Part): number {
    const written = bytes.slice(from, last);
    const visible = visibleBytes(written);
    let [start, writtenStart] = [0, 0];
    this.#pattern.lastIndex = 0;
    for (let found = this.#pattern.exec(visible); found;) {
      for (let end = visible.indexOf("\n", start); end >= 0 && end < found.index;) {
        start = end + 1;
        writtenStart = written.indexOf("\n", writtenStart) + 1;
        this.#line++;
        end = visible.indexOf("\n", start);
      }
      const end = lineEnd(visible, start);
      const matches: { index: number; length: number }[] = [];
      for (; found && found.index < end; found = this.#pattern.exec(visible)) {
        matches.push({ index: found.index - start, length: found[0].length });
      }
      const line = written.slice(writtenStart, lineEnd(written, writtenStart));
      const offset = base + from + writtenStart;
      this.#takeAll(line, { text: visible.slice(start, end), matches, offset, until: base + until });
      if (this.isDone) break;
    }
    this.#line += newLines(visible, start, visible.length);
    return until;
  }

  #takeAll(line: string, { text, matches, offset, until }: Matches): void {
    if (this.#next && offset + line.length <= until) {
      this.#count += matches.length;
      return;
    }
    const rows = visibleRows(line, utf8Bytes);
    const found = matches.map(({ index, length }): Found => {
      const at = writtenAt(rows, index);
      const bytes = Math.max(1, writtenAt(rows, index + length - 1) + 1 - at);
      return { text, index, length, offset: offset + at, bytes };
    });
    // In the order of the log, not of its rows: a position in the log is where a search goes on.
    for (const one of found.sort((a, b) => a.offset - b.offset)) {
      if (one.offset >= this.order.from && one.offset < until) this.#take(one);
      if (this.isDone) return;
    }
  }

  /** Counts the line that replaces the omitted bytes between two ranges. */
  endStretch(): void {
    this.#line++;
  }

  result(counted: boolean, at: number): ScanResult {
    const next = this.#next ?? (counted ? null : { from: at, line: this.#line });
    return { items: this.#items, count: this.#count, next, counted };
  }

  #take({ text, index, length, offset, bytes }: Found): void {
    this.#count++;
    if (this.#next) return;
    if (this.#items.length >= this.order.limit) {
      this.#next = { from: offset, line: this.#line };
      return;
    }
    const [before = ""] = text.slice(Math.max(0, index - CONTEXT_BEFORE), index).split(LINE_ENDS).slice(-1);
    const [after = ""] = text.slice(index + length, index + length + CONTEXT_AFTER).split(LINE_ENDS);
    this.#items.push({
      offset,
      length: bytes,
      line: this.#line,
      before: decode(before.replace(BROKEN_START, "")),
      text: decode(text.slice(index, index + length)),
      after: decodeBeginning(after),
    });
  }
}

// Lines end with one, rows of a line with the other.
const LINE_ENDS = /[\n\v]/;
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

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** Returns the end of the last whole line after a position; null if there is none. */
function endOfLines(bytes: string, from: number): number | null {
  const end = bytes.lastIndexOf("\n") + 1;
  return end > from ? end : null;
}
