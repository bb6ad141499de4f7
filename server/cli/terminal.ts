// Output to a terminal or a pipe: tables that stay aligned with wide characters, and colors only where somebody sees them.
import process from "node:process";
import { cleanFor, markOf, oneLine, withoutMarks, writeLine } from "./clean_output.ts";
import { columnsOfCharacter } from "../contract/log_text/text_columns.ts";

/** Returns how many columns a text takes in a terminal. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const sign of withoutMarks(text)) {
    columns += columnsOfCharacter(sign);
  }
  return columns;
}

export function padEnd(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - columnsOf(text)));
}

/** Shortens a text without colors to a number of columns, with an ellipsis. */
export function shorten(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  let short = "";
  for (const sign of text) {
    if (columnsOf(short + sign) > columns - 1) break;
    short += sign;
  }
  return `${short}…`;
}

export interface Column {
  title: string;
  /** May be shortened so that a row fits the terminal. */
  isFlexible?: boolean;
}

const GAP = 2;
const MIN_COLUMNS = 12;

/** Formats rows as a table; `width` is that of the terminal, null for a pipe, where nothing is shortened. */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number | null = terminalWidth(),
): string[] {
  const clean = rows.map((row) => row.map(oneLine));
  const widths = columns.map(({ title }, index) =>
    Math.max(columnsOf(title), ...clean.map((row) => columnsOf(row[index] ?? "")))
  );
  if (width !== null) fit(columns, widths, width);
  const line = (cells: readonly string[]) =>
    cells.map((cell, index) => {
      const text = columns[index]?.isFlexible ? shorten(cell, widths[index]!) : cell;
      return padEnd(text, widths[index]!);
    }).join(" ".repeat(GAP)).trimEnd();
  return [style("bold", line(columns.map(({ title }) => title))), ...clean.map(line)];
}

function fit(columns: readonly Column[], widths: number[], width: number): void {
  const total = () => widths.reduce((sum, one) => sum + one + GAP, -GAP);
  while (total() > width) {
    const flexible = widths.map((one, index) => columns[index]?.isFlexible && one > MIN_COLUMNS ? one : 0);
    const widest = flexible.indexOf(Math.max(...flexible));
    if (!flexible[widest]) return;
    widths[widest]!--;
  }
}

/** Formats names and values below each other. */
export function formatDetails(details: readonly (readonly [string, string | null])[]): string[] {
  const given = details.filter((pair): pair is [string, string] => pair[1] !== null);
  const width = Math.max(0, ...given.map(([name]) => columnsOf(name)));
  return given.map(([name, value]) => {
    const [first = "", ...more] = value.split(/\r?\n/).map(oneLine);
    return [
      `${style("dim", padEnd(name, width))}  ${first}`,
      ...more.map((line) => " ".repeat(width + 2) + line),
    ].join("\n");
  });
}

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";
const codes: Record<Style, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

/** Returns whether the output may have colors (no-color.org). */
export function hasColors(): boolean {
  return Deno.stdout.isTerminal() && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";
}

export function style(name: Style, text: string): string {
  return hasColors() ? markOf(codes[name]) + text + markOf(0) : text;
}

/** Formats a state: a dot and a word on a terminal, the word alone in a pipe. */
export function formatState(word: string, color: Style): string {
  return hasColors() ? `${style(color, "●")} ${word}` : word;
}

function terminalWidth(): number | null {
  try {
    return Deno.stdout.isTerminal() ? Deno.consoleSize().columns : null;
  } catch {
    return null;
  }
}

let isReaderGone = false;

/**
 * Prints text of any origin to standard output. Returns whether somebody still reads it; once nobody does, nothing more is
 * printed.
 */
export function print(text: string): boolean {
  return writeRaw(new TextEncoder().encode(cleanFor(Deno.stdout, text)));
}

/** Prints the content of a file to standard output: as it is, or as text where a terminal shows it. */
export function printFile(bytes: Uint8Array): boolean {
  return Deno.stdout.isTerminal() ? print(new TextDecoder().decode(bytes)) : writeRaw(bytes);
}

/** Writes bytes to standard output as they are; returns what `print` does. */
export function writeRaw(bytes: Uint8Array): boolean {
  if (isReaderGone) return false;
  try {
    for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    isReaderGone = true;
  }
  return !isReaderGone;
}

/** Prints lines to standard output; returns 0, the exit code of a command that ends with its output. */
export function printLines(lines: readonly string[]): 0 {
  if (lines.length > 0) print(`${lines.join("\n")}\n`);
  return 0;
}

// What a terminal acts on and JSON does not escape.
const unescaped = /[\u007f-\u009f]/g;

/** Prints a value as JSON, indented for a reader and on one line for a program; returns 0 as `printLines` does. */
export function printJson(value: unknown): 0 {
  const json = JSON.stringify(value, null, Deno.stdout.isTerminal() ? 2 : undefined);
  print(`${json.replace(unescaped, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)}\n`);
  return 0;
}

/** Prints a message for the user, beside the output; returns 0 as `printLines` does. */
export function note(message: string): 0 {
  // Standard output may be a terminal, so that the message has styles.
  writeLine(Deno.stderr, Deno.stderr.isTerminal() ? message : withoutMarks(message));
  return 0;
}
