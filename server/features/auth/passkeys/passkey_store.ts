import type { Insertable, Selectable } from "kysely";
import type { Database, Tx } from "../../../engine/store.ts";
import type { PasskeyTable } from "../../../migrations/passkey_tables.ts";

export type PasskeyRow = Selectable<PasskeyTable>;

/** Lists the passkeys of an account, oldest first. */
export function listPasskeys(db: Database | Tx, accountId: number): Promise<PasskeyRow[]> {
  return db.selectFrom("passkey").selectAll().where("account_id", "=", accountId).orderBy("id").execute();
}

/** Finds a passkey by the name its device gave it. */
export function findByCredential(db: Database | Tx, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom("passkey").selectAll().where("credential_id", "=", credentialId).executeTakeFirst();
}

/** Finds a passkey of an account. */
export function findPasskey(
  db: Database | Tx,
  accountId: number,
  id: number,
): Promise<PasskeyRow | undefined> {
  return db.selectFrom("passkey").selectAll().where("account_id", "=", accountId).where("id", "=", id)
    .executeTakeFirst();
}

/** Adds a passkey and answers it. */
export function addPasskey(tx: Tx, row: Insertable<PasskeyTable>): Promise<PasskeyRow> {
  return tx.insertInto("passkey").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Renames a passkey that still has this version; answers it as it is then. */
export function renamePasskey(db: Database, { id, version }: PasskeyRow, name: string) {
  return db.updateTable("passkey").set({ name, version: version + 1 })
    .where("id", "=", id).where("version", "=", version).returningAll().executeTakeFirst();
}

/** Removes a passkey; tells whether it was there. */
export async function removePasskey(db: Database, id: number): Promise<boolean> {
  return (await db.deleteFrom("passkey").where("id", "=", id).executeTakeFirst()).numDeletedRows > 0n;
}

/**
 * Notes that a passkey was used at `at` and what its device has counted; tells whether that went on. A count that does not is of a
 * copy; a device that does not count says 0 for ever. One statement decides, so that nobody can come between looking and writing.
 */
export async function usePasskey(
  db: Database,
  { id, counter, at }: { id: number; counter: number; at: number },
) {
  const { numUpdatedRows } = await db.updateTable("passkey").set({ counter, last_used_at: at }).where(
    "id",
    "=",
    id,
  )
    .where((where) => counter === 0 ? where("counter", "=", 0) : where("counter", "<", counter))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
