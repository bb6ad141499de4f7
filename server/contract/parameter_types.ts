// What page and server need of parameters without zod.

export const parameterTypes = ["text", "number", "choice", "switch", "date", "secret", "file"] as const;
export type ParameterType = (typeof parameterTypes)[number];

/** Types whose values can be limited to a pattern, and to a range. */
export const patternTypes: readonly ParameterType[] = ["text", "secret", "file"];
export const rangeTypes: readonly ParameterType[] = ["number", "date"];

/** Returns a label or help text in a language. */
export function parameterText(
  text: string | { en: string; zh: string } | undefined,
  language: "en" | "zh",
): string | undefined {
  return typeof text === "object" ? text[language] : text;
}
