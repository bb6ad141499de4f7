/** Maximum length of a text with highlighting and folding, characters: beyond it the editor stays fast and plain. */
export const MAX_COLOURED = 2_000_000;
/** Maximum length of a text that is checked for errors, characters. */
export const MAX_CHECKED = 400_000;
/** Maximum line length, characters, up to which a text is still highlighted and follows the wrap setting. */
export const MAX_LINE = 50_000;

/** Returns whether any line is longer than `MAX_LINE`: such files are generated, and read rather than edited. */
export function hasLongLine(text: string): boolean {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    const stop = end < 0 ? text.length : end;
    if (stop - start > MAX_LINE) return true;
    start = stop + 1;
  }
  return false;
}
