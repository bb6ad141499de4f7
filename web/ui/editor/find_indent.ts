const maxScanned = 400;

/** Returns one level of indentation in a text, a tab or some spaces; null when it cannot be determined. */
export function findIndent(lines: Iterable<string>): string | null {
  const counts = new Map<string, number>();
  let before = 0;
  let checked = 0;
  for (const line of lines) {
    if (++checked > maxScanned) break;
    if (line.trim() === "") continue;
    const [space = ""] = /^[ \t]*/.exec(line) ?? [];
    const step = space.startsWith("\t") ? "\t" : stepBetween(before, space.length);
    before = space.startsWith("\t") ? 0 : space.length;
    if (step) counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const [max] = [...counts].sort(([, one], [, other]) => other - one);
  return max?.[0] ?? null;
}

/** Counts only common steps: an aligned comment is not an indentation. */
function stepBetween(before: number, now: number): string | null {
  const step = now - before;
  return step === 2 || step === 4 || step === 8 || step === 3 ? " ".repeat(step) : null;
}
