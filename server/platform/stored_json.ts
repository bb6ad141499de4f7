// JSON in columns is only written through the schemas of the contract, so it is not validated again on each read. But a
// database may come from elsewhere, and one row that cannot be parsed must not prevent all others from being read.

/**
 * Parses JSON from a column; returns `otherwise` when it is invalid, or a different kind of value: an array, an object, a
 * string.
 */
export function storedJson<T>(text: string | null, otherwise: T): T {
  if (text === null) return otherwise;
  try {
    const read: unknown = JSON.parse(text);
    return kindOf(read) === kindOf(otherwise) ? read as T : otherwise; // its writer had the same type
  } catch {
    return otherwise;
  }
}

/** Formats an instant (ms UTC) as ISO 8601; an invalid one as the year 1970. None stays none. */
export function storedInstant(at: number): string;
export function storedInstant(at: number | null): string | null;
export function storedInstant(at: number | null): string | null {
  if (at === null) return null;
  const date = new Date(at);
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString();
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "list";
  return value === null ? "null" : typeof value;
}
