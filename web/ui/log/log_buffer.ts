// The lines of a log that are kept in memory: a window of whole lines over the file that grows at either end and loses what
// is too much at the other.

import { type AnsiStyle, plain, styleAfter } from "./ansi.ts";
import type { LogPart } from "./log_bytes.ts";
import { leftOutBytes, type LogLine } from "./log_line.ts";

export interface LogLimits {
  /** Lines kept at most. */
  lines: number;
  /** Characters kept at most, of all lines together. */
  characters: number;
  /** Characters of one line that are kept; the rest is only counted. */
  lineCharacters: number;
}

export const logLimits: LogLimits = { lines: 200_000, characters: 24_000_000, lineCharacters: 5000 };

/** A line start whose place in the file is known. */
interface Anchor {
  key: number;
  offset: number;
}

/** Keeps the window. Every change is made by `reset`, `append` or `prepend`. */
export class LogBuffer {
  readonly #limits: LogLimits;
  #lines: string[] = [];
  /** The first byte of each line. */
  #starts: number[] = [];
  #firstKey = 0;
  #styles = new Map<number, AnsiStyle>();
  #cuts = new Map<number, number>();
  #gaps = new Map<number, number>();
  #anchors: Anchor[] = [];
  #characters = 0;
  /** Whether the last line still lacks its end. */
  #open = false;
  #tailStyle: AnsiStyle = plain;
  #firstNumber: number | null = null;
  #offset = 0;
  #next = 0;

  constructor(limits: LogLimits = logLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#lines.length;
  }

  /** Place of the first kept byte in the file. */
  get offset(): number {
    return this.#offset;
  }

  /** Place after the last kept byte. */
  get next(): number {
    return this.#next;
  }

  get firstKey(): number {
    return this.#firstKey;
  }

  /** Tells whether that many characters can be added, however many lines they are, without anything being dropped. */
  hasRoomFor(characters: number): boolean {
    return !this.#isTooMuch(this.#lines.length + characters, this.#characters + characters);
  }

  /** Gives a line by its place in the window. */
  line(index: number): LogLine | undefined {
    const text = this.#lines[index];
    if (text === undefined) return undefined;
    const key = this.#firstKey + index;
    return {
      key,
      text,
      style: this.#styles.get(key) ?? plain,
      cut: this.#cuts.get(key) ?? 0,
      number: this.#firstNumber === null ? null : this.#firstNumber + index,
      start: this.#starts[index] ?? this.#next,
      end: this.#starts[index + 1] ?? this.#next,
      skipped: this.#gaps.get(key) ?? leftOutBytes(text),
    };
  }

