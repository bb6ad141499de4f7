// What people look for, as a pattern over bytes: a log is searched as it lies on disk, one character per byte, because
// decoding it first would cost more than the search and lose the offsets.

const encoder = new TextEncoder();

/** A pattern without repetition, so that the time to search is bounded by the bytes times its length. */
export interface BytePattern {
  source: string;
  /** Most bytes of a match. */
  longest: number;
}

/** Makes the pattern of a text as it stands there; in either case of each letter unless `caseSensitive`. */
export function textPattern(text: string, caseSensitive: boolean): BytePattern {
  const variants = [...text].map((character) => caseSensitive ? [character] : casesOf(character));
  const source = variants.map((some) => some.length === 1 ? some.map(escapeBytes).join("") : oneOf(some))
    .join("");
  const longest = variants.map((some) => Math.max(...some.map((one) => encoder.encode(one).length)))
    .reduce((sum, length) => sum + length, 0);
  return { source, longest };
}

const NOT_IN_WORD = { before: "(?<![A-Za-z0-9_])", after: "(?![A-Za-z0-9_])" };
/** "0 failed" and "no error" are good news. */
const NO_NEWS = "(?<!\\b[0nN][oO]? )";

/** The pattern of what looks like an error: a word for it, or the name of a kind of error as programs write them. */
export function errorPattern(chinese: readonly string[]): BytePattern {
  const words = ["error", "exception", "traceback", "fatal", "failed"];
  const anyCase = words.map((word) => textPattern(word, false).source).join("|");
  const kinds = "(?<=[a-z])(?:Error|Exception)";
  const latin = `(?:${NOT_IN_WORD.before}${NO_NEWS}(?:${anyCase})|${kinds})${NOT_IN_WORD.after}`;
  return { source: [latin, ...chinese.map(escapeBytes)].join("|"), longest: 16 };
}

// Only cases of one character each: a match has then as many characters as what is looked for.
function casesOf(character: string): string[] {
  const cases = [character, character.toLowerCase(), character.toUpperCase()];
  return [...new Set(cases.filter((one) => [...one].length === 1))];
}

function oneOf(variants: readonly string[]): string {
  const single = variants.every((one) => encoder.encode(one).length === 1);
  const sources = variants.map(escapeBytes);
  return single ? `[${sources.join("")}]` : `(?:${sources.join("|")})`;
}

function escapeBytes(text: string): string {
  return [...encoder.encode(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}
