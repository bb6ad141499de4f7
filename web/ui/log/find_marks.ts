// Highlights within a line.

/** The text to highlight in every line, and the current match. */
export interface Highlight {
  /** Empty for no highlights. */
  text: string;
  caseSensitive: boolean;
}

/** A highlighted range of a line's text; `current` marks the current match. */
export interface Mark {
  start: number;
  end: number;
  current: boolean;
}

/** Returns every match of a text in a line, without overlaps. */
export function findMarks(line: string, { text, caseSensitive }: Highlight): Mark[] {
  if (text === "") return [];
  const [where, what] = caseSensitive ? [line, text] : [lower(line), lower(text)];
  const marks: Mark[] = [];
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + what.length)) {
    marks.push({ start: at, end: at + what.length, current: false });
  }
  return marks;
}

/** Returns how many characters the first `bytes` bytes of a text are in UTF-8. */
export function charactersOf(text: string, bytes: number): number {
  let left = bytes;
  let at = 0;
  for (const character of text) {
    if (left <= 0) break;
    left -= byteLength(character.codePointAt(0) ?? 0);
    at += character.length;
  }
  return at;
}

/**
 * Splits spans where a mark or a link starts or ends, so that each piece is either fully highlighted or not at all, and
 * either inside a link or not.
 */
export function cutAtMarks<T extends { text: string }, L extends { start: number; end: number }>(
  spans: readonly T[],
  marks: readonly Mark[],
  links: readonly L[] = [],
): (T & { mark?: Mark; link?: L })[] {
  const edges = [...marks, ...links].flatMap(({ start, end }) => [start, end]).sort((a, b) => a - b);
  let at = 0;
  return spans.flatMap((span) => {
    const from = at;
    at += span.text.length;
    const cuts = [from, ...edges.filter((edge) => edge > from && edge < at), at];
    return cuts.slice(1).map((to, index) => {
      const start = cuts[index] ?? from;
      const covers = (one: { start: number; end: number }) => one.start <= start && to <= one.end;
      const [mark, link] = [marks.find(covers), links.find(covers)];
      return {
        ...span,
        text: span.text.slice(start - from, to - from),
        ...(mark && { mark }),
        ...(link && { link }),
      };
    });
  });
}

// Character by character: some change length in lower case, and the positions must not move.
function lower(text: string): string {
  const whole = text.toLowerCase();
  if (whole.length === text.length) return whole;
  return [...text].map((one) => one.toLowerCase().length === one.length ? one.toLowerCase() : one).join("");
}

function byteLength(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