  /** Finds the line that a byte of the log belongs to; -1 when that is not in the window. */
  indexAt(offset: number): number {
    if (offset < this.#offset || offset >= this.#next) return -1;
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return high;
  }

  /** Takes in which number a line has, where numbers were not known. */
  number(index: number, number: number): void {
    this.#firstNumber ??= number - index;
  }

  /** Begins anew with a part from anywhere. */
  reset(part: LogPart): void {
    this.#lines = [];
    this.#starts = [];
    for (const marks of [this.#styles, this.#cuts, this.#gaps]) marks.clear();
    this.#anchors = [];
    this.#characters = 0;
    this.#open = false;
    this.#tailStyle = plain;
    this.#firstNumber = part.offset === 0 ? 1 : null;
    this.#offset = part.offset;
    this.#next = part.offset;
    this.append(part);
  }

  /** Adds what follows; what is too much goes at the beginning. */
  append(part: LogPart): void {
    if (part.skipped !== undefined) return this.#appendGap(part, part.skipped);
    const pieces = part.text.split("\n");
    const last = pieces.pop() ?? "";
    const location = positionsIn(part);
    if (!this.#open) this.#anchor(part.offset);
    pieces.forEach((piece, index) => {
      const wentOn = this.#open;
      this.#addPiece(piece, location.at);
      this.#endLine();
      location.pass(piece);
      if (index === 0 && wentOn) this.#anchor(location.at);
    });
    if (last !== "") this.#addPiece(last, location.at);
    this.#next = part.next;
    this.#dropFirst();
  }

  #appendGap({ offset, next }: LogPart, skipped: number): void {
    if (this.#open) this.#endLine();
    this.#tailStyle = plain;
    this.#anchor(offset);
    this.#gaps.set(this.#firstKey + this.#lines.length, skipped);
    this.#lines.push("");
    this.#starts.push(offset);
    this.#next = next;
    this.#dropFirst();
  }

  /** Adds what precedes, which ends where the window begins; what is too much goes at the end. Tells whether that was so. */
  prepend(part: LogPart): { added: number; dropped: number } {
    const lines = part.text.split("\n");
    if (lines.at(-1) === "" && part.skipped === undefined) lines.pop();
    const first = this.#firstKey - lines.length;
    const location = positionsIn(part);
    const starts: number[] = [];
    if (part.skipped !== undefined) this.#gaps.set(first, part.skipped);
    let style = plain;
    lines.forEach((line, index) => {
      const key = first + index;
      starts.push(location.at);
      location.pass(line);
      const stored = this.#keep(line, key);
      lines[index] = stored;
      this.#characters += stored.length;
      if (style !== plain) this.#styles.set(key, style);
      style = styleAfter(stored, style);
    });
    this.#lines = lines.concat(this.#lines);
    this.#starts = starts.concat(this.#starts);
    this.#firstKey = first;
    this.#offset = part.offset;
    this.#anchors.unshift({ key: first, offset: part.offset });
    if (part.offset === 0) this.#firstNumber = 1;
    else if (this.#firstNumber !== null) this.#firstNumber -= lines.length;
    return { added: lines.length, dropped: this.#dropLast() };
  }

  #addPiece(piece: string, at: number): void {
    if (!this.#open) {
      const key = this.#firstKey + this.#lines.length;
      if (this.#tailStyle !== plain) this.#styles.set(key, this.#tailStyle);
      const stored = this.#keep(piece, key);
      this.#lines.push(stored);
      this.#starts.push(at);
      this.#characters += stored.length;
      this.#open = true;
      return;
    }
    const last = this.#lines.length - 1;
    const before = this.#lines[last] ?? "";
    const room = Math.max(0, this.#limits.lineCharacters - before.length);
    if (room > 0) this.#lines[last] = before + piece.slice(0, room);
    this.#characters += Math.min(room, piece.length);
    this.#addCut(this.#firstKey + last, piece.length - room);
  }

  #endLine(): void {
    const last = this.#lines.length - 1;
    this.#tailStyle = styleAfter(this.#lines[last] ?? "", this.#tailStyle);
    this.#open = false;
  }

  #keep(text: string, key: number): string {
    const { lineCharacters } = this.#limits;
    this.#addCut(key, text.length - lineCharacters);
    return text.length > lineCharacters ? text.slice(0, lineCharacters) : text;
  }

  #addCut(key: number, count: number): void {
    if (count > 0) this.#cuts.set(key, (this.#cuts.get(key) ?? 0) + count);
  }

  /** Notes where the next line begins in the file. */
  #anchor(offset: number): void {
    this.#anchors.push({ key: this.#firstKey + this.#lines.length, offset });
  }

  #isTooMuch(lines: number, characters: number): boolean {
    return lines > this.#limits.lines || characters > this.#limits.characters;
  }

  // A little more than needed, so that a log that keeps growing is not cut with every part.
  #isRoomy(lines: number, characters: number): boolean {
    const { lines: max, characters: maxCharacters } = this.#limits;
    return lines <= max - Math.floor(max / 16) &&
      characters <= maxCharacters - Math.floor(maxCharacters / 16);
  }

  // Down to the next known line start, so that what was lost can be asked for again.
  #dropFirst(): void {
    let [lines, characters] = [this.#lines.length, this.#characters];
    if (!this.#isTooMuch(lines, characters)) return;
    let drop = 0;
    while (lines > 0 && !this.#isRoomy(lines, characters)) {
      characters -= this.#lines[drop++]?.length ?? 0;
      lines--;
    }
    const at = this.#anchors.findIndex(({ key }) => key >= this.#firstKey + drop);
    const anchor = this.#anchors[at];
    if (!anchor) return;
    this.#anchors = this.#anchors.slice(at);
    this.#cutFirst(anchor.key - this.#firstKey);
    this.#offset = anchor.offset;
  }

  #cutFirst(count: number): void {
    for (const line of this.#lines.splice(0, count)) this.#characters -= line.length;
    this.#starts.splice(0, count);
    const before = this.#firstKey + count;
    for (const marks of [this.#styles, this.#cuts, this.#gaps]) {
      // Maps keep the order of insertion, and lines are added in order, but for those put before: look at all.
      for (const key of marks.keys()) if (key < before) marks.delete(key);
    }
    this.#firstKey = before;
    if (this.#firstNumber !== null) this.#firstNumber += count;
  }

  #dropLast(): number {
    let [lines, characters] = [this.#lines.length, this.#characters];
    while (this.#isTooMuch(lines, characters)) characters -= this.#lines[--lines]?.length ?? 0;
    if (lines === this.#lines.length) return 0;
    const anchor = this.#anchors.findLast(({ key }) => key <= this.#firstKey + lines && key > this.#firstKey);
    if (!anchor) return 0;
    this.#anchors = this.#anchors.filter(({ key }) => key < anchor.key);
    const removed = this.#lines.splice(anchor.key - this.#firstKey);
    this.#starts.splice(anchor.key - this.#firstKey);
    for (const line of removed) this.#characters -= line.length;
    this.#tailStyle = this.#styles.get(anchor.key) ?? plain;
    this.#open = false;
    this.#next = anchor.offset;
    return removed.length;
  }
}

const encoder = new TextEncoder();

/** Walks over the lines of a part and says at which byte each begins. Ill-formed bytes make that a little wrong, never too large. */
function positionsIn({ offset, next, text }: LogPart) {
  const single = next - offset === text.length; // as many bytes as characters: nothing needs to be counted
  const location = {
    at: offset,
    pass(line: string) {
      const length = single ? line.length : encoder.encode(line).length;
      location.at = Math.min(next, location.at + length + 1);
    },
  };
  return location;
}
