// Compares two texts, first by line and then, where few lines differ, by character. The library compares characters from the
// start, which takes minutes on a long text with repeating lines. Lines are compared with Myers' algorithm, within limits: the
// result comes quickly however long and different the texts are, at worst coarser than possible.

import { Change, diff, type DiffConfig } from "@codemirror/merge";

/** A range of changed lines on each side, by index; empty on the side where lines were only added or removed. */
interface LineChange {
  fromA: number;
  toA: number;
  fromB: number;
  toB: number;
}

/** Numbers for the lines of a text: equal numbers mean equal lines. */
export type LineNumbers = Int32Array<ArrayBuffer>;

/** Maximum number of edits to search for between two known equal positions. */
const maxEdits = 1000;
/** Maximum number of steps for one whole comparison. */
const maxSteps = 20_000_000;

/** Numbers the lines of two texts, so that comparing lines means comparing numbers. */
export function numberLines(
  a: readonly string[],
  b: readonly string[],
  keyOf: (line: string) => string = (line) => line,
): [LineNumbers, LineNumbers] {
  const known = new Map<string, number>();
  const number = (line: string) => {
    const key = keyOf(line);
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, known.size);
    return known.size - 1;
  };
  return [Int32Array.from(a, number), Int32Array.from(b, number)];
}

/** Returns the differences from first to last. */
export function diffLines(a: LineNumbers, b: LineNumbers): LineChange[] {
  const search = { a, b, steps: maxSteps };
  return diffRange(search, { fromA: 0, toA: a.length, fromB: 0, toB: b.length });
}

interface Search {
  a: LineNumbers;
  b: LineNumbers;
  steps: number;
}

function diffRange(search: Search, whole: LineChange): LineChange[] {
  const range = trim(search, whole);
  const { fromA, toA, fromB, toB } = range;
  if (fromA === toA && fromB === toB) return [];
  if (fromA === toA || fromB === toB) return [range];
  return findEdits(search, range) ?? splitAtAnchors(search, range);
}

/** Removes the common prefix and suffix of a range. */
function trim({ a, b }: Search, { fromA, toA, fromB, toB }: LineChange): LineChange {
  while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) [fromA, fromB] = [fromA + 1, fromB + 1];
  while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) [toA, toB] = [toA - 1, toB - 1];
  return { fromA, toA, fromB, toB };
}

/** Myers 1986: for each number of edits, how far each diagonal reaches. Returns null when it takes too many edits or steps. */
function findEdits(search: Search, range: LineChange): LineChange[] | null {
  const { a, b } = search;
  const { fromA, toA, fromB, toB } = range;
  const [countA, countB] = [toA - fromA, toB - fromB];
  const max = Math.min(maxEdits, countA + countB);
  const reach = new Int32Array(2 * max + 3);
  const middle = max + 1;
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= max; edits++) {
    trace.push(reach.slice(middle - edits - 1, middle + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      const [left, above] = [reach[middle + k - 1] ?? 0, reach[middle + k + 1] ?? 0];
      let x = k === -edits || (k !== edits && left < above) ? above : left + 1;
      const start = x;
      while (x < countA && x - k < countB && a[fromA + x] === b[fromB + x - k]) x++;
      reach[middle + k] = x;
      search.steps -= 1 + x - start;
      if (x >= countA && x - k >= countB) return walkBack(trace, range);
    }
    if (search.steps < 0) return null;
  }
  return null;
}

/** Walks back from the end and collects the edits on the path. */
function walkBack(trace: readonly Int32Array[], { fromA, toA, fromB, toB }: LineChange): LineChange[] {
  const found: LineChange[] = [];
  let [x, y] = [toA - fromA, toB - fromB];
  for (let edits = trace.length - 1; edits > 0; edits--) {
    const reach = trace[edits] ?? new Int32Array();
    const at = (k: number) => reach[k + edits + 1] ?? 0;
    const k = x - y;
    const down = k === -edits || (k !== edits && at(k - 1) < at(k + 1));
    const beforeX = at(down ? k + 1 : k - 1);
    const beforeY = beforeX - (down ? k + 1 : k - 1);
    const [endX, endY] = down ? [beforeX, beforeY + 1] : [beforeX + 1, beforeY];
    addBefore(found, {
      fromA: fromA + beforeX,
      toA: fromA + endX,
      fromB: fromB + beforeY,
      toB: fromB + endY,
    });
    [x, y] = [beforeX, beforeY];
  }
  return found.reverse();
}

/** Adds an edit that precedes all others; merges it with the first one when they touch. */
function addBefore(found: LineChange[], edit: LineChange): void {
  const next = found.at(-1);
  if (next && next.fromA === edit.toA && next.fromB === edit.toB) {
    next.fromA = edit.fromA;
    next.fromB = edit.fromB;
  } else found.push(edit);
}

/**
 * Splits a range at the lines that occur exactly once on both sides, in the same order; without such lines the whole
 * range differs.
 */
function splitAtAnchors(search: Search, range: LineChange): LineChange[] {
  const anchors = search.steps < 0 ? [] : findAnchors(search, range);
  if (anchors.length === 0) return [range];
  const found: LineChange[] = [];
  let { fromA, fromB } = range;
  for (const [atA, atB] of [...anchors, [range.toA, range.toB] as const]) {
    for (const change of diffRange(search, { fromA, toA: atA, fromB, toB: atB })) found.push(change);
    [fromA, fromB] = [atA + 1, atB + 1];
  }
  return found;
}

