import type { Selectable } from "kysely";
import type { Database, Tx } from "../../engine/store.ts";
import type { ApplicationTokenTable } from "../../migrations/account_tables.ts";

export type TokenRow = Selectable<ApplicationTokenTable>;

export function findToken(db: Database, tokenHash: string) {
  return db.selectFrom("application_token")
    .innerJoin("application", "application.id", "application_token.application_id")
    .select(["application_token.id", "application_token.expires_at"])
    .leftJoin("account", "account.id", "application.account_id")
    .select(["application.id as application_id", "application.scopes_json", "application.last_used_at"])
    .select(["application.account_id", "account.role", "account.labels_json", "account.disabled_at"])
    .where("token_hash", "=", tokenHash).where("application.suspended_at", "is", null).executeTakeFirst();
}

/** Returns when a token expires, in ms since the epoch; undefined if it no longer exists. */
export async function endOfToken(db: Database, id: number): Promise<number | undefined> {
  const row = await db.selectFrom("application_token").select("expires_at").where("id", "=", id)
    .executeTakeFirst();
  return row?.expires_at;
}

/** Inserts a token; returns its id. */
export async function insertToken(tx: Tx, row: Omit<TokenRow, "id">): Promise<number> {
  return (await tx.insertInto("application_token").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Returns the ids of the tokens of all applications of an account. */
export async function listTokensOfAccount(db: Database, accountId: number): Promise<number[]> {
  const rows = await db.selectFrom("application_token")
    .innerJoin("application", "application.id", "application_token.application_id")
    .select("application_token.id").where("application.account_id", "=", accountId)
    .orderBy("application_token.id").execute();
  return rows.map(({ id }) => id);
}

/** Returns the ids of an application's tokens, oldest first. */
export async function listTokens(db: Database | Tx, applicationId: number): Promise<number[]> {
  const rows = await db.selectFrom("application_token").select("id")
    .where("application_id", "=", applicationId).orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/** Returns an application's tokens, oldest first. */
export async function readTokens(tx: Tx, applicationId: number): Promise<TokenRow[]> {
  return await tx.selectFrom("application_token").selectAll().where("application_id", "=", applicationId)
    .orderBy("id").execute();
}

/** Sets a new expiry of a token. */
export async function prolongToken(tx: Tx, id: number, expiresAt: number): Promise<void> {
  await tx.updateTable("application_token").set({ expires_at: expiresAt }).where("id", "=", id).execute();
}

/** Deletes the tokens that have expired by `now`, of one application or of all. Returns their ids. */
export async function removeExpired(
  db: Database | Tx,
  now: number,
  applicationId?: number,
): Promise<number[]> {
  let gone = db.deleteFrom("application_token").where("expires_at", "<=", now);
  if (applicationId !== undefined) gone = gone.where("application_id", "=", applicationId);
  return (await gone.returning("id").execute()).map(({ id }) => id);
}

export async function removeTokens(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom("application_token").where("id", "in", ids).execute();
}

export async function touchApplication(db: Database, id: number, at: number): Promise<void> {
  await db.updateTable("application").set({ last_used_at: at }).where("id", "=", id).execute();
}
