// The parts of a text that the editor does not show: its line endings and the byte order mark. They are restored on save, so
// that saving a file changes only what was typed.

export type LineEnds = "lf" | "crlf" | "mixed";

export interface TextShape {
  ends: LineEnds;
  /** Whether the text starts with a byte order mark. */
  mark: boolean;
}

const mark = "\ufeff";

/** Detects the line endings of a text. `mixed` means more than one kind; such a text is kept byte for byte. */
export function readShape(text: string): TextShape {
  return { ends: readEnds(text), mark: text.startsWith(mark) };
}

/** Removes the byte order mark; the rest is what the user edits. */
export function withoutMark(text: string): string {
  return text.startsWith(mark) ? text.slice(1) : text;
}

/** Returns the line separator of a text with this shape. */
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
