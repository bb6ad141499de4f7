import { type BytePattern, escapeBytes, textPattern } from "../../../platform/text_pattern.ts";

const NOT_IN_TERM = { before: "(?<![A-Za-z0-9_])", after: "(?![A-Za-z0-9_])" };
/** "0 failed" and "no error" are not errors. */
const NO_NEWS = "(?<!\\b[0nN][oO]? )";

/** Returns the pattern of lines that look like an error: a word for it, or an error class as programs print it. */
export function errorPattern(chinese: readonly string[]): BytePattern {
  const terms = ["error", "exception", "traceback", "fatal", "failed"];
  const anyCase = terms.map((term) => textPattern(term, false).source).join("|");
  const kinds = "(?<=[a-z])(?:Error|Exception)";
  const latin = `(?:${NOT_IN_TERM.before}${NO_NEWS}(?:${anyCase})|${kinds})${NOT_IN_TERM.after}`;
  return { source: [latin, ...chinese.map(escapeBytes)].join("|"), longest: 16 };
}
