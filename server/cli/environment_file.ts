// Reads files for `EnvironmentFile=` as systemd does (systemd.exec(5); `parse_env_file` in its source): a value is text, not
// code of a shell. Nothing is expanded or run.
import { glob, readFile } from "node:fs/promises";

const BLANKS = " \t";
/** Characters that a backslash keeps from being special between double quotes; before others, it stays. */
const ESCAPED = '"\\`$';

/** Reads the variables of files: paths or patterns, with a leading dash where they need not exist. Throws what `readFile` throws. */
export async function readEnvironmentFiles(paths: readonly string[]): Promise<Map<string, string>> {
  const variables = new Map<string, string>();
  for (const path of paths) {
    const isOptional = path.startsWith("-");
    const pattern = isOptional ? path.slice(1) : path;
    const found = /[*?[]/.test(pattern) ? await Array.fromAsync(glob(pattern)) : [];
    for (const file of found.length > 0 ? found.sort() : [pattern]) {
      try {
        const text = new TextDecoder().decode(await readFile(file));
        for (const [name, value] of parseEnvironment(text)) variables.set(name, value);
      } catch (error) {
        if (!isOptional) throw error;
      }
    }
  }
  return variables;
}

/** Parses the lines of such a file. What is not an assignment, or has no valid name, is ignored. */
export function parseEnvironment(text: string): [name: string, value: string][] {
  const reader = new Reader(text.replaceAll("\r", "\n"));
  const found: [string, string][] = [];
  for (let line = reader.next(); line !== null; line = reader.next()) {
    if (/^[A-Za-z_]\w*$/.test(line[0])) found.push(line);
  }
  return found;
}

class Reader {
  #at = 0;

  constructor(private readonly text: string) {}

  /** Returns the next assignment, also one without a valid name; null at the end. */
  next(): [name: string, value: string] | null {
    while (this.#at < this.text.length) {
      const char = this.text[this.#at] ?? "";
      if (char === "\n" || BLANKS.includes(char)) this.#at++;
      else if (char === "#" || char === ";") this.#skipLine();
      else {
        const stop = this.#endOfName();
        const name = this.text.slice(this.#at, stop).trim();
        this.#at = stop + 1;
        if (this.text[stop] === "=") return [name, this.#value()];
      }
    }
    return null;
  }

  #endOfName(): number {
    let at = this.#at;
    while (at < this.text.length && this.text[at] !== "=" && this.text[at] !== "\n") at++;
    return at;
  }

  #skipLine(): void {
    const end = this.text.indexOf("\n", this.#at);
    this.#at = end < 0 ? this.text.length : end + 1;
  }

  // Quoted pieces and text between them are joined; blanks after a piece are dropped.
  #value(): string {
    let value = "";
    for (; this.#at < this.text.length; this.#at++) {
      const char = this.text[this.#at] ?? "";
      if (char === "\n") break;
      if (char === "'") value += this.#single();
      else if (char === '"') value += this.#double();
      else if (!BLANKS.includes(char)) return value + this.#plain();
    }
    this.#at++;
    return value;
  }

  /** Reads text without quotes up to the end of the line, which a backslash before it removes. */
  #plain(): string {
    let value = "", length = 0;
    for (; this.#at < this.text.length && this.text[this.#at] !== "\n"; this.#at++) {
      const isEscape = this.text[this.#at] === "\\";
      if (isEscape) this.#at++;
      const char = this.text[this.#at] ?? "";
      if (isEscape && char === "\n") continue;
      value += char;
      if (isEscape || !BLANKS.includes(char)) length = value.length;
    }
    this.#at++;
    return value.slice(0, length);
  }

  #single(): string {
    const end = this.text.indexOf("'", this.#at + 1);
    const stop = end < 0 ? this.text.length : end;
    const value = this.text.slice(this.#at + 1, stop);
    this.#at = stop;
    return value;
  }

  #double(): string {
    let value = "";
    for (this.#at++; this.#at < this.text.length && this.text[this.#at] !== '"'; this.#at++) {
      const char = this.text[this.#at] ?? "";
      if (char !== "\\") {
        value += char;
        continue;
      }
      const next = this.text[++this.#at] ?? "";
      if (next !== "\n") value += ESCAPED.includes(next) ? next : `\\${next}`;
    }
    return value;
  }
}
