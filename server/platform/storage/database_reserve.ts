// Reserved space inside the database's own files. On a full disk, the program that fills it takes whatever is released
// before the panel can write there; space in these files already belongs to the panel. A commit goes to the write-ahead
// log, over its previous content, and from there to free pages of the database.
import { type QueryExecutorProvider, sql } from "kysely";
import { isStorageFull, unlessUnwritable } from "../files/storage_full.ts";

/** Bytes of free pages to keep, and of the write-ahead log: slightly more than SQLite lets it grow before restarting it. */
export const DATABASE_RESERVE_BYTES = 4_300_000;

export class DatabaseReserve {
  #isLogLong = false;
  #pageBytes = 0;
  #freeBytes = Infinity;

  constructor(private readonly db: QueryExecutorProvider) {}

  /** Whether more than enough is left for users to log in, stop runs and delete data. */
  get isAmple(): boolean {
    return this.#freeBytes >= DATABASE_RESERVE_BYTES / 2;
  }

  /** Measures what is left, and refills the reserve when it may take disk space; otherwise keeps the log from growing. */
  async check({ mayGrow }: { mayGrow: boolean }): Promise<void> {
    // Once the whole log is in the database, it is overwritten from its beginning instead of growing.
    if (!mayGrow) await unlessUnwritable(sql`pragma wal_checkpoint(passive)`.execute(this.db));
    this.#freeBytes = await this.#measure();
    if (!mayGrow || this.#isLogLong && this.isAmple) return;
    try {
      await this.#fill();
      this.#isLogLong = true;
      this.#freeBytes = await this.#measure();
    } catch (error) {
      if (!isStorageFull(error)) throw error;
    }
  }

  async #measure(): Promise<number> {
    if (this.#pageBytes === 0) {
      const { rows } = await sql<{ page_size: number }>`pragma page_size`.execute(this.db);
      this.#pageBytes = rows[0]?.page_size ?? 0;
    }
    const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(this.db);
    return (rows[0]?.freelist_count ?? 0) * this.#pageBytes;
  }

  async #fill(): Promise<void> {
    await sql`insert into storage_reserve (content) values (zeroblob(${DATABASE_RESERVE_BYTES}))`
      .execute(this.db);
    await sql`delete from storage_reserve`.execute(this.db);
  }
}

/** For a database that is not on the disk of the panel. */
export const noReserve: Pick<DatabaseReserve, "isAmple" | "check"> = {
  isAmple: true,
  check: () => Promise.resolve(),
};
