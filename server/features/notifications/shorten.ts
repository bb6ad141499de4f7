const MARK = "…";

/** Shortens a text to at most `most` UTF-16 units, with a mark at its end; no sign is cut in two. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const room = Math.max(0, max - MARK.length);
  // The first half of a pair alone would be no sign.
  const end = /[\ud800-\udbff]$/.test(text.slice(0, room)) ? room - 1 : room;
  return text.slice(0, Math.max(0, end)) + MARK;
}
