// Searches one file of any size for a byte pattern, one window at a time. Runs in a worker.
import { Buffer } from "node:buffer";
import { closeSync, readSync } from "node:fs";
import { ROW_BREAK } from "../../contract/log_text/visible_text.ts";
import { hasControls, visibleBytes } from "../visible_bytes.ts";
import { openRegular } from "./open_regular.ts";
import type { WalkedEntry } from "./walk_tree.ts";
import { trimEnd } from "../../contract/trim_end.ts";

/** A line with a match, shortened around the first match. */
export interface FoundLine {
  line: number;
  text: string;
}

export interface FileScan {
  /** One character per byte, global. */
  pattern: RegExp;
  /** Maximum length of a match in bytes. */
  longest: number;
  /** Maximum number of lines to report. */
  max: number;
  /** Larger files (in bytes) are not searched. */
  largest: number;
  /** Whether to search what a log shows, instead of its bytes. */
  rendered: boolean;
  isLate(): boolean;
}

export interface FileFinds {
  lines: FoundLine[];
  /** Whether the file was searched to its end. */
  complete: boolean;
}

const WINDOW = 4 * 1024 * 1024;
/** A zero byte within this many bytes means that the file is not text. */
const CHECKED_AT = 8192;
const CONTEXT_BEFORE = 60;
const CONTEXT_AFTER = 140;

/** Searches a file; files that are binary, too large or unreadable have no matches. */
export function scanFile({ folder, name, stats }: WalkedEntry, scan: FileScan): FileFinds {
  const nothing = { lines: [], complete: true };
  if (!stats.isFile() || stats.size === 0 || stats.size > scan.largest) return nothing;
  let descriptor: number | undefined;
  try {
    const file = openRegular(folder.at(name));
    descriptor = file.descriptor;
    if (file.stats.size > scan.largest) return nothing;
    return scanFolder(descriptor, file.stats.size, scan);
  } catch {
    return nothing;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function scanFolder(descriptor: number, size: number, scan: FileScan): FileFinds {
  const lines: FoundLine[] = [];
  const buffer = Buffer.allocUnsafe(Math.min(WINDOW, size));
  let [carried, line] = ["", 1];
  for (let at = 0; at < size;) {
    const read = readInto(descriptor, buffer.subarray(0, Math.min(buffer.length, size - at)), at);
    if (at === 0 && !scan.rendered && read.subarray(0, CHECKED_AT).includes(0)) {
      return { lines, complete: true };
    }
    at = read.length === 0 ? size : at + read.length;
    const bytes = carried + read.toString("latin1");
    const end = at >= size ? bytes.length : endOfWhole(bytes, scan.longest);
    const isRendered = scan.rendered && hasControls(bytes);
    const text = isRendered ? visibleBytes(bytes.slice(0, end)) : bytes;
    const until = isRendered ? text.length : end;
    for (const found of linesWith(text, { line, end: until, pattern: scan.pattern })) {
      // A line may be longer than a window.
      if (lines.at(-1)?.line === found.line) continue;
      if (lines.length === scan.max) return { lines, complete: false };
      lines.push(found);
    }
    line += newLines(bytes, end);
    carried = bytes.slice(end);
    if (at < size && scan.isLate()) return { lines, complete: false };
  }
  return { lines, complete: true };
}

// The end of the last complete line; in a line longer than a window, the position before which no match can continue.
function endOfWhole(bytes: string, longest: number): number {
  return bytes.lastIndexOf("\n") + 1 || Math.max(0, bytes.length - longest);
}

function readInto(descriptor: number, buffer: Buffer, start: number): Buffer {
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(descriptor, buffer, filled, buffer.length - filled, start + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}

function newLines(bytes: string, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf("\n"); at >= 0 && at < end; at = bytes.indexOf("\n", at + 1)) count++;
  return count;
}

// Each line once, with the text around its first match. Matches that begin at `end` or later are left to the next window.
function* linesWith(
  bytes: string,
  { line: first, end: until, pattern }: { line: number; end: number; pattern: RegExp },
): Generator<FoundLine, void> {
  let line = first;
  let counted = 0;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(bytes); found && found.index < until; found = pattern.exec(bytes)) {
    for (
      let at = bytes.indexOf("\n", counted);
      at >= 0 && at < found.index;
      at = bytes.indexOf("\n", at + 1)
    ) {
      line++;
      counted = at + 1;
    }
    const end = bytes.indexOf("\n", found.index);
    yield { line, text: shorten(bytes, { counted, found, end: end < 0 ? bytes.length : end }) };
    if (end < 0) return;
    pattern.lastIndex = Math.max(end, found.index + found[0].length);
  }
}

function shorten(
  bytes: string,
  { counted, found, end }: { counted: number; found: RegExpExecArray; end: number },
): string {
  const from = Math.max(counted, found.index - CONTEXT_BEFORE);
  const until = Math.min(end, found.index + found[0].length + CONTEXT_AFTER);
  // The text may be cut in the middle of a character at either end.
  const text = Buffer.from(bytes.slice(from, until), "latin1").toString("utf8").replace(/\r$/, "")
    .replaceAll(ROW_BREAK, "\u23ce");
  const whole = from > counted ? `…${text.replace(/^\ufffd+/, "")}` : text;
  return until < end ? `${trimEnd(whole, "\ufffd")}…` : whole;
}
