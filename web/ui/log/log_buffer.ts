// The log lines in memory: a window of whole lines over the file. It grows at either end and drops lines at the other when
// it gets too large.

import { countHeaderLines } from "../../../server/contract/log_messages.ts";
import { type AnsiStyle, plain, styleAfter } from "../../../server/contract/log_text/ansi.ts";
import { settledLine } from "../../../server/contract/log_text/settled_line.ts";
import type { LogPart } from "./log_bytes.ts";
import { type GroupMark, groupMarkOf } from "./log_groups.ts";
import { leftOutBytes, type LogLine } from "./log_line.ts";

export interface LogLimits {
  lines: number;
  /** Maximum number of characters in all lines together. */
  characters: number;
  /** Maximum number of characters per line; the rest is only counted. */
  lineCharacters: number;
}

export const logLimits: LogLimits = { lines: 200_000, characters: 24_000_000, lineCharacters: 5000 };

/** A line start with a known position in the file. */
interface Anchor {
  key: number;
  offset: number;
}

/** Holds the window. Only `reset`, `append` and `prepend` change it. */
export class LogBuffer {
  readonly #limits: LogLimits;
  #lines: string[] = [];
  /** The first byte of each line. */
  #starts: number[] = [];
  #firstKey = 0;
  #styles = new Map<number, AnsiStyle>();
  #cuts = new Map<number, number>();
  #gaps = new Map<number, number>();
  #groupMarks: GroupMark[] = [];
  #anchors: Anchor[] = [];
  #characters = 0;
  /** Whether the last line is still incomplete. */
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

  /** Position in the file of the first byte in the window. */
  get offset(): number {
    return this.#offset;
  }

  /** Position in the file after the last byte in the window. */
  get next(): number {
    return this.#next;
  }

  get firstKey(): number {
    return this.#firstKey;
  }

  /** The lines that start or end a group, in order. */
  get groupMarks(): readonly GroupMark[] {
    return this.#groupMarks;
  }

  /** Returns whether this many characters fit without dropping lines, whatever their number of lines. */
  hasRoomFor(characters: number): boolean {
    return !this.#isTooMuch(this.#lines.length + characters, this.#characters + characters);
  }

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

  /** Returns the index of the line that contains a byte of the log; -1 when it is outside the window. */
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

  /** Sets the number of a line, when line numbers were unknown. */
  number(index: number, number: number): void {
    this.#firstNumber ??= number - index;
  }

