// Groups of lines (`::group::`, `##[group]`) that can be folded, and the rows that remain. Line numbers, search and download
// do not know of them.

import { logLevelOf } from "../../../server/contract/log_terms.ts";
import { visibleText } from "../../../server/contract/log_text/visible_text.ts";
import { type LogFooter, readLogFooter, readLogHeader } from "../../../server/contract/log_messages.ts";
import type { LogLine } from "./log_line.ts";

/** A line that starts or ends a group. */
export interface GroupMark {
  key: number;
  isEnd: boolean;
}

const marker = /^\s*(?:::(end)?group::|##\[(end)?group\])\s*/;

/** Returns whether a line starts or ends a group; null for any other line. */
export function groupMarkOf(line: string): "start" | "end" | null {
  if (!line.includes("group")) return null; // almost every line: faster than parsing it
  const found = marker.exec(line);
  return found ? (found[1] ?? found[2] ? "end" : "start") : null;
}

/** Returns the number of characters before the title in a line that starts a group. */
export function titleStart(line: string): number {
  return marker.exec(line)?.[0].length ?? 0;
}

/** A group of lines; positions are indexes in the window. */
export interface LogGroup {
  /** The line with its title. */
  index: number;
  /** The line after its last one, which includes the one that ends it. */
  end: number;
  folded: boolean;
}

export interface GroupedLines {
  readonly count: number;
  /** Position in the file of the first byte. */
  readonly offset: number;
  readonly firstKey: number;
  readonly groupMarks: readonly GroupMark[];
  line(index: number): Pick<LogLine, "text" | "start"> | undefined;
}

export interface FoldOptions {
  /** Whether the window reaches the end of the log. */
  atEnd: boolean;
  /** The first visible byte while the user reads elsewhere than at the end: nothing around it may fold by itself. */
  reading: number | null;
  /** The line to show; null for none. */
  target: { index: number; request: number } | null;
}

/** Decides which groups are folded: those that ended without an error, unless the user has chosen otherwise. */
export class LogFolds {
  /** By the first byte of a group, which other parts of the log do not change. */
  #choices = new Map<number, boolean>();
  #hasError = new Map<number, boolean>();
  /** Groups whose end was not loaded when they were last rendered. */
  #unended = new Set<number>();
  #request = 0;

  choose(start: number, folded: boolean): void {
    this.#choices.set(start, folded);
  }

  rows(lines: GroupedLines, { atEnd, reading, target }: FoldOptions): LogRows {
    const groups: LogGroup[] = [];
    const ends: number[] = [];
    const open: LogGroup[] = [];
    for (const { key, isEnd } of lines.groupMarks) {
      const index = key - lines.firstKey;
      if (!isEnd) {
        const group = { index, end: lines.count, folded: false };
        open.push(group);
        groups.push(group);
        continue;
      }
      ends.push(index);
      const group = open.pop();
      if (!group) continue; // its start is not loaded
      group.end = index + 1;
      group.folded = this.#isFolded(lines, group, reading);
    }
    for (const group of open) this.#foldUnended(lines, group);
    if (target && target.request !== this.#request) {
      this.#request = target.request;
      for (const group of groups) {
        if (group.index < target.index && target.index < group.end) {
          group.folded = false;
          this.choose(startOf(lines, group), false);
        }
      }
    }
    return new LogRows(lines, { groups, ends, atEnd });
  }

  #isFolded(lines: GroupedLines, group: LogGroup, reading: number | null): boolean {
    const start = startOf(lines, group);
    const wasOpen = this.#unended.delete(start);
    const chosen = this.#choices.get(start);
    if (chosen !== undefined) return chosen;
    const end = lines.line(group.end)?.start ?? Infinity;
    if (reading !== null && (wasOpen || (start < reading && reading < end && !this.#hasError.has(start)))) {
      this.choose(start, false);
      return false;
    }
    return !this.#contains(lines, group, start);
  }

  /** A group without an end is unfolded, unless the user folded it; then it stays unfolded while it is read. */
  #foldUnended(lines: GroupedLines, group: LogGroup): void {
    const start = startOf(lines, group);
    this.#unended.add(start);
    group.folded = this.#choices.get(start) ?? false;
  }

  /** Returns whether a group contains an error; checks its lines once. */
  #contains(lines: GroupedLines, { index, end }: LogGroup, start: number): boolean {
    const known = this.#hasError.get(start);
    if (known !== undefined) return known;
    let found = false;
    for (let at = index + 1; at < end && !found; at++) {
      found = logLevelOf(visibleText(lines.line(at)?.text ?? "")) === "error";
    }
    this.#hasError.set(start, found);
    return found;
  }
}

