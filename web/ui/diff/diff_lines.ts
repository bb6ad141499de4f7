// Finds the lines that differ between two texts with Myers' algorithm, within limits: the result comes quickly however long
// and different the texts are, at worst coarser than possible.

/** A range of changed lines on each side, by index; empty on the side where lines were only added or removed. */
export interface LineChange {
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
  /** Remaining steps. */
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
  const places = new Map<number, number>();
  const twice = new Set<number>();
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? -1;
    if (places.has(line)) twice.add(line);
    places.set(line, at);
  }
  for (const line of twice) places.delete(line);
  return places;
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
