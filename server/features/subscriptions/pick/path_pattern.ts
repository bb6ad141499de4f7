// Patterns of whitelist and blacklist: extended regular expressions as in `grep -E`. They come with lines that people paste,
// and the paths from repositories; RE2 matches them in linear time. This file rewrites what `grep -E` and RE2 read differently.

export class PatternError extends Error {
  override readonly name = "PatternError";
  /** `back_reference`: uses a back reference or a lookaround; `syntax`: any other error. */
  readonly reason: "back_reference" | "syntax";

  constructor(reason: "back_reference" | "syntax") {
    super(reason);
    this.reason = reason;
  }
}

/** Returns whether a pattern matches anywhere in a path. */
export type PathPattern = (path: string) => boolean;

const MAX_REPEATS = 255;
/** Maximum size of a compiled pattern, which bounds the time per character of a path. */
const MAX_INSTRUCTIONS = 5_000;
/** White space as in JavaScript; RE2 counts only ASCII. */
const SPACE = "\\t\\n\\v\\f\\r\\pZ\\x{feff}";

export async function compilePattern(source: string): Promise<PathPattern> {
  const re2Source = new Translator([...source]).translate();
  const { RE2JS, RE2JSException } = await import("re2js");
  try {
    const pattern = RE2JS.compile(re2Source, RE2JS.DOTALL);
    if (pattern.programSize() > MAX_INSTRUCTIONS) throw new PatternError("syntax");
    return (path) => pattern.matcher(path).find();
  } catch (error) {
    if (error instanceof RE2JSException) throw new PatternError("syntax");
    throw error;
  }
}

/** Translates `grep -E` into RE2; both sides are read by code point. */
class Translator {
  #at = 0;
  #depth = 0;

  constructor(private readonly source: readonly string[]) {}

  translate(): string {
    return this.#choice();
  }

  #choice(): string {
    const parts = [this.#sequence()];
    while (this.#take("|")) parts.push(this.#sequence());
    return parts.join("|");
  }

  #sequence(): string {
    let parts = "";
    while (!this.#isAtEnd && this.#next !== "|" && !(this.#next === ")" && this.#depth > 0)) {
      parts += this.#repeated();
    }
    return parts;
  }

  #repeated(): string {
    // A repetition with nothing before it matches the empty text.
    let part = /[*+?]/.test(this.#next) ? "(?:)" : this.#atom();
    // Grouped, because RE2 gives `a*?` and `a*+` other meanings.
    for (let times = this.#times(); times !== null; times = this.#times()) part = `(?:${part}${times})`;
    return part;
  }

  #times(): string | null {
    if (/[*+?]/.test(this.#next)) return this.source[this.#at++]!;
    const [times, min, , max] = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(this.#following()) ?? [];
    // A brace that is not a repetition is literal.
    if (times === undefined) return null;
    this.#at += times.length;
    const repeats = Number(max || min);
    if (repeats < Number(min) || repeats > MAX_REPEATS) throw new PatternError("syntax");
    return times;
  }

  #atom(): string {
    const character = this.source[this.#at++] ?? "";
    switch (character) {
      case "^":
      case "$":
      case ".":
        return character;
      case "(":
        return this.#group();
      case "[":
        return this.#bracket();
      case "\\":
        return this.#escaped();
      default:
        return literal(character);
    }
  }

  #group(): string {
    if (this.#take("?") && !this.#take(":")) throw new PatternError("back_reference");
    this.#depth++;
    const inside = this.#choice();
    this.#depth--;
    if (!this.#take(")")) throw new PatternError("syntax");
    return `(?:${inside})`;
  }

  #escaped(): string {
    const character = this.source[this.#at++];
    if (character === undefined) throw new PatternError("syntax");
    if (/[1-9bBk<>]/.test(character)) throw new PatternError("back_reference");
    if (character === "s") return `[${SPACE}]`;
    if (character === "S") return `[^${SPACE}]`;
    return /[dDwW]/.test(character) ? `\\${character}` : literal(character);
  }

  #bracket(): string {
    const start = this.#take("^") ? "[^" : "[";
    let items = "";
    for (let first = true; first || this.#next !== "]"; first = false) {
      if (this.#isAtEnd) throw new PatternError("syntax");
      items += this.#bracketItem();
    }
    this.#at++;
    return `${start}${items}]`;
  }

  #bracketItem(): string {
    const [named] = /^\[:\w+:\]/.exec(this.#following()) ?? [];
    if (named !== undefined) {
      this.#at += named.length;
      return named === "[:space:]" ? SPACE : named;
    }
    let low = this.source[this.#at++] ?? "";
    if (low === "\\" && !this.#isAtEnd) {
      low = this.source[this.#at++] ?? "";
      if (low === "s") return SPACE;
      if (/[dDwWS]/.test(low)) return `\\${low}`;
    }
    const high = this.source[this.#at + 1];
    if (this.#next !== "-" || high === undefined || high === "]") return literal(low);
    this.#at += 2;
    return `${literal(low)}-${literal(high)}`;
  }

  get #isAtEnd(): boolean {
    return this.#at >= this.source.length;
  }

  get #next(): string {
    return this.source[this.#at] ?? "";
  }

  #following(): string {
    return this.source.slice(this.#at, this.#at + 12).join("");
  }

  #take(character: string): boolean {
    if (this.#next !== character) return false;
    this.#at++;
    return true;
  }
}

function literal(character: string): string {
  return `\\x{${character.codePointAt(0)!.toString(16)}}`;
}
