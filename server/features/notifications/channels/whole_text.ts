// A message as one text, for services that know neither titles nor links, kept within what they take.
import { Buffer } from "node:buffer";
import type { Message } from "./channel_type.ts";

const MARK = "…";

export interface Room {
  /** Most of it, as `sizeOf` counts. */
  most: number;
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
  return write(shorten(content, { most: room.most, sizeOf: (middle) => room.sizeOf(write(middle)) }));
}

/** Cuts a text, between characters and with a mark, until it has room. */
export function shorten(text: string, { most, sizeOf }: Room): string {
  if (sizeOf(text) <= most) return text;
  const characters = [...text];
  let [fits, fails] = [0, characters.length];
  while (fails - fits > 1) {
    const half = (fits + fails) >> 1;
    if (sizeOf(characters.slice(0, half).join("") + MARK) <= most) fits = half;
    else fails = half;
  }
  return characters.slice(0, fits).join("") + MARK;
}
