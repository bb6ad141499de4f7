/** A command line as words, or null when only a shell can say what it means. */
export type Words = readonly string[] | null;

// Unquoted, these make a line more than words: operators, redirections, expansions, patterns, comments.
const SHELL_ONLY = /[|&;<>()`$*?[\]{}~#!\n\r]/;

/** Splits a line into words as a shell would, for lines that have nothing but words and quotes in them. */
export function splitWords(line: string): Words {
  const words: string[] = [];
  let word: string | null = null;
  for (let index = 0; index < line.length; index++) {
    const char = line[index] ?? "";
    if (char === "'" || char === '"') {
      const end = line.indexOf(char, index + 1);
      const inside = line.slice(index + 1, end);
      if (end < 0 || (char === '"' && /[$`\\]/.test(inside))) return null;
      word = (word ?? "") + inside;
      index = end;
    } else if (char === " " || char === "\t") {
      if (word !== null) words.push(word);
      word = null;
    } else if (char === "\\" || SHELL_ONLY.test(char)) {
      return null;
    } else {
      word = (word ?? "") + char;
    }
  }
  return word === null ? words : [...words, word];
}
