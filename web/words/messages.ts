import type { Texts } from "./en/texts.ts";

type FeatureKeys<F extends keyof Texts & string> = `${F}.${keyof Texts[F] & string}`;

/** Every text the page has: `feature.name`. */
export type WordKey = { [F in keyof Texts & string]: FeatureKeys<F> }[keyof Texts & string];

/** The Chinese of one feature: exactly the names the English has. */
export type SameNames<T> = Record<keyof T, string>;

/** All texts of one language, feature by feature. */
export type AllTexts = { [F in keyof Texts]: SameNames<Texts[F]> };

/** Joins the features' texts into the flat table that intl reads. */
export function flattenTexts(texts: AllTexts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([feature, entries]) =>
      Object.entries(entries).map(([name, text]) => [`${feature}.${name}`, text])
    ),
  );
}
