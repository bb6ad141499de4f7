// Reads the name and the schedule that a script declares in its comments. Existing scripts rely on these
// rules, odd as some are. Every step visits each character a bounded number of times, because the text is
// untrusted.
import { trimEnd } from "../../../contract/trim_end.ts";

/** The values of a header; null for missing ones. */
export interface ScriptHeader {
  name: string | null;
  cron: string | null;
}

/** Parses the header of a script by its file name. For a single file, `name:` does not count. */
export function readHeader(text: string, fileName: string, { isSingle = false } = {}): ScriptHeader {
  const lines = text.split(/\r\n|\n|\r/);
  return {
    cron: firstOf(lines, (line) => besideFileName(line, fileName)) ?? afterToken(lines, "cron:") ??
      quoted(lines),
    name: nameOf(lines, isSingle),
  };
}

const FIELD = /[\d*][\d*/,-]*/g;

/**
 * Matches a line like `10 8,20 * * * this_file.js, tag=x`: five or six fields of a rule, followed by the
 * script's own name.
 */
function besideFileName(line: string, fileName: string): string | null {
  const last = line.lastIndexOf(fileName);
  if (last < 0) return null;
  let chain: { text: string; start: number; end: number }[] = [];
  for (const { 0: match, index } of line.slice(0, last).matchAll(FIELD)) {
    const text = trimEnd(match, ",");
    const field = { text, start: index, end: index + text.length };
    const isWhole = /^[\s,"]$/.test(line[field.end] ?? "");
    const follows = chain.length > 0 && isBlank(line.slice(chain.at(-1)!.end, index));
    if (!follows || !isWhole) {
      const found = ruleOf(chain, line);
      if (found !== null) return found;
      chain = [];
    }
    if (isWhole) chain.push(field);
  }
  return ruleOf(chain, line);
}

function ruleOf(chain: readonly { text: string; start: number }[], line: string): string | null {
  // A star at the start of a line is usually comment decoration.
  const [first] = chain;
  const isDrawn = chain.length === 6 && first?.text === "*" && isBlank(line.slice(0, first.start));
  const fields = (isDrawn ? chain.slice(1) : chain).slice(0, 6).map(({ text }) => text);
  return fields.length >= 5 ? fields.join(" ") : null;
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** Finds the first line with a keyword such as `cron:` and returns what follows, up to another colon. */
function afterToken(lines: readonly string[], word: string): string | null {
  const line = lines.find((one) => one.includes(word));
  if (line === undefined) return null;
  const [value = ""] = line.slice(line.indexOf(word) + word.length).split(":");
  return emptyToNull(unquote(value.trim().replace(/\s\*\/$/, "").trim()));
}

/** Matches a line like `cron "0 9 * * *" script-path=…`. */
function quoted(lines: readonly string[]): string | null {
  const line = lines.find((one) => one.includes('cron "'));
  if (line === undefined) return null;
  const [value = ""] = line.slice(line.indexOf('cron "') + 'cron "'.length).split('" ');
  return emptyToNull(value.replaceAll('"', "").trim());
}

function nameOf(lines: readonly string[], isSingle: boolean): string | null {
  const line = lines.find((one) => one.includes("new Env("));
  if (line !== undefined) {
    const behind = line.slice(line.indexOf("new Env(") + "new Env(".length);
    const output = withoutQuotes((behind.split(/[()]/, 1)[0] ?? "").trim());
    if (output !== "") return output;
  }
  return isSingle ? null : afterToken(lines, "name:");
}

// Strips only the kind of quote that the text starts with: the other kind is part of the name.
function withoutQuotes(text: string): string {
  const [quote] = text;
  if (quote !== '"' && quote !== "'") return text.replace(/["']/g, "").trim();
  const escaped = new RegExp(`\\\\(${quote})|${quote}`, "g");
  return text.replace(escaped, (_, literal?: string) => literal ?? "").trim();
}

function unquote(text: string): string {
  const [quote] = text;
  const isQuoted = text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote);
  return (isQuoted ? text.slice(1, -1) : text).trim();
}

function emptyToNull(text: string): string | null {
  return text === "" ? null : text;
}

function firstOf(lines: readonly string[], read: (line: string) => string | null): string | null {
  for (const line of lines) {
    const found = read(line);
    if (found !== null) return found;
  }
  return null;
}
