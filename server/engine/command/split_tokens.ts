/** A command line as words, or null when only a shell can say what it means. */
export type Messages = readonly string[] | null;

// Unquoted, these make a line more than words: operators, redirections, expansions, patterns, comments.
const SHELL_ONLY = /[|&;<>()`$*?[\]{}~#!\n\r]/;

/** Splits a line into words as a shell would, for lines that have nothing but words and quotes in them. */
export function splitTokens(line: string): Messages {
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
    } else if (char === "\\" || SHELL_ONLY.test(char)) {
      return null;
    } else {
      token = (token ?? "") + char;
    }
  }
  return token === null ? tokens : [...tokens, token];
}
