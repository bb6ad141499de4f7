// Search text as a pattern over bytes: a file is searched as it is on disk, one character per byte, because decoding it
// first would cost more than the search and lose the offsets.

const encoder = new TextEncoder();

/** A pattern without repetition, so that the search time is bounded by the bytes times its length. */
export interface BytePattern {
  source: string;
  /** Maximum length of a match in bytes. */
  longest: number;
}

/** Returns the pattern of a literal text; case-insensitive unless `caseSensitive`. */
export function textPattern(text: string, caseSensitive: boolean): BytePattern {
  const variants = [...text].map((character) => caseSensitive ? [character] : casesOf(character));
  const source = variants.map((some) => some.length === 1 ? some.map(escapeBytes).join("") : oneOf(some))
    .join("");
  const longest = variants.map((some) => Math.max(...some.map((one) => encoder.encode(one).length)))
    .reduce((sum, length) => sum + length, 0);
  return { source, longest };
}

export function escapeBytes(text: string): string {
  return [...encoder.encode(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}

// Only case variants of one character each: then a match has as many characters as the search text.
function casesOf(character: string): string[] {
  const cases = [character, character.toLowerCase(), character.toUpperCase()];
  return [...new Set(cases.filter((one) => [...one].length === 1))];
}

function oneOf(variants: readonly string[]): string {
  const single = variants.every((one) => encoder.encode(one).length === 1);
  const sources = variants.map(escapeBytes);
  return single ? `[${sources.join("")}]` : `(?:${sources.join("|")})`;
}
