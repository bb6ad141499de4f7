// Parses `.env` text as most tools write it, and what shells write with `export`: never expands or runs
// anything.
import type { ImportRefusal } from "../../../contract/variables.ts";

/** One parsed entry, or why it is invalid. `line` is where it starts, from 1. */
export type ReadLine =
  | { line: number; name: string; value: string }
  | { line: number; name: string; reason: ImportRefusal };

const START = /^(?:export[ \t]+)?([^\s=#'"]*)[ \t]*=[ \t]*/;

/** Parses entries: `KEY=value`, quoted values that may span lines, `export` before the name, comments. */
export function readEnv(text: string): ReadLine[] {
  const source = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const found: ReadLine[] = [];
  let line = 1;
  for (let at = 0; at < source.length;) {
    const { entry, end } = readEntry(source, at, line);
    if (entry) found.push(entry);
    line += source.slice(at, end).split("\n").length - 1;
    at = end;
  }
  return found;
}

interface Step {
  entry: ReadLine | null;
  /** Where the next line starts. */
  end: number;
}

function readEntry(source: string, at: number, line: number): Step {
  const end = endOfLine(source, at);
  const text = source.slice(at, end);
  const indent = text.length - text.trimStart().length;
  const rest = text.slice(indent);
  if (rest === "" || rest.startsWith("#")) return { entry: null, end: end + 1 };
  const start = START.exec(rest);
  if (!start) return { entry: { line, name: rest.slice(0, 40), reason: "not_understood" }, end: end + 1 };
  const [before, name = ""] = start;
  const from = at + indent + before.length;
  const quote = source[from];
  if (quote !== '"' && quote !== "'") {
    return { entry: { line, name, value: plainValue(source.slice(from, end)) }, end: end + 1 };
  }
  const quoted = readQuoted(source, from);
  if (quoted === null) return { entry: { line, name, reason: "quote_open" }, end: end + 1 };
  const last = endOfLine(source, quoted.end);
  const isClean = /^[ \t]*(?:#.*|;[ \t]*)?$/.test(source.slice(quoted.end, last));
  if (!isClean && quoted.end > end) {
    // The quote of a later line closed this one: that line and those between are read on their own.
    return { entry: { line, name, reason: "quote_open" }, end: end + 1 };
  }
  if (!isClean) return { entry: { line, name, reason: "after_quote" }, end: last + 1 };
  return { entry: { line, name, value: quoted.value }, end: last + 1 };
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf("\n", from);
  return end < 0 ? source.length : end;
}

// A comment needs a space before it; a `#` inside a word belongs to the word.
function plainValue(text: string): string {
  return text.replace(/(^|[ \t])#.*$/, "").trim();
}

// Quoted pieces and `\x` between them, as shells concatenate them: 'it'\''s'.
function readQuoted(source: string, from: number): { value: string; end: number } | null {
  let value = "";
  let at = from;
  while (at < source.length) {
    const mark = source[at];
    if (mark === "\\" && at + 1 < source.length && source[at + 1] !== "\n") {
      value += source[at + 1];
      at += 2;
    } else if (mark === "'" || mark === '"') {
      const piece = mark === "'" ? readLiteral(source, at + 1) : readEscaped(source, at + 1);
      if (piece === null) return null;
      value += piece.value;
      at = piece.end;
    } else break;
  }
  return { value, end: at };
}

function readLiteral(source: string, from: number): { value: string; end: number } | null {
  const end = source.indexOf("'", from);
  return end < 0 ? null : { value: source.slice(from, end), end: end + 1 };
}

const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\", $: "$", "`": "`" };

function readEscaped(source: string, from: number): { value: string; end: number } | null {
  let value = "";
  for (let at = from; at < source.length; at++) {
    const mark = source[at] ?? "";
    if (mark === '"') return { value, end: at + 1 };
    if (mark !== "\\") {
      value += mark;
      continue;
    }
    const next = source[++at] ?? "";
    value += escapes[next] ?? `\\${next}`;
  }
  return null;
}
