/** Writes an instant for the query of a URL, to the second. */
export function urlInstant(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
