import type { Selectable, Updateable } from "kysely";
import type { Database, Tx } from "../../engine/store.ts";
import type { AccountTable } from "../../migrations/tables.ts";

export type AccountRow = Selectable<AccountTable>;

/** Finds the account of a name, spelled exactly so. */
export function findAccount(db: Database | Tx, username: string): Promise<AccountRow | undefined> {
  return db.selectFrom("account").selectAll().where("username", "=", username).executeTakeFirst();
}

/** Reads an account. Throws `NoResultError` when there is none. */
export function getAccount(db: Database | Tx, id: number): Promise<AccountRow> {
  return db.selectFrom("account").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** Finds the name of an account. */
export async function findAccountName(db: Database, id: number): Promise<string | null> {
  const row = await db.selectFrom("account").select("username").where("id", "=", id).executeTakeFirst();
  return row?.username ?? null;
}

/** Tells whether there is any account. */
export async function hasAccount(db: Database | Tx): Promise<boolean> {
  return await db.selectFrom("account").select("id").limit(1).executeTakeFirst() !== undefined;
}

export interface NewAccount {
  username: string;
  passwordHash: string;
  /** Milliseconds UTC. */
  now: number;
}

/** Adds an account; answers its id. */
export async function addAccount(db: Tx, { username, passwordHash, now }: NewAccount): Promise<number> {
  const row = { username, password_hash: passwordHash, created_at: now, updated_at: now, version: 1 };
  return (await db.insertInto("account").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/**
 * Puts a hash of the same password in place of the present one; tells whether that was still there. Nobody sees a change, so the
 * version stays.
 */
export async function replacePasswordHash(db: Database, { id, password_hash }: AccountRow, next: string) {
  const { numUpdatedRows } = await db.updateTable("account").set({ password_hash: next })
    .where("id", "=", id).where("password_hash", "=", password_hash).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds the hash of some account, undefined where there is none. */
export async function findAnyHash(db: Database): Promise<string | undefined> {
  const row = await db.selectFrom("account").select("password_hash").orderBy("id").limit(1)
    .executeTakeFirst();
  return row?.password_hash;
}

type Change = Omit<Updateable<AccountTable>, "id" | "version" | "updated_at">;

/** Changes an account; `now` is milliseconds UTC. */
export async function updateAccount(db: Database | Tx, id: number, change: Change, now: number) {
  await db.updateTable("account").set({ ...change, updated_at: now })
    .set(({ eb }) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id).execute();
}
