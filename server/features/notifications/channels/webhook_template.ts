// What an administrator writes for a webhook of their own: names of a message among their own words.
import { fieldsOf } from "../../../platform/json_fields.ts";

/** What stands for `$title`, `$content` and `$link`. */
export type Placed = Readonly<Record<"$title" | "$content" | "$link", string>>;

const OURS = new Set(["content-length", "transfer-encoding", "connection"]);
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/;

/** Puts a message into a text, each place once: names within the message stay what they are. */
export function putIn(
  text: string,
  placed: Placed,
  encode: (value: string) => string = (value) => value,
): string {
  // Whatever the expression finds is one of its names.
  return text.replace(/\$(?:title|content|link)/g, (name) => encode(placed[name as keyof Placed]));
}

/** Reads headers, one a line; lines that are none are left out. */
export function headersOf(lines: string): Record<string, string> {
  return Object.fromEntries(
    linesOf(lines).flatMap((line) => {
      const [, name, value = ""] = HEADER.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );
}

/** Finds the first line that is no header, or one of those that are not anybody's to set; null without one. */
export function wrongHeader(lines: string): string | null {
  return linesOf(lines).find((line) => {
    const name = HEADER.exec(line)?.[1];
    return name === undefined || OURS.has(name.toLowerCase());
  }) ?? null;
}

/**
 * Reads a body, either JSON or `key: value` a line, and puts a message in. What is JSON before the message is put in stays JSON,
 * whatever the message says; of a key that stands there twice the first counts.
 */
export function readBody(body: string, placed: Placed): Record<string, unknown> {
  const whole = fieldsOf(parse(body));
  if (Object.keys(whole).length > 0) return fieldsOf(putInto(whole, placed));
  const pairs = new Map<string, string>();
  let last: string | null = null;
  for (const line of body.split(/\r?\n/)) {
    const [, key, value = ""] = /^\s*([\w.-]+):(?!\/\/)\s*(.*)$/.exec(line) ?? [];
    // A line without a key goes on with the value before.
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