function findAnchors({ a, b }: Search, range: LineChange): (readonly [number, number])[] {
  const [inA, inB] = [onlyOnce(a, range.fromA, range.toA), onlyOnce(b, range.fromB, range.toB)];
  const pairs: (readonly [number, number])[] = [];
  for (const [line, atA] of inA) {
    const atB = inB.get(line);
    if (atB !== undefined) pairs.push([atA, atB]);
  }
  return longestIncreasing(pairs.sort(([one], [other]) => one - other));
}

function onlyOnce(lines: LineNumbers, from: number, to: number): Map<number, number> {
  const positions = new Map<number, number>();
  const twice = new Set<number>();
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? -1;
    if (positions.has(line)) twice.add(line);
    positions.set(line, at);
  }
  for (const line of twice) positions.delete(line);
  return positions;
}

/** Returns the longest sequence of pairs whose second numbers rise with the first. */
function longestIncreasing(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const tails: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([, value], index) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? tails[low - 1] ?? -1 : -1;
    tails[low] = index;
  });
  const chosen: (readonly [number, number])[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair) chosen.push(pair);
  }
  return chosen.reverse();
}

/** Maximum length of a range that is compared by character. */
const maxFineLength = 4000;
const fine: DiffConfig = { scanLimit: 500, timeout: 50 };

/** Returns the differences between two texts by character. */
export function diffTexts(a: string, b: string): Change[] {
  const [linesA, linesB] = [a.split("\n"), b.split("\n")];
  const [startsA, startsB] = [startsOf(linesA), startsOf(linesB)];
  return diffLines(...numberLines(linesA, linesB)).flatMap((change) =>
    refine(a, b, toCharacters(change, startsA, startsB))
  );
}

/** Returns the start position of each line, and of the one that would follow the last. */
function startsOf(lines: readonly string[]): Float64Array {
  const starts = new Float64Array(lines.length + 1);
  for (let index = 0; index < lines.length; index++) {
    starts[index + 1] = (starts[index] ?? 0) + (lines[index]?.length ?? 0) + 1;
  }
  return starts;
}

/**
 * Converts a change of lines to character positions. The last line has no line break after it: a change there
 * includes the preceding one instead.
 */
function toCharacters(change: LineChange, startsA: Float64Array, startsB: Float64Array): Change {
  const atEnd = change.toA === startsA.length - 1;
  const back = atEnd && change.fromA > 0 ? 1 : 0;
  const end = atEnd ? 1 : 0;
  const at = (starts: Float64Array, index: number) => starts[index] ?? 0;
  return new Change(
    at(startsA, change.fromA) - back,
    at(startsA, change.toA) - end,
    at(startsB, change.fromB) - back,
    at(startsB, change.toB) - end,
  );
}

function refine(a: string, b: string, change: Change): readonly Change[] {
  const { fromA, toA, fromB, toB } = change;
  if (fromA === toA || fromB === toB || Math.max(toA - fromA, toB - fromB) > maxFineLength) return [change];
  return diff(a.slice(fromA, toA), b.slice(fromB, toB), fine).map((part) =>
    new Change(fromA + part.fromA, fromA + part.toA, fromB + part.fromB, fromB + part.toB)
  );
}

/**
 * Returns `left` with each line that differs from its counterpart only in whitespace replaced by that counterpart. So a
 * comparison that ignores whitespace still has complete texts with the same line numbers.
 */
export function adoptSpace(left: string, right: string): string {
  const [before, after] = [left.split("\n"), right.split("\n")];
  const written = [...before];
  let [at, beside] = [0, 0];
  const takeUntil = (end: number) => {
    while (at < end) written[at++] = after[beside++] ?? "";
  };
  for (const { fromA, toA, toB } of diffLines(...numberLines(before, after, withoutSpace))) {
    takeUntil(fromA);
    [at, beside] = [toA, toB];
  }
  takeUntil(before.length);
  return written.join("\n");
}

function withoutSpace(line: string): string {
  return line.replace(/\s+/g, "");
}

/** The range of a change in the right text; empty for a pure deletion. */
interface Stretch {
  fromB: number;
  toB: number;
}

export interface Position {
  /** Index of the change at the cursor; null between changes. */
  at: number | null;
  count: number;
}

export function positionAt(changes: readonly Stretch[], head: number): Position {
  const at = changes.findIndex(({ fromB, toB }) => head >= fromB && head < Math.max(toB, fromB + 1));
  return { at: at < 0 ? null : at, count: changes.length };
}

/** Returns the index of the change after or before a position, wrapping around; null when there are no changes. */
export function stepFrom(changes: readonly Stretch[], head: number, by: 1 | -1): number | null {
  const { length } = changes;
  if (length === 0) return null;
  const { at } = positionAt(changes, head);
  if (at !== null) return (at + by + length) % length;
  const after = changes.findIndex(({ fromB }) => fromB > head);
  if (by === 1) return after < 0 ? 0 : after;
  return after < 0 ? length - 1 : (after - 1 + length) % length;
}
