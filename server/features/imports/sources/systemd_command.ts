// Converts the commands of a service to one line for a shell. systemd starts programs without a shell: it has
// its own quoting, variables and specifiers (systemd.service(5), "Command lines").

import { quoteWord } from "../../../contract/quote_word.ts";

/** Stands for the home directory in expanded text: a character for private use. */
export const HOME = "\uE000";

/** A command, or what makes it impossible to convert. */
export type ShellCommand = { shell: string; ignored: readonly string[] } | { unsupported: string };

/** Values of specifiers, such as `%n`, for a unit. */
export interface UnitName {
  /** With its suffix, such as `backup@db.service`. */
  full: string;
}

interface Item {
  text: string;
  /** Whether it is a bare `;`, which separates commands. */
  separator: boolean;
}

/** Converts one value of `ExecStart=` and the like; several commands in it follow each other. */
export function shellCommand(value: string, unit: UnitName): ShellCommand {
  const items = splitItems(value);
  if (items === null) return { unsupported: value };
  const commands: string[] = [], ignored = new Set<string>();
  let rest = items;
  while (rest.length > 0) {
    const end = rest.findIndex(({ separator }) => separator);
    const words = rest.slice(0, end < 0 ? rest.length : end).map(({ text }) => text);
    rest = end < 0 ? [] : rest.slice(end + 1);
    const command = oneCommand(words, unit, ignored);
    if (typeof command !== "string") return command;
    if (command !== "") commands.push(command);
  }
  return { shell: commands.join(" && "), ignored: [...ignored] };
}

function oneCommand(
  words: readonly string[],
  unit: UnitName,
  ignored: Set<string>,
): string | { unsupported: string } {
  const [first = "", ...rest] = words;
  const [, prefixes = "", program = ""] = /^([-@:+!|]*)([^]*)/.exec(first) ?? [];
  if (program === "") return "";
  for (const prefix of prefixes) if ("+!|".includes(prefix)) ignored.add(prefix);
  const given = prefixes.includes("@") ? rest.slice(1) : rest; // `@`: the next word is only the process's name
  const parts: string[] = [];
  for (const [index, word] of [program, ...given].entries()) {
    const expanded = expandSpecifiers(word, unit);
    if (expanded === null) return { unsupported: word };
    parts.push(index === 0 || prefixes.includes(":") ? quote(expanded) : shellWord(expanded));
  }
  const command = parts.join(" ");
  return prefixes.includes("-") ? `{ ${command} || true; }` : command;
}

// `$NAME` as a whole word is split at blanks; `${NAME}` anywhere is one value; `$$` is a dollar sign.
function shellWord(word: string): string {
  if (/^\$[A-Za-z_]\w*$/.test(word)) return word;
  let shell = "", literal = "";
  for (const part of word.split(/(\$\$|\$\{[A-Za-z_]\w*\})/)) {
    if (!part.startsWith("${")) literal += part === "$$" ? "$" : part;
    else {
      shell += `${literal && quote(literal)}"${part}"`;
      literal = "";
    }
  }
  return shell === "" || literal !== "" ? shell + quote(literal) : shell;
}

/** Replaces specifiers whose value does not depend on the machine; null if there are others. */
export function expandSpecifiers(text: string, { full }: UnitName): string | null {
  const name = full.replace(/\.[^.]+$/, "");
  const at = name.indexOf("@");
  const prefix = at < 0 ? name : name.slice(0, at), instance = at < 0 ? "" : name.slice(at + 1);
  const values: Record<string, string> = {
    "%": "%",
    n: full,
    N: name,
    p: prefix,
    P: unescapeName(prefix),
    i: instance,
    I: unescapeName(instance),
    j: prefix.slice(prefix.lastIndexOf("-") + 1),
    h: HOME,
    t: "/run",
    S: "/var/lib",
    C: "/var/cache",
    L: "/var/log",
    E: "/etc",
    T: "/tmp",
    V: "/var/tmp",
  };
  let known = true;
  const expanded = text.replace(/%(.)/gs, (all, letter: string) => {
    known &&= Object.hasOwn(values, letter);
    return values[letter] ?? all;
  });
  return known ? expanded : null;
}

// In instances, a dash stands for a slash, and `\x2d` for a dash.
function unescapeName(text: string): string {
  return text.replaceAll("-", "/").replace(
    /\\x([0-9a-f]{2})/gi,
    (_, code: string) => String.fromCharCode(parseInt(code, 16)),
  );
}

/** Splits a value into words by systemd's rules for quotes; null when a quote is not closed. */
export function splitWords(value: string): string[] | null {
  return splitItems(value)?.map(({ text }) => text) ?? null;
}

const escapes: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  s: " ",
};

function splitItems(value: string): Item[] | null {
  const items: Item[] = [];
  let text: string | null = null, bare = true, quoteMark = "";
  const push = () => {
    if (text !== null) items.push({ text, separator: bare && text === ";" });
    [text, bare] = [null, true];
  };
  for (let at = 0; at < value.length; at++) {
    const char = value[at]!;
    if (char === "\\") {
      const { escaped, plain } = readEscape(value.slice(at + 1, at + 10));
      text = (text ?? "") + plain;
      at += escaped.length;
      bare = false;
    } else if (quoteMark !== "") {
      if (char === quoteMark) quoteMark = "";
      else text += char;
    } else if (char === '"' || char === "'") {
      [quoteMark, text, bare] = [char, text ?? "", false];
    } else if (/\s/.test(char)) push();
    else text = (text ?? "") + char;
  }
  push();
  return quoteMark === "" ? items : null;
}

function readEscape(text: string): { escaped: string; plain: string } {
  const [hex] = /^(x[0-9a-f]{2}|u[0-9a-f]{4}|U000[0-9a-f]{5}|U0010[0-9a-f]{4})/i.exec(text) ?? [];
  if (hex !== undefined) return { escaped: hex, plain: String.fromCodePoint(parseInt(hex.slice(1), 16)) };
  const [octal] = /^[0-3][0-7]{2}/.exec(text) ?? [];
  if (octal !== undefined) return { escaped: octal, plain: String.fromCharCode(parseInt(octal, 8)) };
  const char = text[0] ?? "";
  return { escaped: char, plain: escapes[char] ?? char };
}

/** Quotes text as one word of a shell, in which only the home directory is expanded. */
export function quote(text: string): string {
  if (/^--?[\w-]+=[\w@%+:,./=-]+$/.test(text)) return text;
  const parts = text.split(HOME);
  return parts.map((part) => part === "" && parts.length > 1 ? "" : quoteWord(part)).join('"$HOME"');
}
