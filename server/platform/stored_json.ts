// JSON in columns is written through the contract's schemas and by nothing else, so it is not looked at again each time it is
// read. But a database may come from elsewhere, and one row that cannot be read must not keep all others from being.

/** Reads JSON from a column; `otherwise` where it is none, or another kind of value: a list, an object, a text. */
export function storedJson<T>(text: string | null, otherwise: T): T {
  if (text === null) return otherwise;
  try {
    const read: unknown = JSON.parse(text);
    return kindOf(read) === kindOf(otherwise) ? read as T : otherwise; // its writer had the same type
  } catch {
    return otherwise;
  }
}

/** Writes an instant (milliseconds UTC) as ISO 8601; one that is none, as the year 1970. */
export function storedInstant(at: number): string {
  const date = new Date(at);
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString();
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "list";
  return value === null ? "null" : typeof value;
}
