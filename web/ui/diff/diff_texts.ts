// Differences between two texts, first by line and then, where few lines differ, by character. The library compares
// characters from the start, which takes minutes on a long text with repeating lines.

import { Change, diff, type DiffConfig } from "@codemirror/merge";
import { diffLines, type LineChange, numberLines } from "./diff_lines.ts";

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

/** The last line has no line break after it: a change there takes the one before it instead. */
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
