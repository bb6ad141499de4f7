import type { Texts } from "./en/texts.ts";

type FeatureKeys<F extends keyof Texts & string> = `${F}.${keyof Texts[F] & string}`;

/** Every text the page has: `feature.name`. */
export type MessageKey = { [F in keyof Texts & string]: FeatureKeys<F> }[keyof Texts & string];

/** The Chinese of one feature: exactly the names the English has. */
export type SameNames<T> = Record<keyof T, string>;

/** The Chinese of several features. */
export type SameFeatures<T> = { [F in keyof T]: SameNames<T[F]> };

/** All texts of one language, feature by feature. */
export type AllTexts = SameFeatures<Texts>;

/** Joins the features' texts into the flat table that intl reads. */
export function flattenTexts(texts: Record<string, Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([feature, entries]) =>
      Object.entries(entries).map(([name, text]) => [`${feature}.${name}`, text])
    ),
  );
}
