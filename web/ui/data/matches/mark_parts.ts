/**
 * Parts a text where another stands in it, in either case. Of a long line at most `leadIn` characters are left before the first
 * place.
 */
export function markParts(
  line: string,
  text: string,
  leadIn = Infinity,
): { text: string; marked: boolean }[] {
  const [low, wanted] = [line.toLowerCase(), text.toLowerCase()];
  // Some letters change their length with their case: then places would be wrong.
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
