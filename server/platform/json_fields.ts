/** Returns the fields of a JSON object; an empty object for any other value. */
export function fieldsOf(json: unknown): Record<string, unknown> {
  const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
  return isObject ? json as Record<string, unknown> : {}; // any object has fields
}
