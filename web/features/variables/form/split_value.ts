/** Splits what was pasted into the values of several variables: at each `&`, or else by lines. One value is not split. */
export function splitValue(text: string): readonly string[] {
  const parts = text.includes("&") ? text.split("&") : text.split(/\r\n|\r|\n/);
  const values = [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ""))];
  return values.length > 1 ? values : [text];
}

/** Reads a pasted `NAME=value`, also with `export` and quotes around the value; null for anything else. */
export function readAssignment(text: string): { name: string; value: string } | null {
  const [, name, given] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)=([^]*)$/.exec(text) ?? [];
  if (name === undefined || given === undefined) return null;
  const [, , quoted] = /^\s*(["'])([^]*)\1;?\s*$/.exec(given) ?? [];
  return { name, value: quoted ?? given.trim() };
}

/** Counts the bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
