import type { Field } from "./query_state.ts";

const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/;

/** An instant, such as `2026-01-31T18:00:00Z`, in the query of a URL; empty for none. */
export const instantField: Field<string> = {
  read: (text) => written.test(text) && !Number.isNaN(Date.parse(text)) ? text : "",
  write: (instant) => instant || undefined,
};

/** Writes an instant for the query of a URL, to the second. */
export function urlInstant(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
