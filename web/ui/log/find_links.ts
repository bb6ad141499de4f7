// Links within a line.

/** A web address in a line's text. */
export interface LogLink {
  start: number;
  end: number;
  href: string;
}

// Ends at spaces, quotes and brackets that addresses do not contain, and at Chinese punctuation.
const address = /\bhttps?:\/\/[^\s"'<>`{}|\\^\u3000-\u303f\uff00-\uffef\u2018-\u201f]+/gi;
const trailing = new Set(".,;:!?*_~)]");
const pairs: Record<string, string> = { ")": "(", "]": "[" };

/** Returns the http and https addresses in a text, without the punctuation of the sentence around them. */
export function findLinks(text: string): LogLink[] {
  if (!text.includes("://")) return []; // almost every line
  return [...text.matchAll(address)].flatMap(({ 0: found, index }) => {
    const href = withoutTrailing(found);
    return URL.canParse(href) ? [{ start: index, end: index + href.length, href }] : [];
  });
}

function withoutTrailing(found: string): string {
  const closings = closingPairs(found);
  let end = found.length;
  while (end > 0 && trailing.has(found[end - 1] ?? "") && !closings.has(end - 1)) end--;
  return found.slice(0, end);
}

/** Returns the positions of the closing brackets that follow their counterpart: these belong to the address. */
function closingPairs(found: string): Set<number> {
  const closings = new Set<number>();
  for (const [closing, opening] of Object.entries(pairs)) {
    let isOpen = false;
    for (let at = 0; at < found.length; at++) {
      if (found[at] === closing && isOpen) closings.add(at);
      if (found[at] === closing || found[at] === opening) isOpen = found[at] === opening;
    }
  }
  return closings;
}
