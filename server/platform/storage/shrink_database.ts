// Gives room back to the disk that retention has freed inside the database. A database does not shrink by itself: free pages stay
// in the file, to be used again. SQLite gives them back bit by bit where the file was made for that; an older one has to be
// written anew once.
import { type QueryExecutorProvider, sql } from "kysely";
import { DATABASE_RESERVE_BYTES } from "./database_reserve.ts";

/** Pages of a file that are kept free: a full disk needs the reserve, and new rows come anyway. */
const RESERVED_BYTES = 2 * DATABASE_RESERVE_BYTES;
/** Given back in one go; others wait as long. */
const BATCH_PAGES = 128;
const INCREMENTAL = 2;

interface Pages {
  pageBytes: number;
  pages: number;
  free: number;
  mode: number;
}

/** Bytes in a database that may be written anew at once: a second, on a slow machine. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Bytes on the disk for each byte in it: a copy beside it, and the log of changes. */
const TIMES_NEEDED = 4;

export interface RewriteOptions {
  /** Room on the disk; null where it cannot be known. */
  freeBytes: number | null;
  /** Only in tests. */
  maxBytes?: number;
}

/**
 * Has an older database written anew, once, so that it can shrink from then on, unless there is too much in it: nobody is answered
 * meanwhile. Answers whether it can shrink. Throws errors of the database, with everything as it was.
 */
export async function allowShrinking(
  db: QueryExecutorProvider,
  { freeBytes, maxBytes = MAX_BYTES }: RewriteOptions,
): Promise<boolean> {
  const { mode, pages, free, pageBytes } = await readPages(db);
  if (mode === INCREMENTAL) return true;
  const used = (pages - free) * pageBytes;
  if (used > maxBytes || used * TIMES_NEEDED > (freeBytes ?? Infinity)) return false;
  await sql`pragma auto_vacuum = incremental`.execute(db);
  await sql`vacuum`.execute(db);
  return true;
}

/** Gives free pages back bit by bit, `pause` between. Answers how many bytes the database is smaller by. */
export async function shrinkDatabase(db: QueryExecutorProvider, pause: () => Promise<void>): Promise<number> {
  const before = await readPages(db);
  if (before.mode !== INCREMENTAL) return 0;
  const stored = Math.ceil(RESERVED_BYTES / before.pageBytes);
  for (let free = before.free; free > stored; free -= BATCH_PAGES) {
    await sql`pragma incremental_vacuum(${sql.lit(Math.min(BATCH_PAGES, free - stored))})`.execute(db);
    await pause();
  }
  return (before.pages - (await readPages(db)).pages) * before.pageBytes;
}

async function readPages(db: QueryExecutorProvider): Promise<Pages> {
  const { rows: [found] } = await sql<Pages>`
    select page_size as "pageBytes", page_count as pages, freelist_count as free, auto_vacuum as mode
    from pragma_page_size(), pragma_page_count(), pragma_freelist_count(), pragma_auto_vacuum()`.execute(db);
  if (!found) throw new Error("the database does not tell its size");
  return found;
}
