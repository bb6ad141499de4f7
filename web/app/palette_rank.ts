import { matchesWithTypo, matchWords, rankMatch, searchWords } from "../../server/contract/text_search.ts";
import type { PaletteAction } from "./palette_entries.tsx";

/** A group of entries; of equally good groups, the first ones come first. */
export interface PaletteGroup {
  heading: string;
  actions: readonly PaletteAction[];
}

/** Rank of an entry of which only another text matches, as of labels in the search of tasks. */
const KEYWORD_RANK = 3;
/** Rank of an entry that its source has found by something else. */
const FOUND_RANK = 4;

/**
 * Returns the entries that match a text, best ones and groups first; an empty text leaves everything as it is. Entries with
 * typos count only if nothing matches exactly.
 */
export function rankGroups(groups: readonly PaletteGroup[], text: string): PaletteGroup[] {
  const words = searchWords(text.trim().toLowerCase());
  if (words.length === 0) return groups.filter(({ actions }) => actions.length > 0);
  const ranked = groups.map(({ heading, actions }) => ({
    heading,
    matches: actions.flatMap((action) => {
      const match = matchOf(action, words);
      return match ? [{ action, ...match }] : [];
    }),
  }));
  const isExact = ranked.some(({ matches }) => matches.some(({ hasTypo }) => !hasTypo));
  return ranked.map(({ heading, matches }) => {
    const relevant = isExact ? matches.filter(({ hasTypo }) => !hasTypo) : matches;
    const sorted = relevant.toSorted((a, b) => a.rank - b.rank);
    return { heading, actions: sorted.map(({ action }) => action), rank: sorted[0]?.rank ?? Infinity };
  }).filter(({ actions }) => actions.length > 0).sort((a, b) => a.rank - b.rank)
    .map(({ heading, actions }) => ({ heading, actions }));
}

function matchOf({ label, keywords, found }: PaletteAction, words: readonly string[]) {
  const name = (found?.name ?? label).toLowerCase();
  const others = keywords.map((keyword) => keyword.toLowerCase());
  const wanted = found?.by === undefined ? words : searchWords(found.by.toLowerCase());
  const match = matchWords(
    wanted,
    (word) => rankMatch(word, name) ?? (others.some((other) => other.includes(word)) ? KEYWORD_RANK : null),
    (word) => matchesWithTypo(word, name) ? 0 : null,
  );
  // Its source has compared more than its name, and allows for typos, too.
  return found ? { rank: match?.rank ?? FOUND_RANK * wanted.length, hasTypo: false } : match;
}
