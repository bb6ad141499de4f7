// The part of a terminal's screen that one line of a log writes to: the row in which it begins, and those that it moves
// the cursor to.
import type { LineEncoding, VisiblePiece } from "./line_encoding.ts";

/** Cells from left to right. The second cell of a wide character is empty. */
interface Row {
  texts: string[];
  ats: number[];
}

/** A row farther away than this is not what a program means to change. */
const MAX_ROWS = 1_000;
/** The width of a terminal, for programs that move to its right edge. */
const MAX_COLUMNS = 200;

// CSI; strings (OSC, DCS, SOS, PM, APC) up to their terminator or the end of the line; other escapes; a lone ESC.
const sequence =
  // deno-lint-ignore no-control-regex -- these are what is looked for
  /\x1b(?:\[([0-?]*)[ -/]*([@-~]?)|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\|(?=\x1b)|$)|[ -/]*[0-~]?)/y;
const silent = new Set(["\0", "\x07", "\v", "\f", "\x0e", "\x0f", "\x7f"]);
const plainRun = /[\t\x20-\x7e]+/y;

/** Applies a line to an empty screen. */
export class Screen {
  readonly #rows = new Map<number, Row>();
  #current: Row = { texts: [], ats: [] };
  #bottom = 0;
  /** Rows that were named by their position on the screen, which a log does not know. */
  readonly #named = new Map<number, number>();
  #row = 0;
  #column = 0;
  #saved = { row: 0, column: 0 };

  constructor(line: string, private readonly encoding: LineEncoding) {
    this.#rows.set(0, this.#current);
    for (let at = 0; at < line.length;) at = this.#step(line, at);
  }

  get row(): number {
    return this.#row;
  }

  get column(): number {
    return this.#column;
  }

  /** The numbers of the rows with text, from the top; the row in which the line began is 0. */
  get written(): number[] {
    return [...this.#rows].filter(([, { texts }]) => texts.length > 0).map(([row]) => row)
      .sort((a, b) => a - b);
  }

  /** Returns the rows with text, from the top; one empty row if there are none. */
  rows(): VisiblePiece[][] {
    const rows = this.written.map((row) => piecesOf(this.#rows.get(row)!));
    return rows.length > 0 ? rows : [[]];
  }

  #step(line: string, at: number): number {
    const sign = line[at] ?? "";
    if (sign === "\x1b") return this.#escape(line, at);
    if (sign === "\r") this.#column = 0;
    else if (sign === "\b") this.#column = Math.max(0, this.#column - 1);
    else if (!silent.has(sign)) return this.#write(line, at);
    return at + 1;
  }

  #write(line: string, at: number): number {
    plainRun.lastIndex = at;
    const [run] = plainRun.exec(line) ?? [];
    if (run !== undefined) {
      this.#putRun(run, at);
      return at + run.length;
    }
    const { length, columns } = this.encoding.measure(line, at);
    const text = line.slice(at, at + length);
    const isControl = length === 1 && this.encoding.controls.test(text);
    this.#put(isControl ? this.encoding.replacement : text, at, isControl ? 1 : columns);
    return at + length;
  }

  // The same as `put` for each of its characters, which take one column.
  #putRun(run: string, at: number): void {
    const { texts, ats } = this.#current;
    const column = this.#column;
    for (; texts.length < column; ats.push(at)) texts.push(" ");
    this.#splitWide(texts, column);
    this.#splitWide(texts, column + run.length);
    for (let index = 0; index < run.length; index++) {
      texts[column + index] = run[index]!;
      ats[column + index] = at + index;
    }
    this.#column += run.length;
  }

