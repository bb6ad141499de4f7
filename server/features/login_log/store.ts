import type { Insertable, Selectable } from "kysely";
import type { LoginStatus } from "../../contract/login_log.ts";
import type { Database } from "../../engine/store.ts";
import type { LoginLogTable } from "../../migrations/account_tables.ts";

export type LoginRow = Selectable<LoginLogTable>;

/** Inserts an entry. */
export async function addLogin(db: Database, row: Insertable<LoginLogTable>): Promise<void> {
  await db.insertInto("login_log").values(row).execute();
}

export interface LoginPage {
  status: LoginStatus | undefined;
  offset: number;
  limit: number;
}

/** Returns one page of entries, newest first, and the total count. */
export async function listLogins(db: Database, { status, offset, limit }: LoginPage) {
  const all = status === undefined
    ? db.selectFrom("login_log")
    : db.selectFrom("login_log").where("status", "=", status);
  const rows = await all.selectAll().orderBy("id", "desc").offset(offset).limit(limit).execute();
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Returns the latest success before `before` (ms since the epoch). */
export function findLastSuccess(db: Database, before: number): Promise<LoginRow | undefined> {
  return db.selectFrom("login_log").selectAll().where("status", "=", "succeeded").where("at", "<", before)
    .orderBy("at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst();
}

/** Counts failures from `since` up to, but excluding, `until` (ms since the epoch). */
export async function countFailures(db: Database, since: number, until: number): Promise<number> {
  const row = await db.selectFrom("login_log").where("status", "!=", "succeeded")
    .where("at", ">=", since).where("at", "<", until)
    .select(({ fn }) => fn.countAll<number>().as("failures")).executeTakeFirstOrThrow();
  return Number(row.failures);
}

/** Deletes entries older than `before`, and the oldest beyond the newest `max`. */
export async function removeOldLogins(db: Database, before: number, max: number): Promise<void> {
  await db.deleteFrom("login_log").where("at", "<", before).execute();
  const edge = await db.selectFrom("login_log").select("id").orderBy("id", "desc").offset(max).limit(1)
    .executeTakeFirst();
  if (edge) await db.deleteFrom("login_log").where("id", "<=", edge.id).execute();
}
