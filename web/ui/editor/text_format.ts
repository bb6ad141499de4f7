// The parts of a text that the editor does not show: its line endings and the byte order mark. They are restored on save, so
// that saving a file changes only what was typed.

export type LineEnds = "lf" | "crlf" | "mixed";

export interface TextShape {
  ends: LineEnds;
  /** Whether the text starts with a byte order mark. */
  mark: boolean;
}

const mark = "\ufeff";

/**
 * Detects the line endings of a text. `mixed` means more than one kind; such a text is preserved byte for
 * byte.
 */
export function readShape(text: string): TextShape {
  return { ends: readEnds(text), mark: text.startsWith(mark) };
}

/** Removes the byte order mark; the rest is what the user edits. */
export function withoutMark(text: string): string {
  return text.startsWith(mark) ? text.slice(1) : text;
}

export function separatorOf({ ends }: TextShape): string {
  return ends === "crlf" ? "\r\n" : "\n";
}

/** Restores the byte order mark, if there was one. */
export function withMark(text: string, shape: TextShape): string {
  return shape.mark ? mark + text : text;
}

function readEnds(text: string): LineEnds {
  if (!text.includes("\r")) return "lf";
  for (let at = text.indexOf("\r"); at >= 0; at = text.indexOf("\r", at + 1)) {
    if (text.charCodeAt(at + 1) !== 10) return "mixed";
  }
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    if (at === 0 || text.charCodeAt(at - 1) !== 13) return "mixed";
  }
  return "crlf";
}

const maxScanned = 400;

/** Returns one level of indentation in a text, a tab or some spaces; null when it cannot be determined. */
export function findIndent(lines: Iterable<string>): string | null {
  const counts = new Map<string, number>();
  let before = 0;
  let scanned = 0;
  for (const line of lines) {
    if (++scanned > maxScanned) break;
    if (line.trim() === "") continue;
    const [space = ""] = /^[ \t]*/.exec(line) ?? [];
    const step = space.startsWith("\t") ? "\t" : stepBetween(before, space.length);
    before = space.startsWith("\t") ? 0 : space.length;
    if (step) counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const [max] = [...counts].sort(([, one], [, other]) => other - one);
  return max?.[0] ?? null;
}

/** Counts only common steps: an aligned comment is not an indentation. */
function stepBetween(before: number, now: number): string | null {
  const step = now - before;
  return step === 2 || step === 4 || step === 8 || step === 3 ? " ".repeat(step) : null;
}

/** Maximum length of a text with highlighting and folding, characters: beyond it the editor stays fast and plain. */
export const MAX_COLOURED = 2_000_000;
/** Maximum length of a text that is checked for errors, characters. */
export const MAX_CHECKED = 400_000;
/** Maximum line length, characters, up to which a text is still highlighted and follows the wrap setting. */
export const MAX_LINE = 50_000;

/** Returns whether any line is longer than `MAX_LINE`: such files are generated, and read rather than edited. */
export function hasLongLine(text: string): boolean {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    const stop = end < 0 ? text.length : end;
    if (stop - start > MAX_LINE) return true;
    start = stop + 1;
  }
  return false;
}
