// Returns space that retention freed inside the database to the disk. A database does not shrink by itself: free pages stay
// in the file for reuse. SQLite returns them incrementally if the file was created for that; an older file has to be
// rewritten once.
import { type QueryExecutorProvider, sql } from "kysely";
import { DATABASE_RESERVE_BYTES } from "./database_reserve.ts";

/** Bytes of free pages to keep: a full disk needs the reserve, and new rows will arrive anyway. */
const RESERVED_BYTES = 2 * DATABASE_RESERVE_BYTES;
/** Pages returned in one step; other queries wait that long. */
const BATCH_PAGES = 128;
const INCREMENTAL = 2;

interface Pages {
  pageBytes: number;
  pages: number;
  free: number;
  mode: number;
}

/** Maximum size in bytes of a database that is rewritten in one go: one second on a slow machine. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Bytes of disk space needed per byte: a copy beside it, and the write-ahead log. */
const TIMES_NEEDED = 4;

export interface RewriteOptions {
  /** Free space on the disk; null when it is unknown. */
  freeBytes: number | null;
  /** For tests only. */
  maxBytes?: number;
}

/**
 * Rewrites an older database once so that it can shrink from then on, unless it is too large: requests wait meanwhile.
 * Returns whether it can shrink. Throws database errors, leaving everything unchanged.
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

/** Returns free pages to the disk incrementally, calling `pause` in between. Returns by how many bytes the database shrank. */
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
  if (!found) throw new Error("the database did not return its size");
  return found;
}
