// Reads that may take long. The database driver is synchronous: on the main thread, such a read would block everything
// else.
import type { CompiledQuery, Kysely } from "kysely";

export interface HeavyReads {
  /** Returns all rows of a read-only query. Throws `took_too_long` when it does not finish in time. */
  all<Row>(query: CompiledQuery<Row>): Promise<Row[]>;
}

/** Reads on the caller's own connection: for an in-memory database, which no other connection can see. */
export function directReads<Tables>(db: Kysely<Tables>): HeavyReads {
  return { all: async (query) => (await db.executeQuery(query)).rows };
}
