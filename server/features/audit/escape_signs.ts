// Characters that could overwrite or start a line or reverse text: C0, DEL, C1, line and paragraph
// separators, bidirectional controls.
// deno-lint-ignore no-control-regex -- control characters are exactly what is looked for
const signs = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const short: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Escapes invisible characters as `
 * `, `\x1b`, `\u202e`, so that one entry stays one line wherever it is displayed.
 */
export function escapeSigns(text: string): string {
  return text.replace(signs, (sign) => short[sign] ?? escaped(sign.charCodeAt(0)));
}

function escaped(code: number): string {
  const hex = code.toString(16);
  return code < 256 ? `\\x${hex.padStart(2, "0")}` : `\\u${hex.padStart(4, "0")}`;
}

/** Escapes every text in a value, including field names. */
export function escapeAll(value: unknown): unknown {
  if (typeof value === "string") return escapeSigns(value);
  if (Array.isArray(value)) return value.map(escapeAll);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [escapeSigns(name), escapeAll(one)]));
}
