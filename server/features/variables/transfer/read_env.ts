// Parses `.env` text as most tools write it, and what shells write with `export`. Nothing is run.
import type { ImportNote, ImportRefusal } from "../../../contract/variables.ts";
import { type Piece, References } from "./expand_references.ts";

/** One parsed entry, or why it is invalid. `line` is where it starts, from 1. */
export type ReadLine =
  | { line: number; name: string; value: string; note: ImportNote | null }
  | { line: number; name: string; reason: ImportRefusal };

/**
 * Parses entries: `KEY=value`, quoted values that may span lines, `export` before the name, comments, references to the
 * entries above.
 */
export function readEnv(text: string): ReadLine[] {
  const source = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const references = new References();
  const found: ReadLine[] = [];
  let line = 1;
  for (let at = 0; at < source.length;) {
    const { entry, end } = readEntry(source, at);
    if (entry) found.push({ line, ...withValue(entry, references) });
    line += source.slice(at, end).split("\n").length - 1;
    at = end;
  }
  return found;
}

type Entry = { name: string; pieces: Piece[] } | { name: string; reason: ImportRefusal };

interface Step {
  entry: Entry | null;
  /** Where the next line starts. */
  end: number;
}

function withValue(entry: Entry, references: References) {
  if ("reason" in entry) return entry;
  const { name } = entry;
  const read = references.read(name, entry.pieces);
  return read === null ? { name, reason: "value_too_long" as const } : { name, ...read };
}

function readEntry(source: string, at: number): Step {
  const end = endOfLine(source, at);
  const line = source.slice(at, end);
  if (line.trim() === "" || line.trimStart().startsWith("#")) return { entry: null, end: end + 1 };
  const name = readName(line);
  if (name === null) {
    return { entry: { name: line.trim().slice(0, 40), reason: "not_understood" }, end: end + 1 };
  }
  const from = skipBlanks(source, at + line.indexOf("=") + 1);
  if (!isQuote(source[from])) {
    const text = withoutComment(source.slice(from, end));
    return { entry: { name, pieces: [{ text, isLiteral: false }] }, end: end + 1 };
  }
  const quoted = readQuoted(source, from);
  if (quoted === null) return { entry: { name, reason: "quote_open" }, end: end + 1 };
  const last = endOfLine(source, quoted.end);
  const isClean = /^[ \t]*(?:#.*|;[ \t]*)?$/.test(source.slice(quoted.end, last));
  if (!isClean && quoted.end > end) {
    // The quote of a later line closed this one: that line and those between are read on their own.
    return { entry: { name, reason: "quote_open" }, end: end + 1 };
  }
  if (!isClean) return { entry: { name, reason: "after_quote" }, end: last + 1 };
  return { entry: { name, pieces: quoted.pieces }, end: last + 1 };
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf("\n", from);
  return end < 0 ? source.length : end;
}

function readName(line: string): string | null {
  const equals = line.indexOf("=");
  if (equals < 0) return null;
  const name = line.slice(0, equals).trim().replace(/^export[ \t]+/, "");
  return /[\s#'"]/.test(name) ? null : name;
}

function skipBlanks(source: string, from: number): number {
  let at = from;
  while (source[at] === " " || source[at] === "\t") at++;
  return at;
}

// A comment needs a space before it; a `#` inside a word belongs to the word.
function withoutComment(text: string): string {
  let at = text.indexOf("#");
  while (at > 0 && text[at - 1] !== " " && text[at - 1] !== "\t") at = text.indexOf("#", at + 1);
  return (at < 0 ? text : text.slice(0, at)).trim();
}

function isQuote(mark: string | undefined): boolean {
  return mark === '"' || mark === "'" || mark === "`";
}

// Quoted pieces and `\x` between them, as shells concatenate them: 'it'\''s'.
function readQuoted(source: string, from: number): { pieces: Piece[]; end: number } | null {
  const pieces: Piece[] = [];
  let at = from;
  while (at < source.length) {
    const mark = source[at] ?? "";
    if (mark === "\\" && at + 1 < source.length && source[at + 1] !== "\n") {
      pieces.push({ text: source[at + 1] ?? "", isLiteral: true });
      at += 2;
    } else if (isQuote(mark)) {
      const end = mark === '"' ? readEscaped(source, at + 1, pieces) : readLiteral(source, at, pieces);
      if (end === null) return null;
      at = end;
    } else break;
  }
  return { pieces, end: at };
}

/** Reads text up to the mark that it begins with; returns where it ends. */
function readLiteral(source: string, from: number, pieces: Piece[]): number | null {
  const end = source.indexOf(source[from] ?? "", from + 1);
  if (end < 0) return null;
  pieces.push({ text: source.slice(from + 1, end), isLiteral: true });
  return end + 1;
}

const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\", $: "$", "`": "`" };

function readEscaped(source: string, from: number, pieces: Piece[]): number | null {
  let start = from;
  for (let at = from; at < source.length; at++) {
    const mark = source[at];
    if (mark !== '"' && mark !== "\\") continue;
    pieces.push({ text: source.slice(start, at), isLiteral: false });
    if (mark === '"') return at + 1;
    const next = source[++at] ?? "";
    pieces.push({ text: escapes[next] ?? `\\${next}`, isLiteral: true });
    start = at + 1;
  }
  return null;
}
