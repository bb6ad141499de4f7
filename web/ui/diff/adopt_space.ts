// What white space makes different is taken over from the right before the two are compared: so both sides stay whole, lines keep
// their numbers, and what is left to see is what differs otherwise.

import { diffLines, numberLines } from "./diff_lines.ts";

/** Gives `left` with every line that differs from its partner on the right by white space alone written as there. */
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
