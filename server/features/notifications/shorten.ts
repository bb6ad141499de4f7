const MARK = "…";

/** Truncates a text to at most `max` UTF-16 units, with a mark at its end; never splits a surrogate pair. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const room = Math.max(0, max - MARK.length);
  // Half of a surrogate pair is not a character.
  const end = /[\ud800-\udbff]$/.test(text.slice(0, room)) ? room - 1 : room;
  return text.slice(0, Math.max(0, end)) + MARK;
}
