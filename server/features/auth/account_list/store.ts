import type { Selectable } from "kysely";
import type { Database, Tx } from "../../../engine/store.ts";
import type { InvitationTable } from "../../../migrations/account_tables.ts";

export type InvitationRow = Selectable<InvitationTable>;

export type ListedAccount = Awaited<ReturnType<typeof listAccounts>>[number];

/** Lists all accounts by name, or one, each with the numbers of its passkeys and sessions. */
export async function listAccounts(db: Database, id?: number) {
  let accounts = db.selectFrom("account").selectAll();
  if (id !== undefined) accounts = accounts.where("account.id", "=", id);
  return await accounts
    .select((account) => [
      account.selectFrom("passkey").whereRef("passkey.account_id", "=", "account.id")
        .select(({ fn }) => fn.countAll<number>().as("count")).as("passkeys"),
      account.selectFrom("session").whereRef("session.account_id", "=", "account.id")
        .select(({ fn }) => fn.countAll<number>().as("count")).as("sessions"),
    ])
    .orderBy("username").orderBy("id").execute();
}

/** Counts the administrators that can log in, without one account. */
export async function countOtherAdministrators(tx: Tx, id: number): Promise<number> {
  const { count } = await tx.selectFrom("account").select(({ fn }) => fn.countAll<number>().as("count"))
    .where("role", "=", "administrator").where("disabled_at", "is", null).where("id", "!=", id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes an account with its channels and everything that lets somebody log in as it. */
export async function deleteAccount(tx: Tx, id: number): Promise<void> {
  for (
    const table of [
      "passkey",
      "recovery_code",
      "pending_login",
      "account_identity",
      "delivery",
      "channel",
    ] as const
  ) {
    await tx.deleteFrom(table).where("account_id", "=", id).execute();
  }
  const own = tx.selectFrom("application").select("id").where("account_id", "=", id);
  await tx.deleteFrom("application_token").where("application_id", "in", own).execute();
  await tx.deleteFrom("application").where("account_id", "=", id).execute();
  // What the person has shared stays, as the panel's.
  await tx.updateTable("view").set({ account_id: null }).where("account_id", "=", id).where("shared", "=", 1)
    .execute();
  const views = tx.selectFrom("view").select("id").where("account_id", "=", id);
  await tx.deleteFrom("view_position").where((where) =>
    where.or([where("account_id", "=", id), where("view_id", "in", views)])
  ).execute();
  await tx.deleteFrom("view").where("account_id", "=", id).execute();
  await tx.deleteFrom("login_attempt").where("network", "like", `browser ${id} %`).execute();
  await tx.deleteFrom("account").where("id", "=", id).execute();
}

export async function listInvitations(db: Database, now: number): Promise<InvitationRow[]> {
  return await db.selectFrom("invitation").selectAll().where("expires_at", ">", now).orderBy("id", "desc")
    .execute();
}

export async function findInvitation(
  db: Database | Tx,
  tokenHash: string,
): Promise<InvitationRow | undefined> {
  return await db.selectFrom("invitation").selectAll().where("token_hash", "=", tokenHash).executeTakeFirst();
}

/** Deletes an invitation; returns whether it existed. */
export async function deleteInvitation(db: Database | Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("invitation").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}
