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

/** Returns the session with this token hash. */
export function findByToken(db: Database, tokenHash: string): Promise<SessionWithAccount | undefined> {
  return withAccount(db).where("token_hash", "=", tokenHash).executeTakeFirst();
}

/** Returns a session by id. */
export function findById(db: Database, id: number): Promise<SessionWithAccount | undefined> {
  return withAccount(db).where("session.id", "=", id).executeTakeFirst();
}

/** Returns the sessions of an account, last seen first. */
export function listOfAccount(db: Database, accountId: number): Promise<SessionRow[]> {
  return db.selectFrom("session").selectAll().where("account_id", "=", accountId)
    .orderBy("last_seen_at", "desc").orderBy("id", "desc").execute();
}

/** Inserts a session; returns its id. */
export async function addSession(db: Database, row: Insertable<SessionTable>): Promise<number> {
  return (await db.insertInto("session").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Records that a session was used at `at`. */
export async function touchSession(db: Database, id: number, at: number): Promise<void> {
  await db.updateTable("session").set({ last_seen_at: at }).where("id", "=", id).execute();
}

/** Sets the language of the responses to a session. */
export async function setLanguage(db: Database, id: number, language: Language): Promise<void> {
  await db.updateTable("session").set({ language }).where("id", "=", id).execute();
}

/** Deletes a session; returns whether it existed. */
export async function removeSession(db: Database, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("session").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes all sessions of an account but one; returns their ids. */
export async function removeOthers(db: Database, accountId: number, currentId: number): Promise<number[]> {
  const rows = await db.deleteFrom("session").where("account_id", "=", accountId).where("id", "!=", currentId)
    .returning("id").execute();
  return rows.map((row) => row.id);
}

/** Records that the user of a session has just re-authenticated. */
export async function setProven(db: Database, id: number, at: number): Promise<void> {
  await db.updateTable("session").set({ proven_at: at }).where("id", "=", id).execute();
}

/** Returns the ids of sessions that have expired or been unused since `seenBefore`. */
export async function listExpired(db: Database, now: number, seenBefore: number): Promise<number[]> {
  const rows = await db.selectFrom("session").select("id")
    .where((where) => where.or([where("expires_at", "<=", now), where("last_seen_at", "<=", seenBefore)]))
    .execute();
  return rows.map((row) => row.id);
}
