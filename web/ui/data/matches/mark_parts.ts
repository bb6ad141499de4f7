/**
 * Splits a line into matching and other parts, ignoring case. Keeps at most `leadIn` characters before the first match
 * of a long line.
 */
export function markParts(
  line: string,
  text: string,
  leadIn = Infinity,
): { text: string; marked: boolean }[] {
  const [low, wanted] = [line.toLowerCase(), text.toLowerCase()];
  // Some letters change length with their case, which would make the positions wrong.
  if (wanted === "" || low.length !== line.length) return [{ text: line, marked: false }];
  const first = low.indexOf(wanted);
  const from = first > leadIn ? first - leadIn : 0;
  const parts: { text: string; marked: boolean }[] = from > 0 ? [{ text: "…", marked: false }] : [];
  let at = from;
  for (let found = first; found >= 0; found = low.indexOf(wanted, at)) {
    if (found > at) parts.push({ text: line.slice(at, found), marked: false });
    at = found + wanted.length;
    parts.push({ text: line.slice(found, at), marked: true });
  }
  if (at < line.length) parts.push({ text: line.slice(at), marked: false });
  return parts;
}
