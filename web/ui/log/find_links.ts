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
  let end = found.length;
  for (; end > 0; end--) {
    const last = found[end - 1] ?? "";
    if (!trailing.has(last)) break;
    const opening = pairs[last];
    // A bracket belongs to the address that contains its counterpart.
    if (opening && found.slice(0, end - 1).lastIndexOf(opening) > found.slice(0, end - 1).lastIndexOf(last)) {
      break;
    }
  }
  return found.slice(0, end);
}
