import type { Insertable, Selectable, Updateable } from "kysely";
import type { Database, Tx } from "../../../engine/store.ts";
import type { AccountIdentityTable, IdentityProviderTable } from "../../../migrations/account_tables.ts";

export type ProviderRow = Selectable<IdentityProviderTable>;
export type IdentityRow = Selectable<AccountIdentityTable>;

/** Lists all providers by name, each with the number of its identities. */
export async function listProviders(db: Database) {
  return await db.selectFrom("identity_provider").selectAll()
    .select((provider) =>
      provider.selectFrom("account_identity").whereRef("provider_id", "=", "identity_provider.id")
        .select(({ fn }) => fn.countAll<number>().as("count")).as("identities")
    )
    .orderBy("name").orderBy("id").execute();
}

export async function listProviderNames(db: Database): Promise<{ id: number; name: string }[]> {
  return await db.selectFrom("identity_provider").select(["id", "name"]).orderBy("name").orderBy("id")
    .execute();
}

export async function findProvider(db: Database | Tx, id: number): Promise<ProviderRow | undefined> {
  return await db.selectFrom("identity_provider").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function countProviders(tx: Tx): Promise<number> {
  const { count } = await tx.selectFrom("identity_provider")
    .select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return Number(count);
}

export async function findProviderNamed(tx: Tx, name: string): Promise<number | undefined> {
  return (await tx.selectFrom("identity_provider").select("id").where("name", "=", name).executeTakeFirst())
    ?.id;
}

/** Inserts a provider; returns its id. */
export async function addProvider(tx: Tx, row: Insertable<IdentityProviderTable>): Promise<number> {
  return (await tx.insertInto("identity_provider").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

type Change = Omit<Updateable<IdentityProviderTable>, "id" | "version">;

export async function updateProvider(tx: Tx, id: number, change: Change): Promise<void> {
  await tx.updateTable("identity_provider").set(change)
    .set(({ eb }) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id).execute();
}

/** Deletes a provider with its identities. */
export async function deleteProvider(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("account_identity").where("provider_id", "=", id).execute();
  await tx.deleteFrom("identity_provider").where("id", "=", id).execute();
}

export async function findIdentity(
  db: Database | Tx,
  { providerId, subject }: { providerId: number; subject: string },
): Promise<IdentityRow | undefined> {
  return await db.selectFrom("account_identity").selectAll().where("provider_id", "=", providerId)
    .where("subject", "=", subject).executeTakeFirst();
}

/** Returns the identities with an e-mail address, of any provider. */
export async function findIdentitiesOfEmail(tx: Tx, email: string): Promise<IdentityRow[]> {
  return await tx.selectFrom("account_identity").selectAll().where("email", "=", email).orderBy("id")
    .execute();
}

export async function findIdentityOfAccount(
  tx: Tx,
  { providerId, accountId }: { providerId: number; accountId: number },
): Promise<IdentityRow | undefined> {
  return await tx.selectFrom("account_identity").selectAll().where("provider_id", "=", providerId)
    .where("account_id", "=", accountId).executeTakeFirst();
}

export async function addIdentity(tx: Tx, row: Insertable<AccountIdentityTable>): Promise<void> {
  await tx.insertInto("account_identity").values(row).execute();
}

/** Records a login by an identity; `now` is in ms since the epoch. */
export async function recordIdentityLogin(
  tx: Tx,
  id: number,
  { email, now }: { email: string | null; now: number },
): Promise<void> {
  await tx.updateTable("account_identity").set({ email, last_login_at: now }).where("id", "=", id).execute();
}

/** Lists the identities of an account, oldest first. */
export async function listIdentities(db: Database | Tx, accountId: number) {
  return await db.selectFrom("account_identity")
    .innerJoin("identity_provider", "identity_provider.id", "account_identity.provider_id")
    .selectAll("account_identity").select("identity_provider.name as provider")
    .where("account_id", "=", accountId).orderBy("account_identity.id").execute();
}

/** Deletes an identity of an account; returns its provider. */
export async function deleteIdentity(
  db: Database | Tx,
  { id, accountId }: { id: number; accountId: number },
): Promise<number | undefined> {
  const row = await db.deleteFrom("account_identity").where("id", "=", id).where("account_id", "=", accountId)
    .returning("provider_id").executeTakeFirst();
  return row?.provider_id;
}

/** Lists the sessions that a provider has opened. */
export async function listProviderSessions(db: Database, providerId: number): Promise<number[]> {
  const rows = await db.selectFrom("session").select("id").where("provider_id", "=", providerId).execute();
  return rows.map(({ id }) => id);
}
