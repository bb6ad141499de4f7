import type { Selectable, Updateable } from "kysely";
import type { Role } from "../../contract/roles.ts";
import type { EventType, LiveEvent } from "../../contract/events.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { AccountTable } from "../../migrations/account_tables.ts";
import { isoTime } from "../../platform/iso_time.ts";

export type AccountRow = Selectable<AccountTable>;

export function findAccount(db: Database | Tx, username: string): Promise<AccountRow | undefined> {
  return db.selectFrom("account").selectAll().where("username", "=", username).executeTakeFirst();
}

/** Returns an account. Throws `NoResultError` if it does not exist. */
export function getAccount(db: Database | Tx, id: number): Promise<AccountRow> {
  return db.selectFrom("account").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

export async function findAccountName(db: Database, id: number): Promise<string | null> {
  const row = await db.selectFrom("account").select("username").where("id", "=", id).executeTakeFirst();
  return row?.username ?? null;
}

export async function hasAccount(db: Database | Tx): Promise<boolean> {
  return await db.selectFrom("account").select("id").limit(1).executeTakeFirst() !== undefined;
}

export interface NewAccount {
  username: string;
  passwordHash: string;
  role: Role;
  labels: readonly string[] | null;
  /** In ms since the epoch. */
  now: number;
}

/** Inserts an account; returns its id. */
export async function addAccount(
  db: Tx,
  { username, passwordHash, role, labels, now }: NewAccount,
): Promise<number> {
  const row = {
    username,
    password_hash: passwordHash,
    role,
    labels_json: labels && JSON.stringify(labels),
    ...{ created_at: now, updated_at: now, version: 1 },
  };
  return (await db.insertInto("account").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/**
 * Replaces the hash of an unchanged password; returns whether the old hash was still current. The change is
 * invisible to clients, so the version stays.
 */
export async function replacePasswordHash(db: Database, { id, password_hash }: AccountRow, next: string) {
  const { numUpdatedRows } = await db.updateTable("account").set({ password_hash: next })
    .where("id", "=", id).where("password_hash", "=", password_hash).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the password hash of any account; undefined if there is none. */
export async function findAnyHash(db: Database): Promise<string | undefined> {
  const row = await db.selectFrom("account").select("password_hash").orderBy("id").limit(1)
    .executeTakeFirst();
  return row?.password_hash;
}

/** Records a login, which is no change of the account; `now` is in ms since the epoch. */
export async function recordLogin(db: Database, id: number, now: number): Promise<void> {
  await db.updateTable("account").set({ last_login_at: now }).where("id", "=", id).execute();
}

type Change = Omit<Updateable<AccountTable>, "id" | "version" | "updated_at">;

/** Updates an account; `now` is in ms since the epoch. */
export async function updateAccount(db: Database | Tx, id: number, change: Change, now: number) {
  await db.updateTable("account").set({ ...change, updated_at: now })
    .set(({ eb }) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id).execute();
}

const HASH_CHARACTERS = 16;

/** Returns the URL of a picture below `/api`; it changes with the picture, so that browsers can cache it. */
export function avatarAddress(hash: string | null): string | null {
  return hash === null ? null : `/account/avatar?v=${hash.slice(0, HASH_CHARACTERS)}`;
}

/** Returns the event that an account changed and must be re-read. `now` is in ms since the epoch. */
export function accountUpdated(id: number, now: number): LiveEvent {
  return accountEvent("account:updated", id, now);
}

/** Returns the event that the second factor of an account was turned on or off. `now` is in ms since the epoch. */
export function secondFactorChanged(id: number, now: number): LiveEvent {
  return accountEvent("account:factor_changed", id, now);
}

function accountEvent(type: EventType, id: number, now: number): LiveEvent {
  return { topic: "session", type, id, version: 0, at: isoTime(now) };
}

export async function readAvatarHashes(db: Database): Promise<string[]> {
  const rows = await db.selectFrom("account").select("avatar_hash").execute();
  return rows.flatMap(({ avatar_hash }) => avatar_hash ?? []);
}
