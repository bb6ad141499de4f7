import type { SearchHit } from "../../../../../server/contract/files.ts";

export interface FoundFile {
  path: string;
  lines: { line: number; text: string }[];
}

/** Puts the lines that were found together by file, in the order the files came. */
export function groupHits(hits: readonly SearchHit[]): FoundFile[] {
  const files = new Map<string, FoundFile>();
  for (const { path, line, text } of hits) {
    const file = files.get(path) ?? { path, lines: [] };
    if (line !== null) file.lines.push({ line, text: text ?? "" });
    files.set(path, file);
  }
  return [...files.values()];
}

export interface TextPart {
  text: string;
  found: boolean;
}

/** Cuts a text where something was found in it, whatever the case. */
export function cutFound(text: string, wanted: string): TextPart[] {
  const [low, sought] = [text.toLowerCase(), wanted.toLowerCase()];
  // Some letters change their length with their case; places in the one are then none in the other.
  if (sought === "" || low.length !== text.length) return [{ text, found: false }];
  const parts: TextPart[] = [];
  let from = 0;
  for (let at = low.indexOf(sought); at >= 0; at = low.indexOf(sought, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), found: false });
    parts.push({ text: text.slice(at, at + sought.length), found: true });
    from = at + sought.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), found: false });
  return parts;
}