  #put(text: string, at: number, columns: 0 | 1 | 2): void {
    const { texts, ats } = this.#current;
    if (columns === 0) { // belongs to the character before it
      const before = Math.min(this.#column, texts.length) - 1;
      if (before >= 0) texts[texts[before] === "" ? before - 1 : before] += text;
      return;
    }
    for (; texts.length < this.#column; ats.push(at)) texts.push(" ");
    this.#splitWide(texts, this.#column);
    this.#splitWide(texts, this.#column + columns);
    for (let index = 0; index < columns; index++) {
      texts[this.#column + index] = index === 0 ? text : "";
      ats[this.#column + index] = at;
    }
    this.#column += columns;
  }

  // A wide character of which one half is overwritten or erased is gone.
  #splitWide(texts: string[], column: number): void {
    if (texts[column] !== "") return;
    texts[column] = " ";
    texts[column - 1] = " ";
  }

  #escape(line: string, at: number): number {
    sequence.lastIndex = at;
    const [whole = "\x1b", params, final] = sequence.exec(line) ?? [];
    if (final) this.#control(final, (params ?? "").split(";").map(Number));
    else if (whole === "\x1b7") this.#saved = { row: this.#row, column: this.#column };
    else if (whole === "\x1b8") this.#go(this.#saved.row, this.#saved.column);
    return at + whole.length;
  }

  #control(final: string, [first = 0, second = 0]: number[]): void {
    const count = first || 1;
    const [row, column] = [this.#row, this.#column];
    if (final === "A") this.#go(row - count, column);
    else if (final === "B") this.#go(row + count, column);
    else if (final === "C") this.#go(row, column + count);
    else if (final === "D") this.#go(row, column - count);
    else if (final === "E") this.#go(row + count, 0);
    else if (final === "F") this.#go(row - count, 0);
    else if (final === "G" || final === "`") this.#go(row, count - 1);
    else if (final === "H" || final === "f") this.#go(this.#rowNamed(count), (second || 1) - 1);
    else if (final === "K") this.#eraseInRow(first);
    else if (final === "J" && first === 0) this.#eraseBelow();
    else if (final === "J") this.#leaveAll();
    else if (final === "s") this.#saved = { row, column };
    else if (final === "u") this.#go(this.#saved.row, this.#saved.column);
  }

  #go(row: number, column: number): void {
    this.#row = Math.max(-MAX_ROWS, Math.min(MAX_ROWS, row || 0));
    let current = this.#rows.get(this.#row);
    if (!current) this.#rows.set(this.#row, current = { texts: [], ats: [] });
    this.#current = current;
    this.#bottom = Math.max(this.#bottom, this.#row);
    // A terminal is as wide as what was written, also after that was erased.
    const edge = Math.max(MAX_COLUMNS, current.texts.length, this.#column);
    this.#column = Math.max(0, Math.min(edge, column || 0));
  }

  /** A row that was not named before is one below all others. */
  #rowNamed(name: number): number {
    const known = this.#named.get(name);
    if (known !== undefined) return known;
    const row = this.#belowAll();
    if (this.#named.size < MAX_ROWS) this.#named.set(name, row);
    return row;
  }

  #belowAll(): number {
    const { written } = this;
    if (written.length === 0 && this.#named.size === 0) return 0;
    return Math.max(0, ...written, ...this.#named.values()) + 1;
  }

  // What a cleared screen contained has been printed: it stays, and the next screen begins below.
  #leaveAll(): void {
    if (this.written.length === 0) return;
    this.#go(this.#belowAll(), this.#column);
    this.#named.clear();
  }

  #eraseInRow(which: number): void {
    const { texts, ats } = this.#current;
    if (which === 0) {
      this.#splitWide(texts, this.#column);
      texts.length = Math.min(texts.length, this.#column);
      ats.length = texts.length;
    } else if (which === 1) {
      this.#splitWide(texts, this.#column + 1);
      texts.fill(" ", 0, this.#column + 1);
    } else {
      texts.length = ats.length = 0;
    }
  }

  #eraseBelow(): void {
    this.#eraseInRow(0);
    for (; this.#bottom > this.#row; this.#bottom--) this.#rows.delete(this.#bottom);
  }
}

function piecesOf({ texts, ats }: Row): VisiblePiece[] {
  const pieces: VisiblePiece[] = [];
  let next = -1;
  texts.forEach((text, column) => {
    if (text === "") return;
    const at = ats[column] ?? 0;
    const last = pieces.at(-1);
    if (last && at === next) last.text += text;
    else pieces.push({ text, at });
    next = at + text.length;
  });
  return pieces;
}
