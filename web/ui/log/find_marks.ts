// What is highlighted within one line.

/** What one looks for in every line, and the one place that was found. */
export interface Highlight {
  /** Empty: nothing. */
  text: string;
  caseSensitive: boolean;
}

/** A stretch of a line's text that is highlighted; `current` is the one place that is looked at. */
export interface Mark {
  start: number;
  end: number;
  current: boolean;
}

/** Finds every place of a text in a line, none within another. */
export function findMarks(line: string, { text, caseSensitive }: Highlight): Mark[] {
  if (text === "") return [];
  const [where, what] = caseSensitive ? [line, text] : [lower(line), lower(text)];
  const marks: Mark[] = [];
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + what.length)) {
    marks.push({ start: at, end: at + what.length, current: false });
  }
  return marks;
}

/** Gives the number of characters that the first `bytes` of a text in UTF-8 are. */
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

/** Cuts stretches of text where a mark begins or ends, so that each piece is highlighted whole or not at all. */
export function cutAtMarks<T extends { text: string }>(
  spans: readonly T[],
  marks: readonly Mark[],
): (T & { mark?: Mark })[] {
  const edges = marks.flatMap(({ start, end }) => [start, end]);
  let at = 0;
  return spans.flatMap((span) => {
    const from = at;
    at += span.text.length;
    const cuts = [from, ...edges.filter((edge) => edge > from && edge < at), at];
    return cuts.slice(1).map((to, index) => {
      const start = cuts[index] ?? from;
      const mark = marks.find((one) => one.start <= start && to <= one.end);
      return { ...span, text: span.text.slice(start - from, to - from), ...(mark && { mark }) };
    });
  });
}

// Character by character: some change their length with their case, and places have to stay where they are.
function lower(text: string): string {
  const whole = text.toLowerCase();
  if (whole.length === text.length) return whole;
  return [...text].map((one) => one.toLowerCase().length === one.length ? one.toLowerCase() : one).join("");
}

function byteLength(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
