// The visible text of a log that is searched as it is on disk, one character per byte.
import { Buffer } from "node:buffer";
import type { LineEncoding } from "../contract/log_text/line_encoding.ts";
import { visibleText } from "../contract/log_text/visible_text.ts";
import { columnsOfCharacter } from "../contract/log_text/text_columns.ts";

/** UTF-8, one character per byte. */
export const utf8Bytes: LineEncoding = {
  // deno-lint-ignore no-control-regex -- these are what is looked for
  controls: /[\x00\x07\x08\x0b-\x0f\x1b\x7f]/,
  measure(line, at) {
    const length = lengthFrom(line.charCodeAt(at));
    const character = length === 1
      ? line[at] ?? ""
      : Buffer.from(line.slice(at, at + length), "latin1").toString("utf8");
    return { length, columns: columnsOfCharacter(character) };
  },
  replacement: "?",
};

const controls = [..."\x1b\r\b\0\x07\v\f\x0e\x0f\x7f"];
// deno-lint-ignore no-control-regex -- these are what is looked for
const still = /\x1b\[[\d;:]*m|\r(?=\n)|\0+/g;

/** Returns whether bytes may show something else than they are. A search per character is much faster than a pattern. */
export function hasControls(bytes: string): boolean {
  return controls.some((control) => bytes.includes(control));
}

/** Returns what bytes show, with as many lines as they have. */
export function visibleBytes(bytes: string): string {
  const text = bytes.replace(still, "");
  if (!hasControls(text)) return text;
  return bytes.split("\n").map((line) => hasControls(line) ? visibleText(line, utf8Bytes) : line).join("\n");
}

function lengthFrom(byte: number): number {
  return byte < 0xc2 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 1;
}
