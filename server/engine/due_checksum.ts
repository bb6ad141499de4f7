// Tells whether the due times in memory are those of the database, without reading these.
import { type RawBuilder, sql } from "kysely";
import type { Due } from "./due_heap.ts";

const FACTORS = 997;

/** The checksum of the rows that a query selects, by their `id` and `next_due_at`. */
export const dueChecksum: RawBuilder<string> = sql<string>`cast(coalesce(sum(next_due_at * (id % ${
  sql.lit(FACTORS)
} + 1)), 0) as text)`;

export function checksumOf(due: Iterable<Due>): string {
  let sum = 0n;
  for (const { id, dueAt } of due) sum += BigInt(dueAt) * BigInt(id % FACTORS + 1);
  return String(sum);
}
