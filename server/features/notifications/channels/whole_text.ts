// Joins a message into one text within a size limit, for services that support neither titles nor links.
import { Buffer } from "node:buffer";
import type { Message } from "./channel_type.ts";

const MARK = "…";

export interface Room {
  /** The maximum, in the unit of `sizeOf`. */
  max: number;
  sizeOf(text: string): number;
}

/** Returns the length of a text in UTF-8 bytes. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

/** Joins title, content and link, and shortens the content until everything fits. */
export function wholeText({ title, content, link }: Message, room?: Room, gap = "\n\n"): string {
  const write = (middle: string) => [title, middle, link].filter(Boolean).join(gap);
  if (room === undefined) return write(content);
  return write(shorten(content, { max: room.max, sizeOf: (middle) => room.sizeOf(write(middle)) }));
}

/**
 * Shortens a text, with a mark, until it fits: of several lines it cuts those in the middle, because the end
 * of a log shows what happened; of a single line it cuts the end, between characters.
 */
export function shorten(text: string, room: Room): string {
  if (room.sizeOf(text) <= room.max) return text;
  const lines = longest(text.length, (stored) => withoutMiddle(text, stored), room);
  if (lines !== null) return lines;
  const characters = [...text];
  return longest(characters.length, (stored) => characters.slice(0, stored).join("") + MARK, room) ?? MARK;
}

// Keeps whole lines, a third of them from the start; returns null if a line is longer than its share.
function withoutMiddle(text: string, stored: number): string | null {
  const headEnd = text.lastIndexOf("\n", Math.floor(stored / 3));
  const tailStart = text.indexOf("\n", text.length - Math.floor(stored * 2 / 3));
  if (headEnd < 0 || tailStart < 0 || tailStart <= headEnd) return null;
  return `${text.slice(0, headEnd)}\n${MARK}${text.slice(tailStart)}`;
}

function longest(max: number, cut: (stored: number) => string | null, room: Room): string | null {
  let [fits, fails] = [0, max];
  let found: string | null = null;
  while (fails - fits > 1) {
    const half = (fits + fails) >> 1;
    const tried = cut(half);
    const hasRoom = tried === null || room.sizeOf(tried) <= room.max;
    if (hasRoom) [fits, found] = [half, tried ?? found];
    else fails = half;
  }
  return found;
}
