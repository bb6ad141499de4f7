// Whether a shell script runs the program `task`: reads the words as a shell does, one character after the other, and looks
// at the first word of each command. What a script runs by other ways, as with `eval` or in a file, is not looked at.

/** After these, a command follows. */
const LEADING = new Set(["if", "then", "else", "elif", "do", "while", "until", "!", "{", "time"]);
/** Run the command that follows their options and assignments. */
const PREFIXES = new Set(["exec", "command", "env", "nohup", "sudo"]);

/** What ends the part that is being read: of a substitution, a subshell, a text in quotes or a parameter. */
type Closing = ")" | "`" | '"' | "}" | null;

interface Part {
  closing: Closing;
  /** Whether the next word is the first of a command. */
  isFirst: boolean;
  /** Whether a prefix came before, so that options do not count. */
  hasPrefix: boolean;
  /** The word so far, without quotes; null between words. */
  word: string | null;
  /** Whether the word is where a redirection goes. */
  isTarget: boolean;
}

/** Returns whether a command of a script is `task`, by its name or by a path. */
export function runsTask(script: string): boolean {
  return new Reader(script).find();
}

class Reader {
  #at = 0;
  readonly #outer: Part[] = [];
  #part = openPart(null);
  /** The ends of the texts that begin in the next line. */
  #texts: { end: string; tabs: boolean }[] = [];

  constructor(private readonly text: string) {}

  find(): boolean {
    while (this.#at < this.text.length) if (this.#step(this.text[this.#at]!)) return true;
    return this.#endWord("");
  }

  /** Reads what begins with a character. Returns whether it completes a command that is `task`. */
  #step(sign: string): boolean {
    const part = this.#part;
    this.#at++;
    if (sign === "\\") return this.#take(this.text[this.#at++] ?? "");
    if (sign === part.closing) return this.#close(sign);
    if (sign === "`") return this.#open("`");
    if (sign === "$") return this.#dollar();
    if (part.closing === '"' || part.closing === "}") return this.#take(sign);
    if (sign === '"') return this.#open('"');
    if (sign === "'") return this.#take(this.#until("'"));
    if (sign === "#" && part.word === null) {
      this.#until("\n", { isLeft: true });
      return false;
    }
    if (sign === " " || sign === "\t") return this.#endWord(sign);
    if (sign === "<" || sign === ">") return this.#redirect(sign);
    if ("\n;&|()".includes(sign)) return this.#endCommand(sign);
    return this.#take(sign);
  }

  #take(text: string): boolean {
    if (text !== "\n") this.#part.word = (this.#part.word ?? "") + text;
    return false;
  }

  #dollar(): boolean {
    if (this.text.startsWith("((", this.#at)) {
      this.#until("))");
      return this.#take("$");
    }
    const [next] = this.text.slice(this.#at, this.#at + 1);
    if (next !== "(" && next !== "{") return this.#take("$");
    this.#at++;
    return this.#open(next === "(" ? ")" : "}");
  }

  #open(closing: Closing): boolean {
    // A word that contains something else is not the name of a command that is known here.
    if (closing !== '"') this.#take("$");
    else this.#take("");
    this.#outer.push(this.#part);
    this.#part = openPart(closing);
    return false;
  }

  #close(sign: string): boolean {
    const { word, closing } = this.#part;
    const found = closing === '"' || closing === "}" ? false : this.#endWord(sign);
    this.#part = this.#outer.pop() ?? openPart(null);
    if (closing === '"') this.#take(word ?? "");
    return found;
  }

  #redirect(sign: string): boolean {
    const part = this.#part;
    // The number before is that of a descriptor.
    if (part.word !== null && /^\d+$/.test(part.word)) part.word = null;
    const found = this.#endWord(sign);
    if (this.text[this.#at] === "(") {
      this.#at++;
      this.#open(")");
      return found;
    }
    if (sign === "<" && this.text[this.#at] === "<" && this.text[this.#at + 1] !== "<") this.#noteText();
    while (this.#at < this.text.length && "<>&|".includes(this.text[this.#at]!)) this.#at++;
    this.#part.isTarget = true;
    return found;
  }

  #noteText(): void {
    const rest = /^<(-?)[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|([^\s;&|<>()]+))/.exec(
      this.text.slice(this.#at, this.#at + 200),
    );
    if (!rest) return;
    const end = rest[2] ?? rest[3] ?? rest[4]?.replaceAll("\\", "") ?? "";
    this.#texts.push({ end, tabs: rest[1] === "-" });
  }

  #endCommand(sign: string): boolean {
    const part = this.#part;
    const isDefinition = sign === "(" && part.word !== null;
    // A bracket that nothing opened ends a pattern of `case`.
    const isPattern = sign === ")";
    if (isDefinition || isPattern) part.word = null;
    const found = this.#endWord(sign);
    Object.assign(part, { isFirst: true, hasPrefix: false, isTarget: false });
    if (sign === "(") {
      this.#outer.push(part);
      this.#part = openPart(")");
    }
    if (sign === "\n") this.#skipTexts();
    return found;
  }

  #endWord(_sign: string): boolean {
    const part = this.#part;
    const { word } = part;
    part.word = null;
    if (word === null) return false;
    if (part.isTarget) {
      part.isTarget = false;
      return false;
    }
    if (!part.isFirst || LEADING.has(word) || /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/.test(word)) return false;
    if (part.hasPrefix && word.startsWith("-")) return false;
    if (PREFIXES.has(word)) {
      part.hasPrefix = true;
      return false;
    }
    part.isFirst = false;
    return word === "task" || word.endsWith("/task");
  }

  #skipTexts(): void {
    for (const { end, tabs } of this.#texts) {
      while (this.#at < this.text.length) {
        const line = this.#until("\n");
        if ((tabs ? line.replace(/^\t+/, "") : line) === end) break;
      }
    }
    this.#texts = [];
  }

  /** Reads up to an end, which is read too unless `isLeft`. */
  #until(end: string, { isLeft = false } = {}): string {
    const found = this.text.indexOf(end, this.#at);
    const stop = found === -1 ? this.text.length : found;
    const read = this.text.slice(this.#at, stop);
    this.#at = found === -1 || isLeft ? stop : stop + end.length;
    return read;
  }
}

function openPart(closing: Closing): Part {
  return { closing, isFirst: true, hasPrefix: false, word: null, isTarget: false };
}
