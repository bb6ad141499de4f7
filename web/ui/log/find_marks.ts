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
 * either inside a link or not. Marks and links are each in order and do not overlap.
 */
export function cutAtMarks<T extends { text: string }, L extends { start: number; end: number }>(
  spans: readonly T[],
  marks: readonly Mark[],
  links: readonly L[] = [],
): (T & { mark?: Mark; link?: L })[] {
  const [nextMark, nextLink] = [follow(marks), follow(links)];
  let at = 0;
  return spans.flatMap((span) => {
    const pieces: (T & { mark?: Mark; link?: L })[] = [];
    const [from, to] = [at, at + span.text.length];
    while (at < to) {
      const [mark, link] = [nextMark(at), nextLink(at)];
      const end = Math.min(to, edgeOf(mark, at), edgeOf(link, at));
      const text = span.text.slice(at - from, end - from);
      pieces.push({ ...span, text, ...(covers(mark, at) && { mark }), ...(covers(link, at) && { link }) });
      at = end;
    }
    return pieces;
  });
}

interface Range {
  start: number;
  end: number;
}

/** Returns the first range that ends after a position; positions only grow. */
function follow<R extends Range>(ranges: readonly R[]): (at: number) => R | undefined {
  let index = 0;
  return (at) => {
    while ((ranges[index]?.end ?? Infinity) <= at) index++;
    return ranges[index];
  };
}

function covers<R extends Range>(range: R | undefined, at: number): range is R {
  return range !== undefined && range.start <= at;
}

function edgeOf(range: Range | undefined, at: number): number {
  return range ? range.start > at ? range.start : range.end : Infinity;
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
