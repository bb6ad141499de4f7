// Expands the templates that an administrator writes for a webhook: variables for the parts of a message
// inside other text.
import { fieldsOf } from "../../../platform/json_fields.ts";

/** Values of `$title`, `$content` and `$link`. */
export type Placed = Readonly<Record<"$title" | "$content" | "$link", string>>;

const OURS = new Set(["content-length", "transfer-encoding", "connection"]);
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/;

/** Substitutes a message into a template in one pass: variables inside the message are not expanded. */
export function putIn(
  text: string,
  placed: Placed,
  encode: (value: string) => string = (value) => value,
): string {
  // The expression only matches these names.
  return text.replace(/\$(?:title|content|link)/g, (name) => encode(placed[name as keyof Placed]));
}

/** Parses headers, one per line; skips invalid lines. */
export function headersOf(lines: string): Record<string, string> {
  return Object.fromEntries(
    linesOf(lines).flatMap((line) => {
      const [, name, value = ""] = HEADER.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );
}

/** Returns the first line that is not a header or sets a reserved header; null if there is none. */
export function wrongHeader(lines: string): string | null {
  return linesOf(lines).find((line) => {
    const name = HEADER.exec(line)?.[1];
    return name === undefined || OURS.has(name.toLowerCase());
  }) ?? null;
}

/**
 * Parses a body, either JSON or one `key: value` per line, and substitutes a message. A template that is JSON
 * stays valid JSON for any message; of duplicate keys, the first one counts.
 */
export function readBody(body: string, placed: Placed): Record<string, unknown> {
  const whole = fieldsOf(parse(body));
  if (Object.keys(whole).length > 0) return fieldsOf(putInto(whole, placed));
  const pairs = new Map<string, string>();
  let last: string | null = null;
  for (const line of body.split(/\r?\n/)) {
    const [, key, value = ""] = /^\s*([\w.-]+):(?!\/\/)\s*(.*)$/.exec(line) ?? [];
    // A line without a key continues the previous value.
    if (key === undefined) last === null || pairs.set(last, `${pairs.get(last)}\n${line}`);
    else if (!pairs.has(key)) pairs.set(last = key, value);
    else last = null;
  }
  return Object.fromEntries([...pairs].map(([key, value]) => [key, valueOf(value.trim(), placed)]));
}

function valueOf(value: string, placed: Placed): unknown {
  const json = parse(value);
  return json === undefined ? putIn(value, placed) : putInto(json, placed);
}

function putInto(json: unknown, placed: Placed): unknown {
  if (typeof json === "string") return putIn(json, placed);
  if (Array.isArray(json)) return json.map((one) => putInto(one, placed));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, putInto(value, placed)]));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}
