// Prints a log. On a terminal: what it shows, in its colors, and nothing else that a terminal would act on.
import { type AnsiSpan, type AnsiStyle, plain, readAnsi, sgrOf } from "../contract/log_text/ansi.ts";
import { settledLine } from "../contract/log_text/settled_line.ts";
import { columnsOf, hasColors, print, writeRaw } from "./terminal.ts";

/** A line that is still being overwritten is shortened beyond this length. */
const MAX_OPEN = 10_000;

export class LogRenderer {
  readonly #decoder = new TextDecoder();
  readonly #hasColors: boolean;
  #line = "";
  #style: AnsiStyle = plain;
  /** What the terminal shows of the line that has not ended. */
  #printed = "";

  constructor(colors: boolean) {
    this.#hasColors = colors;
  }

  /** Returns what to write for the next part of the log. */
  render(part: string | Uint8Array): string {
    const text = typeof part === "string" ? part : this.#decoder.decode(part, { stream: true });
    const [first = "", ...others] = text.split("\n");
    let output = "";
    let line = this.#line + first;
    for (const next of others) {
      output += `${this.#update(line)}\n`;
      this.#style = readAnsi(line, this.#style).end;
      this.#printed = "";
      line = next;
    }
    this.#line = line.length > MAX_OPEN ? settledLine(line, this.#style) : line;
    return output + this.#update(this.#line);
  }

  #update(line: string): string {
    const rows = readAnsi(line, this.#style).rows.map((spans) => this.#format(spans));
    const text = rows.map((row) => row.text).join("\n");
    if (text === this.#printed) return "";
    const columns = columnsOf(this.#printed.slice(this.#printed.lastIndexOf("\n") + 1));
    const isFirst = this.#printed === "";
    this.#printed = text;
    if (isFirst) return rows.map((row) => row.styled).join("\n");
    const rest = " ".repeat(Math.max(0, columns - columnsOf(rows[0]?.text ?? "")));
    return `\r${rows.map((row) => row.styled).join("\n")}${rest}`;
  }

  #format(spans: readonly AnsiSpan[]): { text: string; styled: string } {
    const text = spans.map((span) => span.text).join("");
    if (!this.#hasColors || spans.every(({ style }) => Object.keys(style).length === 0)) {
      return { text, styled: text };
    }
    return { text, styled: `${spans.map(({ text, style }) => sgrOf(style) + text).join("")}\x1b[0m` };
  }
}

/** Prints parts of a log to standard output; to a pipe as they are. */
export class LogOutput {
  readonly #renderer = Deno.stdout.isTerminal() ? new LogRenderer(hasColors()) : null;

  /** Prints a part. Returns whether somebody still reads. */
  print(part: string | Uint8Array): boolean {
    if (this.#renderer) return writeRaw(new TextEncoder().encode(this.#renderer.render(part)));
    return typeof part === "string" ? print(part) : writeRaw(part);
  }
}
