import type { Selectable } from "kysely";
import type { Database, Tx } from "../../engine/store.ts";
import type { AccountTable } from "../../migrations/tables.ts";

export type AccountRow = Selectable<AccountTable>;

/** Finds the account of a name, spelled exactly so. */
export function findAccount(db: Database, username: string): Promise<AccountRow | undefined> {
  return db.selectFrom("account").selectAll().where("username", "=", username).executeTakeFirst();
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
