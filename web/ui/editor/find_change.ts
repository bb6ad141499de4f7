/** Returns the replacement that turns one text into another, given their common prefix and suffix; null when they are equal. */
export function findChange(
  before: string,
  after: string,
): { from: number; to: number; insert: string } | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  let end = 0;
  const left = shorter - from;
  while (
    end < left && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end++;
  }
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}
