/** Longest text whose words are coloured and folded, characters: beyond it the editor stays quick and plain. */
export const MAX_COLOURED = 2_000_000;
/** Longest text that is looked through for faults, characters. */
export const MAX_CHECKED = 400_000;
/** Longest line with which a text is still coloured and wrapped by the editor's own reckoning. */
export const MAX_LINE = 50_000;

/** Tells whether any line is longer than `MAX_LINE`: files made by programs, which are read and hardly edited. */
export function hasLongLine(text: string): boolean {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    const stop = end < 0 ? text.length : end;
    if (stop - start > MAX_LINE) return true;
    start = stop + 1;
  }
  return false;
}
