// What people look for, as a pattern over bytes: a file is searched as it lies on disk, one character per byte, because decoding
// it first would cost more than the search and lose the offsets.

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

/** Writes a text as a pattern of its bytes. */
export function escapeBytes(text: string): string {
  return [...encoder.encode(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
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
