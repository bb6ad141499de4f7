import type { MessageKey } from "../../messages/messages.ts";

/** A variable as it is being typed. */
export interface VariableRow {
  key: number;
  name: string;
  value: string;
}

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Reads rows as variables; `faults` says by row what is wrong. Rows left empty are left out. */
export function readVariables(rows: readonly VariableRow[]) {
  const variables: Record<string, string> = {};
  const errors = new Map<number, MessageKey>();
  for (const { key, name, value } of rows) {
    const trimmed = name.trim();
    if (trimmed === "" && value === "") continue;
    if (!variableName.test(trimmed)) errors.set(key, "actions.variableWrong");
    else if (Object.hasOwn(variables, trimmed)) errors.set(key, "actions.variableTwice");
    else variables[trimmed] = value;
  }
  return { variables, errors };
}

/** Reads pasted lines such as `export NAME="value"`; null when they are not all of that form. */
export function readPasted(text: string): { name: string; value: string }[] | null {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const read = lines.map((line) => /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line));
  if (read.length === 0 || read.some((match) => match === null)) return null;
  return read.map((match) => ({ name: match?.[1] ?? "", value: unquote(match?.[2] ?? "") }));
}

function unquote(value: string): string {
  return /^(["']).*\1$/.test(value) && value.length > 1 ? value.slice(1, -1) : value;
}
