// Room inside the database's own files. On a full disk a program that fills it takes whatever is given up before the panel can
// write there; what lies in these files already is the panel's. A commit goes to the write-ahead log, over what was there before,
// and from there to free pages of the database.
import { type QueryExecutorProvider, sql } from "kysely";
import { isStorageFull, unlessFull } from "./storage_full.ts";

/** Bytes of free pages kept, and of the write-ahead log: a little more than SQLite lets it grow before it begins it anew. */
export const DATABASE_RESERVE_BYTES = 4_300_000;

export class DatabaseReserve {
  readonly #db: QueryExecutorProvider;
  #isLogLong = false;
  #pageBytes = 0;
  #freeBytes = Infinity;

  constructor(db: QueryExecutorProvider) {
    this.#db = db;
  }

  /** Whether there is as much left as people need to log in, stop and delete, and more. */
  get isAmple(): boolean {
    return this.#freeBytes >= DATABASE_RESERVE_BYTES / 2;
  }

  /** Sees how much is left, and makes it whole where that may take room on the disk; where it may not, keeps the log from growing. */
  async look({ mayGrow }: { mayGrow: boolean }): Promise<void> {
    // Once all of the log is in the database, it is written again from its beginning instead of growing.
    if (!mayGrow) await unlessFull(sql`pragma wal_checkpoint(passive)`.execute(this.#db));
    this.#freeBytes = await this.#measure();
    if (!mayGrow || this.#isLogLong && this.isAmple) return;
    try {
      await this.#fill();
      this.#isLogLong = true;
      this.#freeBytes = await this.#measure();
    } catch (fault) {
      if (!isStorageFull(fault)) throw fault;
    }
  }

  async #measure(): Promise<number> {
    if (this.#pageBytes === 0) {
      const { rows } = await sql<{ page_size: number }>`pragma page_size`.execute(this.#db);
      this.#pageBytes = rows[0]?.page_size ?? 0;
    }
    const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(this.#db);
    return (rows[0]?.freelist_count ?? 0) * this.#pageBytes;
  }

  async #fill(): Promise<void> {
    await sql`insert into storage_reserve (content) values (zeroblob(${DATABASE_RESERVE_BYTES}))`
      .execute(this.#db);
    await sql`delete from storage_reserve`.execute(this.#db);
  }
}
