// Patterns of parameters are matched by RE2, which takes linear time for any pattern and value.
import type { IssueCode } from "../../../contract/issue_codes.ts";

/** Returns whether the whole of a value matches. */
export type Matches = (value: string) => boolean;

/** Maximum size of a compiled pattern, which bounds the time per character of a value. */
const MAX_INSTRUCTIONS = 2_000;

/** Compiles a pattern; returns why it is rejected otherwise. */
export async function compilePattern(source: string): Promise<Matches | IssueCode> {
  const { RE2JS, RE2JSException } = await import("re2js");
  try {
    const pattern = RE2JS.compile(source, RE2JS.DOTALL);
    if (pattern.programSize() > MAX_INSTRUCTIONS) return "incorrect_pattern";
    return (value) => pattern.matches(value);
  } catch (error) {
    if (error instanceof RE2JSException) {
      return /\(\?[=!<]|\\[1-9]/.test(source) ? "pattern_not_supported" : "incorrect_pattern";
    }
    throw error;
  }
}

export type Patterns = ReadonlyMap<string, Matches>;

/** Compiles the patterns of parameters; those that are rejected are left out. */
export async function compilePatterns(
  parameters: readonly { pattern: string | null }[],
): Promise<Patterns> {
  const sources = new Set(parameters.flatMap(({ pattern }) => pattern ?? []));
  const compiled = await Promise.all([...sources].map(async (source) => {
    return [source, await compilePattern(source)] as const;
  }));
  return new Map(
    compiled.flatMap(([source, matches]) =>
      typeof matches === "function" ? [[source, matches] as const] : []
    ),
  );
}
