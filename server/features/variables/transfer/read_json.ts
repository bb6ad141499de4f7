// Reads JSON of several makes: a list of objects as this panel and others export it, one such object, the answer of an API
// around such a list, or names with their values.

/** One entry as it was found; what its fields hold is checked later. */
export interface ReadObject {
  name: unknown;
  value: unknown;
  remarks?: unknown;
  labels?: unknown;
  enabled?: unknown;
  secret?: unknown;
}

/** Reads the entries of a JSON text. Null when it is no JSON, or none of these. */
export function readJson(text: string): ReadObject[] | null {
  const json = parse(text);
  if (Array.isArray(json)) return json.map(asEntry);
  if (!isObject(json)) return null;
  for (const list of [json.data, json.items]) if (Array.isArray(list)) return list.map(asEntry);
  if ("name" in json && "value" in json) return [asEntry(json)];
  return Object.entries(json).map(([name, value]) => ({ name, value }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === "object" && json !== null;
}

function asEntry(json: unknown): ReadObject {
  if (!isObject(json)) return { name: undefined, value: undefined };
  const { name, value, remarks: warnings, labels, secret, enabled, status } = json;
  // Elsewhere a status of 1 stands for disabled.
  return {
    name,
    value,
    remarks: warnings,
    labels,
    secret,
    enabled: enabled ?? (status === 1 ? false : undefined),
  };
}
