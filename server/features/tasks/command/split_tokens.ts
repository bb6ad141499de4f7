/** A command line split into tokens, or null when only a shell can interpret it. */
export type Tokens = readonly string[] | null;

// Unquoted, these characters need a shell: operators, redirections, expansions, patterns, comments. `~` does only at the
// start of a word; inside one, it separates the ends of a range.
const SHELL_ONLY = /[|&;<>()`$*?[\]{}#!\n\r]/;

/** Splits a line into tokens as a shell would, for lines that contain only words and quotes. */
export function splitTokens(line: string): Tokens {
  const tokens: string[] = [];
  let token: string | null = null;
  for (let index = 0; index < line.length; index++) {
    const char = line[index] ?? "";
    if (char === "'" || char === '"') {
      const end = line.indexOf(char, index + 1);
      const inside = line.slice(index + 1, end);
      if (end < 0 || (char === '"' && /[$`\\]/.test(inside))) return null;
      token = (token ?? "") + inside;
      index = end;
    } else if (char === " " || char === "\t") {
      if (token !== null) tokens.push(token);
      token = null;
    } else if (char === "\\" || SHELL_ONLY.test(char) || char === "~" && token === null) {
      return null;
    } else {
      token = (token ?? "") + char;
    }
  }
  return token === null ? tokens : [...tokens, token];
}
