// What a line of a log shows: its text without colors and other terminal sequences, as it is after all overwriting. The
// page renders it; the search, the first error and the last lines in messages read it.
import type { LineEncoding, VisiblePiece } from "./line_encoding.ts";
import { Screen } from "./screen.ts";
import { columnsOfCharacter } from "./text_columns.ts";

const characters: LineEncoding = {
  // deno-lint-ignore no-control-regex -- these are what is looked for
  controls: /[\x00-\x08\x0b-\x1f\x7f-\x9f]/,
  measure(line, at) {
    const character = String.fromCodePoint(line.codePointAt(at) ?? 0);
    return { length: character.length, columns: columnsOfCharacter(character) };
  },
  replacement: "\ufffd",
};

/** Separates the rows of one line in its visible text. */
export const ROW_BREAK = "\v";

// Colors, the line end of Windows, and the zeros of a gap: they move nothing.
// deno-lint-ignore no-control-regex -- these are what is looked for
const still = /\x1b\[[\d;:]*m|\r$|\0+/g;

const progress = /^[\t\r\x20-\x7e]*$/;

/**
 * Returns the rows that a line shows. It has more than one if it moved the cursor to lines before or after it: those are
 * shown again, as they were when the line ended.
 */
export function visibleRows(line: string, encoding: LineEncoding = characters): VisiblePiece[][] {
  if (!encoding.controls.test(line)) return [[{ text: line, at: 0 }]];
  if (encoding.controls.test(line.replace(still, ""))) return new Screen(line, encoding).rows();
  const pieces: VisiblePiece[] = [];
  let at = 0;
  for (const { 0: { length }, index } of line.matchAll(still)) {
    if (index > at) pieces.push({ text: line.slice(at, index), at });
    at = index + length;
  }
  if (at < line.length) pieces.push({ text: line.slice(at), at });
  return [pieces];
}

/** Returns the text that a line shows, its rows separated by `ROW_BREAK`. */
export function visibleText(line: string, encoding: LineEncoding = characters): string {
  const text = line.replace(still, "");
  if (!encoding.controls.test(text)) return text;
  if (progress.test(text)) return lastState(text);
  return textOfRows(visibleRows(line, encoding));
}

export function screenOf(line: string): Screen {
  return new Screen(line, characters);
}

// A progress bar without anything else, of which there may be many: much faster than the screen.
function lastState(text: string): string {
  let visible = "";
  for (let end = text.length; end >= 0;) {
    const start = end === 0 ? 0 : text.lastIndexOf("\r", end - 1) + 1;
    if (end - start > visible.length) visible += text.slice(start + visible.length, end);
    end = start - 1;
  }
  return visible;
}

export function visibleLines(text: string): string[] {
  return text.split("\n").flatMap((line) => visibleText(line).split(ROW_BREAK));
}

export function textOfRows(rows: readonly (readonly VisiblePiece[])[]): string {
  return rows.map((pieces) => pieces.map(({ text }) => text).join("")).join(ROW_BREAK);
}

/** Returns where in its line a character of the visible text was written. */
export function writtenAt(rows: readonly (readonly VisiblePiece[])[], index: number): number {
  let left = index;
  for (const pieces of rows) {
    for (const { text, at } of pieces) {
      if (left < text.length) return at + left;
      left -= text.length;
    }
    left -= ROW_BREAK.length;
  }
  return 0;
}
