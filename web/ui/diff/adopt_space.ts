// Whitespace differences are copied from the right before the comparison. So both texts stay complete, lines keep their
// numbers, and only other differences remain.

import { diffLines, numberLines } from "./diff_lines.ts";

/** Returns `left` with each line that differs from its counterpart only in whitespace replaced by that counterpart. */
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
