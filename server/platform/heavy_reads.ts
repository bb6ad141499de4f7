// Reads that may take long. The database's driver is synchronous: on the main thread, such a read would stop everything else.
import type { CompiledQuery, Kysely } from "kysely";

export interface HeavyReads {
  /** Reads all rows of a query that changes nothing. Throws `took_too_long` when it does not end in time. */
  all<Row>(query: CompiledQuery<Row>): Promise<Row[]>;
}

/** Reads on the caller's own connection: for a database in memory, which no other connection sees. */
export function directReads<Tables>(db: Kysely<Tables>): HeavyReads {
  return { all: async (query) => (await db.executeQuery(query)).rows };
}
