import type { Texts } from "./en/texts.ts";

type FeatureKeys<F extends keyof Texts & string> = `${F}.${keyof Texts[F] & string}`;

/** The key of a text: `feature.name`. */
export type MessageKey = { [F in keyof Texts & string]: FeatureKeys<F> }[keyof Texts & string];

/** The Chinese texts of a feature, with exactly the names of the English ones. */
export type SameNames<T> = Record<keyof T, string>;

/** The Chinese texts of several features. */
export type SameFeatures<T> = { [F in keyof T]: SameNames<T[F]> };

export type AllTexts = SameFeatures<Texts>;

/** Flattens the texts of features into one table by key. */
export function flattenTexts(texts: Record<string, Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([feature, entries]) =>
      Object.entries(entries).map(([name, text]) => [`${feature}.${name}`, text])
    ),
  );
}
