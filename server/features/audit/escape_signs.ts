// What could draw over another line, start a new one or turn the order of letters around: C0, DEL, C1, line and paragraph
// separators, marks of writing direction.
// deno-lint-ignore no-control-regex -- control characters are exactly what is looked for
const signs = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const short: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Writes signs that nobody sees as `\n`, `\x1b`, `\u202e`: one entry stays one line, wherever it is shown. */
export function escapeSigns(text: string): string {
  return text.replace(signs, (sign) => short[sign] ?? escaped(sign.charCodeAt(0)));
}

function escaped(code: number): string {
  const hex = code.toString(16);
  return code < 256 ? `\\x${hex.padStart(2, "0")}` : `\\u${hex.padStart(4, "0")}`;
}

/** Does the same with every text in a value, names of fields included. */
export function escapeAll(value: unknown): unknown {
  if (typeof value === "string") return escapeSigns(value);
  if (Array.isArray(value)) return value.map(escapeAll);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [escapeSigns(name), escapeAll(one)]));
}