  /** Starts over with a part from anywhere in the log. */
  reset(part: LogPart): void {
    this.#lines = [];
    this.#starts = [];
    for (const marks of [this.#styles, this.#cuts, this.#gaps]) marks.clear();
    this.#groupMarks = [];
    this.#anchors = [];
    this.#characters = 0;
    this.#open = false;
    this.#tailStyle = plain;
    this.#firstNumber = null;
    this.#offset = part.offset;
    this.#next = part.offset;
    this.append(part);
  }

  /** Appends the following part; drops lines at the start when there are too many. */
  append(part: LogPart): void {
    if (part.skipped !== undefined) return this.#appendGap(part, part.skipped);
    const pieces = part.text.split("\n");
    const last = pieces.pop() ?? "";
    const position = positionsIn(part);
    if (!this.#open) this.#anchor(part.offset);
    pieces.forEach((piece, index) => {
      const wentOn = this.#open;
      this.#addPiece(piece, position.at);
      this.#endLine();
      position.pass(piece);
      if (index === 0 && wentOn) this.#anchor(position.at);
    });
    if (last !== "") this.#addPiece(last, position.at);
    this.#next = part.next;
    this.#numberFromStart();
    this.#dropFirst();
  }

  // The header is no output: the first line below it has the number 1.
  #numberFromStart(): void {
    if (this.#offset === 0) this.#firstNumber = 1 - countHeaderLines(this.#lines[0], this.#lines[1]);
  }

  #appendGap({ offset, next }: LogPart, skipped: number): void {
    if (this.#open) this.#endLine();
    this.#tailStyle = plain;
    this.#anchor(offset);
    this.#gaps.set(this.#firstKey + this.#lines.length, skipped);
    this.#lines.push("");
    this.#starts.push(offset);
    this.#next = next;
    this.#numberFromStart();
    this.#dropFirst();
  }

  /**
   * Prepends the part that ends where the window starts; drops lines at the end when there are too many, and returns
   * how many.
   */
  prepend(part: LogPart): { added: number; dropped: number } {
    const lines = part.text.split("\n");
    if (lines.at(-1) === "" && part.skipped === undefined) lines.pop();
    const first = this.#firstKey - lines.length;
    const position = positionsIn(part);
    const starts: number[] = [];
    const groupMarks: GroupMark[] = [];
    if (part.skipped !== undefined) this.#gaps.set(first, part.skipped);
    let style = plain;
    lines.forEach((line, index) => {
      const key = first + index;
      starts.push(position.at);
      position.pass(line);
      if (style !== plain) this.#styles.set(key, style);
      const stored = this.#keep(line, key);
      lines[index] = stored;
      this.#characters += stored.length;
      style = styleAfter(stored, style);
      addGroupMark(groupMarks, stored, key);
    });
    this.#groupMarks = groupMarks.concat(this.#groupMarks);
    this.#lines = lines.concat(this.#lines);
    this.#starts = starts.concat(this.#starts);
    this.#firstKey = first;
    this.#offset = part.offset;
    this.#anchors.unshift({ key: first, offset: part.offset });
    if (this.#firstNumber !== null) this.#firstNumber -= lines.length;
    this.#numberFromStart();
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
    const stored = this.#keep(before + piece, this.#firstKey + last);
    this.#lines[last] = stored;
    this.#characters += stored.length - before.length;
  }

  #endLine(): void {
    const last = this.#lines.length - 1;
    const line = this.#lines[last] ?? "";
    this.#tailStyle = styleAfter(line, this.#tailStyle);
    addGroupMark(this.#groupMarks, line, this.#firstKey + last);
    this.#open = false;
  }

  #keep(line: string, key: number): string {
    const { lineCharacters } = this.#limits;
    if (line.length <= lineCharacters) return line;
    const text = settledLine(line, this.#styles.get(key) ?? plain);
    this.#addCut(key, text.length - lineCharacters);
    return text.slice(0, lineCharacters);
  }

  #addCut(key: number, count: number): void {
    if (count > 0) this.#cuts.set(key, (this.#cuts.get(key) ?? 0) + count);
  }

  /** Records where the next line starts in the file. */
  #anchor(offset: number): void {
    this.#anchors.push({ key: this.#firstKey + this.#lines.length, offset });
  }

  #isTooMuch(lines: number, characters: number): boolean {
    return lines > this.#limits.lines || characters > this.#limits.characters;
  }

  // Leaves some slack, so that a growing log does not drop lines with every part.
  #isRoomy(lines: number, characters: number): boolean {
    const { lines: max, characters: maxCharacters } = this.#limits;
    return lines <= max - Math.floor(max / 16) &&
      characters <= maxCharacters - Math.floor(maxCharacters / 16);
  }

  // Drops lines up to the next known line start, so that they can be loaded again.
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
      // Prepended lines break the insertion order of the map, so it checks every key.
      for (const key of marks.keys()) if (key < before) marks.delete(key);
    }
    this.#groupMarks = this.#groupMarks.filter(({ key }) => key >= before);
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
    this.#groupMarks = this.#groupMarks.filter(({ key }) => key < anchor.key);
    const removed = this.#lines.splice(anchor.key - this.#firstKey);
    this.#starts.splice(anchor.key - this.#firstKey);
    for (const line of removed) this.#characters -= line.length;
    this.#tailStyle = this.#styles.get(anchor.key) ?? plain;
    this.#open = false;
    this.#next = anchor.offset;
    return removed.length;
  }
}

function addGroupMark(marks: GroupMark[], line: string, key: number): void {
  const mark = groupMarkOf(line);
  if (mark) marks.push({ key, isEnd: mark === "end" });
}

const encoder = new TextEncoder();

/**
 * Walks through the lines of a part and returns the byte where each starts. Malformed bytes make this slightly wrong,
 * never too large.
 */
function positionsIn({ offset, next, text }: LogPart) {
  const single = next - offset === text.length; // one byte per character: no need to count bytes
  const position = {
    at: offset,
    pass(line: string) {
      const length = single ? line.length : encoder.encode(line).length;
      position.at = Math.min(next, position.at + length + 1);
    },
  };
  return position;
}
