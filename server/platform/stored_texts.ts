import { type Language, languages } from "../contract/settings.ts";

/** The texts of one language by their names; a function inserts what is only known when it is called. */
export type StoredTexts = Record<string, string | ((...values: string[]) => string)>;

/** Translates a text that the panel stored in one of its languages; any other, such as the output of a tool, stays as it is. */
export type TranslateStored = <T extends string | null>(text: T, language: Language) => T | string;

/** Returns a function that recognizes texts of the panel, whose language may have changed since it stored them. */
export function translateStored(texts: Record<Language, StoredTexts>): TranslateStored {
  const patterns = languages.flatMap((language) =>
    Object.entries(texts[language]).map(([name, text]) => ({ name, ...patternOf(text) }))
  );
  return (text, language) => {
    if (text === null) return text;
    for (const { name, pattern, order } of patterns) {
      const found = pattern.exec(text);
      const own = texts[language][name];
      if (found === null || own === undefined) continue;
      if (typeof own === "string") return own;
      const values: string[] = [];
      for (const [group, position] of order.entries()) values[position] = found[group + 1] ?? "";
      return own(...values);
    }
    return text;
  };
}

// Characters that no text contains stand for the values.
const markOf = (position: number) => String.fromCharCode(0xe000 + position);

/** Returns the pattern of a text, and which value each of its groups is. */
function patternOf(text: StoredTexts[string]): { pattern: RegExp; order: number[] } {
  if (typeof text === "string") return { pattern: new RegExp(`^${RegExp.escape(text)}$`), order: [] };
  const marks = Array.from({ length: text.length }, (_, position) => markOf(position));
  const order: number[] = [];
  const parts = text(...marks).split(/([\ue000-\ue0ff])/).map((part, index) => {
    if (index % 2 === 0) return RegExp.escape(part);
    const position = marks.indexOf(part);
    const group = order.indexOf(position);
    if (group >= 0) return `\\${group + 1}`;
    order.push(position);
    return "([^]+?)";
  });
  return { pattern: new RegExp(`^${parts.join("")}$`), order };
}
