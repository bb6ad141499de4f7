// What page and server need of parameters without zod.
import type { Parameter, ParameterText } from "./parameters.ts";

export const parameterTypes = ["text", "number", "choice", "switch", "date", "secret", "file"] as const;
export type ParameterType = (typeof parameterTypes)[number];

/** Types whose values can be limited to a pattern, and to a range. */
export const patternTypes: readonly ParameterType[] = ["text", "secret", "file"];
export const rangeTypes: readonly ParameterType[] = ["number", "date"];

/** Returns a label or help text in a language. */
export function parameterText(text: ParameterText | undefined, language: "en" | "zh"): string | undefined {
  return typeof text === "object" ? text[language] : text;
}

/** Returns whether a run needs a value that the declaration does not have. */
export function isAsked({ required, default: usual }: Pick<Parameter, "required" | "default">): boolean {
  return required && usual === null;
}
