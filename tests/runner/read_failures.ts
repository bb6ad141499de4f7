import { stripVTControlCharacters } from "node:util";

/** More of a file's errors than this does not help to tell what failed (characters). */
const MAX_LENGTH = 3000;

/** Returns the errors that `deno test` repeats at its end, or the end of its output when it could not run the tests. */
export function readFailures(output: string): string {
  const plain = stripVTControlCharacters(output);
  const errors = /(?:^|\n) ERRORS \n\n([\s\S]*?)\n FAILURES \n/.exec(plain)?.[1];
  const text = (errors ?? plain.slice(-MAX_LENGTH)).trim();
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}\n…`;
}
