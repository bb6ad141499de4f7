import type { Insertable } from "kysely";
import type { ConfiguredKind } from "../../contract/configuration.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { ManagedObjectTable } from "../../migrations/configuration_tables.ts";

/** Parameters of one statement are limited. */
const ROWS_AT_ONCE = 100;

export type ManagedRow = ManagedObjectTable & { subscription_name: string | null };

/** Returns all rows, with the name of the subscription; null if it no longer exists, or no longer applies a folder. */
export async function listManaged(db: Database | Tx): Promise<ManagedRow[]> {
  return await db.selectFrom("managed_object")
    .leftJoin("subscription", "subscription.id", "managed_object.subscription_id")
    .selectAll("managed_object")
    .select((eb) =>
      eb.case().when("subscription.apply_folder", "is not", null).then(eb.ref("subscription.name")).else(null)
        .end()
        .as("subscription_name")
    )
    .execute();
}

/** Replaces the rows of some keys. */
export async function writeManaged(tx: Tx, rows: readonly Insertable<ManagedObjectTable>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE);
    for (const { kind, key } of some) await removeManaged(tx, kind, key);
    await tx.insertInto("managed_object").values(some).execute();
  }
}

export async function removeManaged(tx: Tx, kind: ConfiguredKind, key: string): Promise<void> {
  await tx.deleteFrom("managed_object").where("kind", "=", kind).where("key", "=", key).execute();
}
