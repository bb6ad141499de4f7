// Parses the patterns of whitelist and blacklist: extended regular expressions as in `grep -E`, limited to
// what a matcher without backtracking can handle.

/** A node of the syntax tree. */
export type PatternNode =
  | { kind: "empty" }
  | { kind: "start" }
  | { kind: "end" }
  | { kind: "sign"; fits(sign: string): boolean }
  | { kind: "sequence"; parts: PatternNode[] }
  | { kind: "choice"; parts: PatternNode[] }
  | { kind: "repeat"; part: PatternNode; min: number; max: number };

/** A pattern that cannot be parsed. */
export class PatternError extends Error {
  override readonly name = "PatternError";
  /** `back_reference`: uses a back reference or a lookaround; `syntax`: any other error. */
  readonly reason: "back_reference" | "syntax";

  constructor(reason: "back_reference" | "syntax") {
    super(reason);
    this.reason = reason;
  }
}

const MAX_REPEATS = 255;
const NAMED: Record<string, (sign: string) => boolean> = {
  alpha: (sign) => /^[A-Za-z]$/.test(sign),
  digit: (sign) => /^[0-9]$/.test(sign),
  alnum: (sign) => /^[A-Za-z0-9]$/.test(sign),
  upper: (sign) => /^[A-Z]$/.test(sign),
  lower: (sign) => /^[a-z]$/.test(sign),
  space: (sign) => /^\s$/.test(sign),
  blank: (sign) => sign === " " || sign === "\t",
  punct: (sign) => /^[!-/:-@[-`{-~]$/.test(sign),
  xdigit: (sign) => /^[0-9A-Fa-f]$/.test(sign),
};
const ESCAPES: Record<string, (sign: string) => boolean> = {
  d: (sign) => /^\d$/.test(sign),
  D: (sign) => !/^\d$/.test(sign),
  w: (sign) => /^\w$/.test(sign),
  W: (sign) => !/^\w$/.test(sign),
  s: (sign) => /^\s$/.test(sign),
  S: (sign) => !/^\s$/.test(sign),
};

/** Parses a pattern. Throws `PatternError`. */
export function readPattern(source: string): PatternNode {
  const reader = new Reader([...source]);
  const node = reader.choice();
  if (!reader.isAtEnd) throw new PatternError("syntax");
  return node;
}

class Reader {
  readonly #signs: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(signs: readonly string[]) {
    this.#signs = signs;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#signs.length;
  }

  choice(): PatternNode {
    const parts = [this.#sequence()];
    while (this.#take("|")) parts.push(this.#sequence());
    return parts.length === 1 ? parts[0]! : { kind: "choice", parts };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (!this.isAtEnd && this.#next !== "|" && !(this.#next === ")" && this.#depth > 0)) {
      parts.push(this.#repeated());
    }
    return parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
  }

  #repeated(): PatternNode {
    // A repetition with nothing before it matches the empty text.
    let part: PatternNode = /[*+?]/.test(this.#next) ? { kind: "empty" } : this.#atom();
    for (let times = this.#times(); times !== null; times = this.#times()) {
      part = part.kind === "repeat" && nested(part, times)
        ? { ...part, ...merge(part, times) }
        : { kind: "repeat", part, ...times };
    }
    return part;
  }

  #times(): { min: number; max: number } | null {
    if (this.#take("*")) return { min: 0, max: Infinity };
    if (this.#take("+")) return { min: 1, max: Infinity };
    if (this.#take("?")) return { min: 0, max: 1 };
    return this.#braces();
  }

  #braces(): { min: number; max: number } | null {
    if (this.#next !== "{") return null;
    const rest = this.#signs.slice(this.#at, this.#at + 12).join("");
    const [whole, min, comma, max] = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(rest) ?? [];
    // A brace that is not a repetition is literal.
    if (whole === undefined) return null;
    this.#at += whole.length;
    const times = {
      min: Number(min),
      max: comma === "" ? Number(min) : max === "" ? Infinity : Number(max),
    };
    const largest = times.max === Infinity ? times.min : times.max;
    if (times.max < times.min || largest > MAX_REPEATS) throw new PatternError("syntax");
    return times;
  }

  #atom(): PatternNode {
    const sign = this.#signs[this.#at++] ?? "";
    switch (sign) {
      case "^":
        return { kind: "start" };
      case "$":
        return { kind: "end" };
      case ".":
        return { kind: "sign", fits: () => true };
      case "(":
        return this.#group();
      case "[":
        return { kind: "sign", fits: this.#signsBetweenBrackets() };
      case "\\":
        return this.#escaped();
      default:
        return { kind: "sign", fits: (other) => other === sign };
    }
  }

  #group(): PatternNode {
    if (this.#take("?") && !this.#take(":")) throw new PatternError("back_reference");
    this.#depth++;
    const inside = this.choice();
    this.#depth--;
    if (!this.#take(")")) throw new PatternError("syntax");
    return inside;
  }

  #escaped(): PatternNode {
    const sign = this.#signs[this.#at++];
    if (sign === undefined) throw new PatternError("syntax");
    if (/[1-9bBk<>]/.test(sign)) throw new PatternError("back_reference");
    return { kind: "sign", fits: ESCAPES[sign] ?? ((other) => other === sign) };
  }

  #signsBetweenBrackets(): (sign: string) => boolean {
    const isNot = this.#take("^");
    const tests: ((sign: string) => boolean)[] = [];
    for (let first = true; first || this.#next !== "]"; first = false) {
      if (this.isAtEnd) throw new PatternError("syntax");
      tests.push(this.#bracketItem());
    }
    this.#at++;
    return (sign) => tests.some((fits) => fits(sign)) !== isNot;
  }

  #bracketItem(): (sign: string) => boolean {
    const [whole, name = ""] = /^\[:(\w+):\]/.exec(this.#signs.slice(this.#at, this.#at + 12).join("")) ?? [];
    if (whole !== undefined) {
      this.#at += whole.length;
      const named = NAMED[name];
      if (named === undefined) throw new PatternError("syntax");
      return named;
    }
    let low = this.#signs[this.#at++] ?? "";
    if (low === "\\" && !this.isAtEnd) {
      low = this.#signs[this.#at++] ?? "";
      const escape = ESCAPES[low];
      if (escape) return escape;
    }
    const high = this.#signs[this.#at + 1];
    if (this.#next !== "-" || high === undefined || high === "]") return (sign) => sign === low;
    this.#at += 2;
    const [from, to] = [low.codePointAt(0) ?? 0, high.codePointAt(0) ?? 0];
    if (to < from) throw new PatternError("syntax");
    return (sign) => (sign.codePointAt(0) ?? -1) >= from && (sign.codePointAt(0) ?? -1) <= to;
  }

  get #next(): string {
    return this.#signs[this.#at] ?? "";
  }

  #take(sign: string): boolean {
    if (this.isAtEnd || this.#next !== sign) return false;
    this.#at++;
    return true;
  }
}

type Times = { min: number; max: number };

// `a**` equals `a*`: nested stars would only make the state machine larger.
function nested(part: Times, times: Times): boolean {
  return [part, times].every(({ min, max }) => min <= 1 && (max === 1 || max === Infinity));
}

function merge(part: Times, times: Times): Times {
  return { min: part.min * times.min, max: Math.max(part.max, times.max) };
}
