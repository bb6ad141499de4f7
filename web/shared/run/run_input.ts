import type { MessageKey } from "../../messages/messages.ts";

/** A line split like in a shell: its tokens, and whether a quotation mark was left open. */
interface SplitLine {
  tokens: string[];
  open: boolean;
}

/** Splits a line into tokens at spaces; quotation marks and backslashes keep spaces, and nothing else is special. */
export function splitTokens(line: string): SplitLine {
  const tokens: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at);
    if (quote !== "" && sign === quote) quote = "";
    else if (quote === "" && (sign === '"' || sign === "'")) [quote, word] = [sign, word ?? ""];
    else if (sign === "\\" && quote !== "'" && at + 1 < line.length) {
      word = (word ?? "") + escaped(line.charAt(++at), quote);
    } else if (quote === "" && /\s/.test(sign)) {
      if (word !== null) tokens.push(word);
      word = null;
    } else word = (word ?? "") + sign;
  }
  if (word !== null) tokens.push(word);
  return { tokens, open: quote !== "" };
}

// As in a shell, a backslash between double quotation marks is literal before all but a few characters.
function escaped(sign: string, quote: string): string {
  return quote === '"' && !/["\\$`]/.test(sign) ? `\\${sign}` : sign;
}

export interface VariableRow {
  key: number;
  name: string;
  value: string;
}

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Parses rows into variables; `errors` holds the errors by row. Empty rows are skipped. */
export function readVariables(rows: readonly VariableRow[]) {
  const variables: Record<string, string> = {};
  const errors = new Map<number, MessageKey>();
  for (const { key, name, value } of rows) {
    const trimmed = name.trim();
    if (trimmed === "" && value === "") continue;
    if (!variableName.test(trimmed)) errors.set(key, "task.variableWrong");
    else if (Object.hasOwn(variables, trimmed)) errors.set(key, "task.variableTwice");
    else variables[trimmed] = value;
  }
  return { variables, errors };
}

/** Parses pasted lines such as `export NAME="value"`; returns null unless all lines have that form. */
export function readPasted(text: string): { name: string; value: string }[] | null {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const read = lines.map((line) => /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line));
  if (read.length === 0 || read.some((match) => match === null)) return null;
  return read.map((match) => ({ name: match?.[1] ?? "", value: unquote(match?.[2] ?? "") }));
}

function unquote(value: string): string {
  return /^(["']).*\1$/.test(value) && value.length > 1 ? value.slice(1, -1) : value;
}
