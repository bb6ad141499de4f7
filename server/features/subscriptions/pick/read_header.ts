// What a script says of itself in its comments: its name and when it wants to run. Scripts of the whole field are written for
// these rules, odd as some are. Every step looks at each sign a bounded number of times: the text is a stranger's.

/** What a header says; null for what it does not say. */
export interface ScriptHeader {
  name: string | null;
  cron: string | null;
}

/** Reads the header of a script by its file name. Of a single file `name:` does not count. */
export function readHeader(text: string, fileName: string, { isSingle = false } = {}): ScriptHeader {
  const lines = text.split(/\r\n|\n|\r/);
  return {
    cron: firstOf(lines, (line) => besideFileName(line, fileName)) ?? afterToken(lines, "cron:") ??
      quoted(lines),
    name: nameOf(lines, isSingle),
  };
}

const FIELD = /[\d*][\d*/,-]*/g;

/** A line like `10 8,20 * * * this_file.js, tag=x`: five or six fields of a rule, and later the script's own name. */
function besideFileName(line: string, fileName: string): string | null {
  const last = line.lastIndexOf(fileName);
  if (last < 0) return null;
  let chain: { text: string; start: number; end: number }[] = [];
  for (const { 0: match, index } of line.slice(0, last).matchAll(FIELD)) {
    const text = match.replace(/,+$/, "");
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
  // A star at the beginning of a line is how comments are drawn.
  const [first] = chain;
  const isDrawn = chain.length === 6 && first?.text === "*" && isBlank(line.slice(0, first.start));
  const fields = (isDrawn ? chain.slice(1) : chain).slice(0, 6).map(({ text }) => text);
  return fields.length >= 5 ? fields.join(" ") : null;
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** The first line with a word such as `cron:`: what stands behind it, up to a further colon. */
function afterToken(lines: readonly string[], word: string): string | null {
  const line = lines.find((one) => one.includes(word));
  if (line === undefined) return null;
  const [output = ""] = line.slice(line.indexOf(word) + word.length).split(":");
  return emptyToNull(unquote(output.trim().replace(/\s\*\/$/, "").trim()));
}

/** A line like `cron "0 9 * * *" script-path=…`. */
function quoted(lines: readonly string[]): string | null {
  const line = lines.find((one) => one.includes('cron "'));
  if (line === undefined) return null;
  const [output = ""] = line.slice(line.indexOf('cron "') + 'cron "'.length).split('" ');
  return emptyToNull(output.replaceAll('"', "").trim());
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

// Only those of the kind it begins with: the other kind is part of the name.
function withoutQuotes(text: string): string {
  const [quote] = text;
  if (quote !== '"' && quote !== "'") return text.replace(/["']/g, "").trim();
  const escaped = new RegExp(`\\\\(${quote})|${quote}`, "g");
  return text.replace(escaped, (_, literal?: string) => literal ?? "").trim();
}

function unquote(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, "$2").trim();
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
