import type { Insertable, Selectable } from "kysely";
import type { Database, Tx } from "../../../engine/store.ts";
import type { PasskeyTable } from "../../../migrations/passkey_tables.ts";

export type PasskeyRow = Selectable<PasskeyTable>;

/** Returns the passkeys of an account, oldest first. */
export function listPasskeys(db: Database | Tx, accountId: number): Promise<PasskeyRow[]> {
  return db.selectFrom("passkey").selectAll().where("account_id", "=", accountId).orderBy("id").execute();
}

/** Returns the passkey with this credential id. */
export function findByCredential(db: Database | Tx, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom("passkey").selectAll().where("credential_id", "=", credentialId).executeTakeFirst();
}

/** Returns a passkey of an account. */
export function findPasskey(
  db: Database | Tx,
  accountId: number,
  id: number,
): Promise<PasskeyRow | undefined> {
  return db.selectFrom("passkey").selectAll().where("account_id", "=", accountId).where("id", "=", id)
    .executeTakeFirst();
}

/** Inserts a passkey and returns it. */
export function addPasskey(tx: Tx, row: Insertable<PasskeyTable>): Promise<PasskeyRow> {
  return tx.insertInto("passkey").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Renames a passkey if it still has this version; returns the updated row. */
export function renamePasskey(db: Database, { id, version }: PasskeyRow, name: string) {
  return db.updateTable("passkey").set({ name, version: version + 1 })
    .where("id", "=", id).where("version", "=", version).returningAll().executeTakeFirst();
}

/** Deletes a passkey; returns whether it existed. */
export async function removePasskey(db: Database, id: number): Promise<boolean> {
  return (await db.deleteFrom("passkey").where("id", "=", id).executeTakeFirst()).numDeletedRows > 0n;
}

/**
 * Records that a passkey was used at `at` with its signature counter; returns whether the counter increased.
 * If it did not, the passkey was cloned; a device without a counter always sends 0. A single statement
 * decides, so there is no race between read and write.
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
