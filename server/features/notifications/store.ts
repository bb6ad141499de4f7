import type { Insertable, Updateable } from "kysely";
import type { Database, Tx } from "../../engine/store.ts";
import type { ChannelTable } from "../../migrations/notification_tables.ts";
import type { ChannelRow, DeliveryRow } from "./channel_rows.ts";

/** Lists all channels, in the order they were made. */
export function listChannels(db: Database | Tx): Promise<ChannelRow[]> {
  return db.selectFrom("channel").selectAll().orderBy("id").execute();
}

/** Finds a channel. */
export function findChannel(db: Database | Tx, id: number): Promise<ChannelRow | undefined> {
  return db.selectFrom("channel").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Finds the newest delivery of each channel that was tried. */
export async function lastDeliveries(db: Database): Promise<Map<number, DeliveryRow>> {
  const newest = await db.selectFrom("delivery").select(({ fn }) => fn.max("id").as("id"))
    .where("channel_id", "is not", null).where("attempts", ">", 0).groupBy("channel_id").execute();
  const ids = newest.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("delivery").selectAll().where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.channel_id ?? 0, row]));
}

/** Tells whether another channel than `id` has a name, whatever its capitals. */
export async function isNameTaken(tx: Tx, name: string, id: number | null): Promise<boolean> {
  const others = await tx.selectFrom("channel").select(["id", "name"]).execute();
  return others.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase());
}

/** Adds a channel; answers its id. */
export async function insertChannel(tx: Tx, row: Insertable<ChannelTable>): Promise<number> {
  return (await tx.insertInto("channel").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Changes columns of a channel and counts its version up. */
export async function updateChannel(tx: Tx, id: number, changed: Updateable<ChannelTable>): Promise<void> {
  await tx.updateTable("channel").set(changed).set((where) => ({ version: where("version", "+", 1) }))
    .where("id", "=", id).execute();
}

/** Takes being the default from every channel but one. */
export async function keepOneDefault(tx: Tx, id: number): Promise<void> {
  await tx.updateTable("channel").set((where) => ({ is_default: 0, version: where("version", "+", 1) }))
    .where("id", "!=", id).where("is_default", "=", 1).execute();
}

/** Removes a channel. */
export async function removeChannel(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("channel").where("id", "=", id).execute();
}

/** Lists the rules in their order, as rows. */
export function listRules(db: Database | Tx): Promise<{ id: number; rule_json: string }[]> {
  return db.selectFrom("notification_rule").select(["id", "rule_json"]).orderBy("position").orderBy("id")
    .execute();
}

/** Adds a rule; answers its id. */
export async function insertRule(tx: Tx, position: number, rule_json: string): Promise<number> {
  const row = await tx.insertInto("notification_rule").values({ position, rule_json }).returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Changes a rule. */
export async function updateRule(tx: Tx, id: number, position: number, rule_json: string): Promise<void> {
  await tx.updateTable("notification_rule").set({ position, rule_json }).where("id", "=", id).execute();
}

/** Removes rules. */
export async function removeRules(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom("notification_rule").where("id", "in", [...ids]).execute();
}
