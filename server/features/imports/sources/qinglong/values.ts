// Values of rows that several versions wrote: with NULL, empty texts, JSON as text, or percent-encoded.
import { notInNames } from "../../../../contract/shapes.ts";
import type { ForeignRow } from "../../foreign_database.ts";
import type { ItemNote } from "../../import_content.ts";

export function textOf(row: ForeignRow, column: string): string {
  const value = row[column];
  return value === null || value === undefined ? "" : String(value);
}

/** Returns whether a flag is set, which may be a number or a text. */
export function isSet(row: ForeignRow, column: string): boolean {
  return ["1", "1.0", "true"].includes(textOf(row, column).trim().toLowerCase());
}

/** Returns the value of a JSON column; undefined for NULL, an empty text, or anything that is not JSON. */
export function jsonOf(row: ForeignRow, column: string): unknown {
  return parseJson(textOf(row, column));
}

/** Adds a note if a JSON column holds something else. */
export function noteUnreadable(row: ForeignRow, column: string, notes: ItemNote[]): void {
  const text = textOf(row, column).trim();
  if (text === "" || parseJson(text) !== undefined) return;
  notes.push({ note: "field_dropped", params: { field: column, value: text.slice(0, 200) } });
}

export function parseJson(text: string): unknown {
  try {
    return text.trim() === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the labels of a row: trimmed, without empty ones and duplicates. */
export function labelsOf(row: ForeignRow, { length, count }: { length: number; count: number }): string[] {
  const value = jsonOf(row, "labels");
  const labels = Array.isArray(value) ? value.filter((label) => typeof label === "string") : [];
  const clean = labels.map((label) => cleanLine(label, length)).filter((label) => label !== "");
  return [...new Set(clean)].slice(0, count);
}

export function cleanLine(text: string, max: number): string {
  const line = decoded(text).replace(new RegExp(notInNames, "gu"), " ").trim();
  return [...line].slice(0, max).join("").trim();
}

/** Returns a text without control characters other than line breaks and tabs. */
export function cleanText(text: string): string {
  // deno-lint-ignore no-control-regex -- they are what no field accepts
  return text.replace(/\r\n?/g, "\n").replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "");
}

// Old versions stored encoded names. A text is one only if it could not have been typed: ASCII without spaces that stands
// for other characters.
function decoded(text: string): string {
  if (!/%[0-9A-Fa-f]{2}/.test(text) || !/^[\x21-\x7e]*$/.test(text)) return text;
  try {
    const plain = decodeURIComponent(text);
    return /[^\x21-\x7e]/.test(plain) ? plain : text;
  } catch {
    return text;
  }
}

/** Returns a key that a row keeps for ever, and that a row of another panel with the same ID does not have. */
export function keyOf(row: ForeignRow): string {
  return `${textOf(row, "id")} ${textOf(row, "createdAt")}`;
}
