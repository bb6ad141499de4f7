// What of a text the editor does not show: the ends of its lines and the mark at its start. They are put back as they were, so
// that saving a file changes what was typed and nothing else.

export type LineEnds = "lf" | "crlf" | "mixed";

export interface TextShape {
  ends: LineEnds;
  /** Whether a byte order mark stands before the text. */
  mark: boolean;
}

const mark = "\ufeff";

/** Reads how the lines of a text end. `mixed` is what has more than one kind; it is kept byte for byte. */
export function readShape(text: string): TextShape {
  return { ends: readEnds(text), mark: text.startsWith(mark) };
}

/** Takes the mark away; what remains is what one edits. */
export function withoutMark(text: string): string {
  return text.startsWith(mark) ? text.slice(1) : text;
}

/** The separator that joins lines in a text of this shape. */
export function separatorOf({ ends }: TextShape): string {
  return ends === "crlf" ? "\r\n" : "\n";
}

/** Gives the text before which the mark stands again, if there was one. */
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
