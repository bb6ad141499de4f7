// A message as one text, for services that know neither titles nor links, kept within what they take.
import { Buffer } from "node:buffer";
import type { Message } from "./channel_type.ts";

const MARK = "…";

export interface Room {
  /** Most of it, as `sizeOf` counts. */
  max: number;
  sizeOf(text: string): number;
}

/** Counts the bytes of a text in UTF-8. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

/** Writes title, content and link below each other, the content shortened until all of it has room. */
export function wholeText({ title, content, link }: Message, room?: Room, gap = "\n\n"): string {
  const write = (middle: string) => [title, middle, link].filter(Boolean).join(gap);
  if (room === undefined) return write(content);
  return write(shorten(content, { max: room.max, sizeOf: (middle) => room.sizeOf(write(middle)) }));
}

/**
 * Cuts a text, with a mark, until it has room: of several lines those in the middle go, for a log says at its end what happened;
 * of one, its end, between characters.
 */
export function shorten(text: string, room: Room): string {
  if (room.sizeOf(text) <= room.max) return text;
  const lines = longest(text.length, (stored) => withoutMiddle(text, stored), room);
  if (lines !== null) return lines;
  const characters = [...text];
  return longest(characters.length, (stored) => characters.slice(0, stored).join("") + MARK, room) ?? MARK;
}

// Whole lines, a third of what is kept from the beginning; null where a line is longer than its share.
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
