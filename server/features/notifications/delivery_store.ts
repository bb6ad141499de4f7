import type { Insertable, Updateable } from "kysely";
import type { DeliveriesQuery, DeliveryState } from "../../contract/notifications.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { DeliveryTable } from "../../migrations/notification_tables.ts";
import type { DeliveryRow } from "./channel_rows.ts";
import type { Owner } from "./store.ts";

export const openStates = ["held", "waiting", "sending"] as const satisfies readonly DeliveryState[];

/** Inserts a delivery; returns its id. */
export async function insertDelivery(tx: Tx, row: Insertable<DeliveryTable>): Promise<number> {
  return (await tx.insertInto("delivery").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

export function findDelivery(db: Database | Tx, id: number): Promise<DeliveryRow | undefined> {
  return db.selectFrom("delivery").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns the delivery held for a channel from one source; there is at most one. */
export function findHeld(tx: Tx, channelId: number, source: string): Promise<DeliveryRow | undefined> {
  return tx.selectFrom("delivery").selectAll().where("channel_id", "=", channelId)
    .where("source", "=", source).where("state", "=", "held").executeTakeFirst();
}

/** A conditional update of a delivery that is still in one of the given states. */
export interface DeliveryChange {
  which: { id: number; from: readonly DeliveryState[] };
  columns: Updateable<DeliveryTable>;
}

/** Updates a delivery if it is still in one of the given states; returns whether it was. */
export async function changeDelivery(
  db: Database | Tx,
  { id, from }: DeliveryChange["which"],
  columns: DeliveryChange["columns"],
): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable("delivery").set(columns).where("id", "=", id)
    .where("state", "in", [...from]).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the deliveries due in a state, ordered by due time. */
export function listDue(
  db: Database,
  { state, now, limit, not = [] }: {
    state: "held" | "waiting";
    now: number;
    limit: number;
    not?: readonly number[];
  },
): Promise<DeliveryRow[]> {
  let due = db.selectFrom("delivery").selectAll().where("state", "=", state)
    .where("next_attempt_at", "<=", now);
  if (not.length > 0) due = due.where("channel_id", "not in", [...not]);
  return due.orderBy("next_attempt_at").orderBy("id").limit(limit).execute();
}

/** Returns when the next delivery is due (ms since the epoch); null if none is. */
export async function nextDueAt(db: Database): Promise<number | null> {
  const row = await db.selectFrom("delivery").select(({ fn }) => fn.min("next_attempt_at").as("at"))
    .where("state", "in", ["held", "waiting"]).executeTakeFirst();
  return row?.at ?? null;
}

export function listInStates(db: Database, states: readonly DeliveryState[]): Promise<DeliveryRow[]> {
  return db.selectFrom("delivery").selectAll().where("state", "in", [...states]).orderBy("id").execute();
}

export async function countWaiting(tx: Tx, channelId: number): Promise<number> {
  const { total } = await tx.selectFrom("delivery").select(({ fn }) => fn.countAll<number>().as("total"))
    .where("channel_id", "=", channelId).where("state", "=", "waiting").executeTakeFirstOrThrow();
  return Number(total);
}

export async function dropWaiting(
  tx: Tx,
  channelId: number,
  { answer, now }: { answer: string; now: number },
): Promise<void> {
  await tx.updateTable("delivery")
    .set({ state: "dropped", answer, finished_at: now, next_attempt_at: null, items_json: null })
    .where("channel_id", "=", channelId).where("state", "in", ["held", "waiting"]).execute();
}

export interface DeliveryPage extends Pick<DeliveriesQuery, "page" | "pageSize" | "channelId"> {
  states: readonly DeliveryState[];
  owner: Owner;
}

/** Returns one page, newest first, and the total count. */
export async function listDeliveries(
  db: Database,
  { page, pageSize, channelId, states, owner }: DeliveryPage,
) {
  let wanted = db.selectFrom("delivery").where("account_id", owner === null ? "is" : "=", owner);
  if (channelId !== undefined) wanted = wanted.where("channel_id", "=", channelId);
  if (states.length > 0) wanted = wanted.where("state", "in", [...states]);
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await wanted.selectAll().orderBy("id", "desc").offset((page - 1) * pageSize).limit(pageSize)
    .execute();
  return { rows, total: Number(total) };
}

/** Removes deliveries that ended before `before` (ms since the epoch), and the oldest beyond the newest `max`. */
export async function removeOldDeliveries(db: Database, before: number, max: number): Promise<void> {
  const over: DeliveryState[] = ["delivered", "failed", "dropped"];
  await db.deleteFrom("delivery").where("state", "in", over).where("created_at", "<", before).execute();
  const edge = await db.selectFrom("delivery").select("id").orderBy("id", "desc").offset(max).limit(1)
    .executeTakeFirst();
  if (!edge) return;
  await db.deleteFrom("delivery").where("state", "in", over).where("id", "<=", edge.id).execute();
}
