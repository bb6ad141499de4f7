// Text search for the API and for lists that the page searches itself: all words must match, better matches rank first,
// and a word may contain a typo. Does not import zod, because the page loads it.

/** Shortest word that may contain a typo; a shorter one would match almost anything. */
const MIN_TYPO_LENGTH = 4;

/** Splits a search into words; text between double quotes stays together. */
export function searchWords(q: string): string[] {
  const words = q.matchAll(/"([^"]+)"|\S+/g);
  return [...words].map(([word, quoted]) => quoted?.trim() || word);
}

/** How a word matches: at the start of the text, of a word in it, or anywhere. Lower is better. */
export type MatchRank = 0 | 1 | 2;

/** Returns how a word matches a text, both in lowercase; null if the text does not contain it. */
export function rankMatch(word: string, text: string): MatchRank | null {
  const first = text.indexOf(word);
  if (first <= 0) return first === 0 ? 0 : null;
  for (let at = first; at >= 0; at = text.indexOf(word, at + 1)) {
    if (isWordStart(text, at)) return 1;
  }
  return 2;
}

/**
 * Returns whether a text, in lowercase, has a word that starts like the given one except for one typo: a wrong, missing or
 * extra letter, or two swapped ones.
 */
export function matchesWithTypo(word: string, text: string): boolean {
  if (word.length < MIN_TYPO_LENGTH) return false;
  const [first, second] = word;
  for (let start = 0; start < text.length; start++) {
    const [here, next] = [text[start], text[start + 1]];
    // One typo changes at most one of the first two letters, or moves them by one.
    const isLikely = here === first || here === second || next === first || next === second;
    if (isLikely && isWordStart(text, start) && startsWithTypo(word, text, start)) return true;
  }
  return false;
}

/**
 * Returns pieces of a word of which every text that has the word with one typo has at least one: a typo changes at most two
 * adjacent letters, and so at most two of three pieces. None for a word that may not have a typo.
 */
export function typoPieces(word: string): string[] {
  if (word.length < MIN_TYPO_LENGTH) return [];
  const letters = [...word];
  const cut = (third: number) => Math.floor(third * letters.length / 3);
  return [0, 1, 2].map((third) => letters.slice(cut(third), cut(third + 1)).join("")).filter((piece) =>
    piece !== ""
  );
}

function startsWithTypo(word: string, text: string, start: number): boolean {
  let same = 0;
  while (same < word.length && word[same] === text[start + same]) same++;
  const at = start + same;
  const rest = word.slice(same + 1);
  const isSwapped = word[same] === text[at + 1] && word[same + 1] === text[at];
  return text.startsWith(rest, at + 1) || // wrong letter
    text.startsWith(word.slice(same), at + 1) || // missing letter
    text.startsWith(rest, at) || // extra letter
    (isSwapped && text.startsWith(word.slice(same + 2), at + 2));
}

// Chinese does not separate words, so each character can start one.
function isWordStart(text: string, at: number): boolean {
  return isLetter(text, at) && (!isLetter(text, at - 1) || /\p{Script=Han}/u.test(text[at] ?? ""));
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57); // faster than a pattern
  return /[\p{L}\p{N}]/u.test(text[at] ?? "");
}

/** Rank of a word that matches only with a typo: lower than any other match. */
const TYPO_RANK = 10;

/** How well a text matches a search, lower is better, and whether only despite a typo. */
export interface SearchMatch {
  rank: number;
  hasTypo: boolean;
}

type Rank = (word: string) => number | null;

/**
 * Returns how well all words match; null if one does not. `rank` returns how well a word matches, and `typoRank` how well it
 * does with a typo.
 */
export function matchWords(words: readonly string[], rank: Rank, typoRank?: Rank): SearchMatch | null {
  const match: SearchMatch = { rank: 0, hasTypo: false };
  for (const word of words) {
    const found = rank(word);
    const similar = found === null ? typoRank?.(word) ?? null : null;
    if (found === null && similar === null) return null;
    if (similar !== null) match.hasTypo = true;
    match.rank += found ?? TYPO_RANK + (similar ?? 0);
  }
  return match;
}
