import { stripVTControlCharacters } from "node:util";
import { type Count, nothing } from "./count.ts";

/** Counts what `deno test` printed until it was cut off. */
export function readUnfinished(output: string): Count {
  const plain = stripVTControlCharacters(output);
  const count = (pattern: RegExp) => [...plain.matchAll(pattern)].length;
  return {
    ...nothing,
    passed: count(/ ok \(\d/g),
    failed: count(/ FAILED \(\d/g),
    skipped: count(/ ignored \(\d/g),
    unfinished: 1,
  };
}

/** Returns the test or step that ran when `deno test` was cut off. */
export function lastStarted(output: string): string {
  const lines = stripVTControlCharacters(output).replaceAll(
    /'[^\n]*' has been running for over [^\n]*\n?/g,
    "",
  ).trimEnd().split("\n");
  return lines.at(-1)!.replace(/ \.\.\.$/, "").trim();
}
