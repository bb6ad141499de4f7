// Finds where to cut a log that is too large: the first and the last part stay, at whole lines where possible.
import type { Language } from "../../contract/settings.ts";
import { readAt } from "../../platform/files/open_regular.ts";
import { runMessages } from "../run_messages.ts";
import type { Gap } from "./log_shape.ts";

const NEW_LINE = 0x0a;
/** How far (bytes) a cut may move to reach the end of a line; limited to a quarter of the part. */
const LINE_SEARCH = 64 * 1024;
/** Space for the gap line and for the last line, in bytes. */
const RESERVE = 2048;

/** Returns how many bytes at the beginning and at the end of a log of at most `maxBytes` are kept. */
export function remainingParts(maxBytes: number): { first: number; last: number } {
  const first = Math.floor(maxBytes / 2);
  return { first, last: maxBytes - first - RESERVE };
}

/**
 * Finds the part to cut from an open log of `size` bytes; an existing gap only grows. Returns null when nothing needs to be
 * cut.
 */
export async function findGap(
  descriptor: number,
  { size, maxBytes, gap }: { size: number; maxBytes: number; gap: Gap | null },
): Promise<Gap | null> {
  const { first, last } = remainingParts(maxBytes);
  const read = (from: number, length: number) => readAt(descriptor, from, length);
  const search = Math.min(LINE_SEARCH, Math.floor(last / 4));
  const start = gap?.start ?? await endOfLineBefore(read, first, search);
  const end = await startOfLineAfter(read, Math.max(size - last, 0), search);
  if (end <= (gap?.end ?? start)) return gap;
  return { start, end };
}

/** Returns the line that replaces the removed part, set off from the surrounding lines. */
export function gapLine(bytes: number, language: Language): string {
  return `\n## ${runMessages[language].leftOut(bytes.toLocaleString("en"))}\n`;
}

type Read = (from: number, length: number) => Promise<Uint8Array>;

async function endOfLineBefore(read: Read, index: number, search: number): Promise<number> {
  const from = Math.max(0, index - search);
  const bytes = await read(from, index - from);
  const line = bytes.lastIndexOf(NEW_LINE);
  if (line >= 0) return from + line + 1;
  let end = bytes.length;
  while (end > 0 && isContinuation(bytes[end - 1])) end--;
  // The character that begins here may be complete, but checking is not worth the effort.
  return from + Math.max(0, (bytes[end - 1] ?? 0) < 0x80 ? end : end - 1);
}

async function startOfLineAfter(read: Read, index: number, search: number): Promise<number> {
  const bytes = await read(index, search);
  const line = bytes.indexOf(NEW_LINE);
  if (line >= 0) return index + line + 1;
  const whole = bytes.findIndex((byte) => !isContinuation(byte));
  return index + Math.max(0, whole);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