function startOf(lines: GroupedLines, { index }: LogGroup): number {
  return lines.line(index)?.start ?? 0;
}

/** A range of hidden lines, and the row that would be its first. */
interface Hidden {
  from: number;
  to: number;
  row: number;
}

/** The rows of a log: its lines without those that are folded or not worth a line. */
export class LogRows {
  readonly count: number;
  /** The local time in the log's first line, which is then rendered as a header; null for output. */
  readonly header: string | null = null;
  /** What the log's last line says, which is then rendered as a footer; null for output. */
  readonly footer: LogFooter | null = null;
  readonly #lines: number;
  readonly #groups = new Map<number, LogGroup>();
  readonly #hidden: Hidden[] = [];

  constructor(
    lines: GroupedLines,
    { groups, ends, atEnd }: { groups: readonly LogGroup[]; ends: readonly number[]; atEnd: boolean },
  ) {
    const last = lines.count - 1;
    this.#lines = lines.count;
    const isEmpty = (index: number) => lines.line(index)?.text === "";
    const ranges = ends.map((index) => ({ from: index, to: index + 1 }));
    if (lines.offset === 0) this.header = readLogHeader(lines.line(0)?.text ?? "");
    if (this.header !== null && isEmpty(1)) ranges.push({ from: 1, to: 2 });
    if (atEnd && last > 0) this.footer = readLogFooter(lines.line(last)?.text ?? "");
    if (this.footer && isEmpty(last - 1)) ranges.push({ from: last - 1, to: last });
    for (const group of groups) {
      this.#groups.set(group.index, group);
      // The footer is no part of a group that was never ended.
      const end = this.footer ? Math.min(group.end, last) : group.end;
      if (group.folded && end > group.index + 1) ranges.push({ from: group.index + 1, to: end });
    }
    let hidden = 0;
    for (const { from, to } of ranges.sort((a, b) => a.from - b.from)) {
      const before = this.#hidden.at(-1);
      if (before && from <= before.to) {
        hidden += Math.max(0, to - before.to);
        before.to = Math.max(before.to, to);
      } else {
        this.#hidden.push({ from, to, row: from - hidden });
        hidden += to - from;
      }
    }
    this.count = lines.count - hidden;
  }

  lineAt(row: number): number {
    const before = this.#lastHidden((one) => one.row <= row);
    return before ? before.to + row - before.row : row;
  }

  /** Returns the row of a line; of a hidden line, the one before it. */
  rowAt(index: number): number {
    const before = this.#lastHidden((one) => one.from <= index);
    if (!before) return index;
    return Math.max(0, before.row + (index < before.to ? -1 : index - before.to));
  }

  /** Returns the group whose title is in a line. */
  groupAt(index: number): LogGroup | undefined {
    return this.#groups.get(index);
  }

  isHeader(index: number): boolean {
    return this.header !== null && index === 0;
  }

  isFooter(index: number): boolean {
    return this.footer !== null && index === this.#lines - 1;
  }

  #lastHidden(isBefore: (one: Hidden) => boolean): Hidden | undefined {
    let [low, high] = [0, this.#hidden.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const one = this.#hidden[middle];
      if (one && isBefore(one)) low = middle + 1;
      else high = middle;
    }
    return this.#hidden[low - 1];
  }
}
