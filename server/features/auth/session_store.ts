import type { Insertable, Selectable } from "kysely";
import type { Language } from "../../contract/settings.ts";
import type { Database } from "../../engine/store.ts";
import type { SessionTable } from "../../migrations/tables.ts";

export type SessionRow = Selectable<SessionTable>;
export interface SessionWithAccount extends SessionRow {
  username: string;
  avatar_hash: string | null;
  account_created_at: number;
}

function withAccount(db: Database) {
  return db.selectFrom("session").innerJoin("account", "account.id", "session.account_id")
    .selectAll("session")
    .select(["account.username", "account.avatar_hash", "account.created_at as account_created_at"]);
}

/** Finds the session of a token's hash. */
export function findByToken(db: Database, tokenHash: string): Promise<SessionWithAccount | undefined> {
  return withAccount(db).where("token_hash", "=", tokenHash).executeTakeFirst();
}

/** Finds a session by its id. */
export function findById(db: Database, id: number): Promise<SessionWithAccount | undefined> {
  return withAccount(db).where("session.id", "=", id).executeTakeFirst();
}

/** Lists the sessions of an account, last seen first. */
export function listOfAccount(db: Database, accountId: number): Promise<SessionRow[]> {
  return db.selectFrom("session").selectAll().where("account_id", "=", accountId)
    .orderBy("last_seen_at", "desc").orderBy("id", "desc").execute();
}

/** Adds a session; answers its id. */
export async function addSession(db: Database, row: Insertable<SessionTable>): Promise<number> {
  return (await db.insertInto("session").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Notes that a session was used at `at`. */
export async function touchSession(db: Database, id: number, at: number): Promise<void> {
  await db.updateTable("session").set({ last_seen_at: at }).where("id", "=", id).execute();
}

/** Sets the language a session is answered in. */
export async function setLanguage(db: Database, id: number, language: Language): Promise<void> {
  await db.updateTable("session").set({ language }).where("id", "=", id).execute();
}

/** Removes a session; tells whether it was there. */
export async function removeSession(db: Database, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("session").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes the sessions of an account except one; answers their ids. */
export async function removeOthers(db: Database, accountId: number, currentId: number): Promise<number[]> {
  const rows = await db.deleteFrom("session").where("account_id", "=", accountId).where("id", "!=", currentId)
    .returning("id").execute();
  return rows.map((row) => row.id);
}

/** Notes that whoever holds a session has just shown who they are. */
export async function setProven(db: Database, id: number, at: number): Promise<void> {
  await db.updateTable("session").set({ proven_at: at }).where("id", "=", id).execute();
}

/** Lists the ids of sessions past their end, or unused since `seenBefore`. */
export async function listExpired(db: Database, now: number, seenBefore: number): Promise<number[]> {
  const rows = await db.selectFrom("session").select("id")
    .where((where) => where.or([where("expires_at", "<=", now), where("last_seen_at", "<=", seenBefore)]))
    .execute();
  return rows.map((row) => row.id);
}
