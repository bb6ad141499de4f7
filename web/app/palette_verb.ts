/** What the palette can do with what it finds. */
export type Verb = "run" | "stop" | "enable" | "disable" | "edit";

/** A text such as `run backup`: what to do, and with what. */
export interface VerbSearch {
  verb: Verb;
  rest: string;
}

/** Reads a verb at the start of a text, by the words for each in a language; null without one, or with nothing after it. */
export function readVerb(text: string, words: Readonly<Record<Verb, string>>): VerbSearch | null {
  const trimmed = text.trim();
  const lower = trimmed.toLowerCase();
  for (const [verb, all] of Object.entries(words) as [Verb, string][]) { // the keys of a record of verbs
    for (const word of all.split(" ")) {
      // Chinese does not separate words.
      const isWhole = /\p{Script=Han}$/u.test(word) || /^\s/.test(lower.slice(word.length));
      const rest = trimmed.slice(word.length).trim();
      if (lower.startsWith(word) && isWhole && rest !== "") return { verb, rest };
    }
  }
  return null;
}
