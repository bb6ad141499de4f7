import type { Insertable, Updateable } from "kysely";
import type { Database, Tx } from "../../engine/store.ts";
import type { ChannelTable } from "../../migrations/notification_tables.ts";
import type { ChannelRow, DeliveryRow } from "./channel_rows.ts";

/** Whose channels are meant: those of an account, or with null the panel's. */
export type Owner = number | null;

/** Lists the channels of the panel and of all accounts. */
export function listAllChannels(db: Database | Tx): Promise<ChannelRow[]> {
  return db.selectFrom("channel").selectAll().orderBy("id").execute();
}

export function listChannels(db: Database | Tx, owner: Owner): Promise<ChannelRow[]> {
  return db.selectFrom("channel").selectAll().where("account_id", owner === null ? "is" : "=", owner)
    .orderBy("id").execute();
}

/** Lists the channels of all accounts, with the names of their owners. */
export function listForeignChannels(db: Database) {
  return db.selectFrom("channel").innerJoin("account", "account.id", "channel.account_id")
    .select(["channel.id", "channel.type", "channel.enabled", "channel.created_at"])
    .select(["account.id as account_id", "account.username"])
    .orderBy("account.username").orderBy("channel.id").execute();
}

export function findChannel(db: Database | Tx, id: number): Promise<ChannelRow | undefined> {
  return db.selectFrom("channel").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns the latest attempted delivery of each channel. */
export async function lastDeliveries(db: Database): Promise<Map<number, DeliveryRow>> {
  const newest = await db.selectFrom("delivery").select(({ fn }) => fn.max("id").as("id"))
    .where("channel_id", "is not", null).where("attempts", ">", 0).groupBy("channel_id").execute();
  const ids = newest.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("delivery").selectAll().where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.channel_id ?? 0, row]));
}

/** Returns whether a channel of the same owner other than `id` has a name, ignoring case. */
export async function isNameTaken(
  tx: Tx,
  name: string,
  { id, owner }: { id: number | null; owner: Owner },
): Promise<boolean> {
  const others = await listChannels(tx, owner);
  return others.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase());
}

/** Inserts a channel; returns its id. */
export async function insertChannel(tx: Tx, row: Insertable<ChannelTable>): Promise<number> {
  return (await tx.insertInto("channel").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Updates columns of a channel and increments its version. */
export async function updateChannel(tx: Tx, id: number, changed: Updateable<ChannelTable>): Promise<void> {
  await tx.updateTable("channel").set(changed).set((where) => ({ version: where("version", "+", 1) }))
    .where("id", "=", id).execute();
}

/** Clears the default flag of all channels but one. */
export async function keepOneDefault(tx: Tx, id: number): Promise<void> {
  await tx.updateTable("channel").set((where) => ({ is_default: 0, version: where("version", "+", 1) }))
    .where("id", "!=", id).where("is_default", "=", 1).execute();
}

export async function removeChannel(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("channel").where("id", "=", id).execute();
}

export interface RuleRow {
  id: number;
  position: number;
  rule_json: string;
}

/** Returns all rules in their order. Their positions can have gaps. */
export function listRules(db: Database | Tx): Promise<RuleRow[]> {
  return db.selectFrom("notification_rule").select(["id", "position", "rule_json"]).orderBy("position")
    .orderBy("id")
    .execute();
}

/** Inserts a rule; returns its id. */
export async function insertRule(tx: Tx, position: number, rule_json: string): Promise<number> {
  const row = await tx.insertInto("notification_rule").values({ position, rule_json }).returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateRule(
  tx: Tx,
  id: number,
  columns: Partial<Omit<RuleRow, "id">>,
): Promise<void> {
  await tx.updateTable("notification_rule").set(columns).where("id", "=", id).execute();
}

export async function removeRules(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom("notification_rule").where("id", "in", [...ids]).execute();
}

// Stores what was last reported or observed, see `NotificationStateTable`.

/** The state of what was reported; what else is observed has states of its own. Stored: never change it. */
export const REPORTED = "told";

interface StoredState {
  state: string;
  /** In ms since the epoch. */
  since: number;
}

export function readState(db: Database | Tx, key: string): Promise<StoredState | undefined> {
  return db.selectFrom("notification_state").select(["state", "since"]).where("subject", "=", key)
    .executeTakeFirst();
}

/** Stores a state under a key, replacing the previous one. */
export async function writeState(
  db: Database | Tx,
  key: string,
  { state, since }: StoredState,
): Promise<void> {
  await db.insertInto("notification_state").values({ subject: key, state, since })
    .onConflict((conflict) => conflict.column("subject").doUpdateSet({ state, since })).execute();
}

/** Stores a state; returns whether it differs from the previous one. */
export async function recordChange(db: Database | Tx, key: string, now: StoredState): Promise<boolean> {
  if ((await readState(db, key))?.state === now.state) return false;
  await writeState(db, key, now);
  return true;
}

/** Deletes what was recorded as reported about a subject, `task:12`, for all rules. */
export async function forgetNotified(db: Database | Tx, subject: string): Promise<void> {
  // The range from the space to the character after it: every key that starts with the subject and a space.
  await db.deleteFrom("notification_state").where("subject", ">=", `${subject} `)
    .where("subject", "<", `${subject}!`).execute();
}

/**
 * Deletes states older than `before` (ms since the epoch) that end by themselves: those of runs and
 * grouping periods.
 */
export async function removeOldStates(db: Database, before: number): Promise<void> {
  await db.deleteFrom("notification_state").where("since", "<", before)
    .where((where) => where.or([where("subject", "like", "run:%"), where("subject", "like", "window %")]))
    .execute();
}
