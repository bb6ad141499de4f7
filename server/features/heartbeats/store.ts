import type { Insertable } from "kysely";
import { heartbeatLimits } from "../../contract/limits/heartbeats.ts";
import { beforeLabels } from "../../engine/labelled_database.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type {
  HeartbeatPingRow,
  HeartbeatPingTable,
  HeartbeatRow,
  HeartbeatTable,
} from "../../migrations/heartbeat_tables.ts";

/** Parameters of one statement are limited. */
const ROWS_AT_ONCE = 500;

export async function findHeartbeat(db: Database | Tx, id: number): Promise<HeartbeatRow | undefined> {
  return await db.selectFrom("heartbeat").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function readHeartbeats(db: Database | Tx): Promise<HeartbeatRow[]> {
  return await db.selectFrom("heartbeat").selectAll().orderBy("id").execute();
}

export async function readSome(db: Database | Tx, ids: readonly number[]): Promise<HeartbeatRow[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom("heartbeat").selectAll().where("id", "in", [...ids]).execute();
}

/** Returns the key of each heartbeat. */
export async function readKeys(db: Database): Promise<Pick<HeartbeatRow, "id" | "key" | "post_only">[]> {
  return await db.selectFrom("heartbeat").select(["id", "key", "post_only"]).execute();
}

/** Returns whether another heartbeat than `id` has a name. */
export async function isNameTaken(tx: Tx, name: string, id: number | null): Promise<boolean> {
  const other = await tx.selectFrom("heartbeat").select("id").where("name", "=", name)
    .where("id", "!=", id ?? 0).executeTakeFirst();
  return other !== undefined;
}

export async function countHeartbeats(tx: Tx): Promise<number> {
  const { total } = await tx.selectFrom("heartbeat").select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function insertHeartbeat(tx: Tx, row: Insertable<HeartbeatTable>): Promise<number> {
  beforeLabels(tx, row.labels_json);
  return (await tx.insertInto("heartbeat").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Changes settings, and what follows from them. */
export async function updateSettings(tx: Tx, id: number, columns: Partial<HeartbeatRow>): Promise<void> {
  beforeLabels(tx, columns.labels_json);
  await tx.updateTable("heartbeat").set(columns).set((where) => ({ version: where("version", "+", 1) }))
    .where("id", "=", id).execute();
}

/** Changes what is not a setting. */
export async function updateStatus(tx: Tx, id: number, columns: Partial<HeartbeatRow>): Promise<void> {
  await tx.updateTable("heartbeat").set(columns).where("id", "=", id).execute();
}

/** Deletes a heartbeat with its pings. Returns its name; null if it does not exist. */
export async function removeHeartbeat(tx: Tx, id: number): Promise<string | null> {
  await tx.deleteFrom("heartbeat_ping").where("heartbeat_id", "=", id).execute();
  const row = await tx.deleteFrom("heartbeat").where("id", "=", id).returning("name").executeTakeFirst();
  return row?.name ?? null;
}

export async function insertPings(tx: Tx, rows: readonly Insertable<HeartbeatPingTable>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await tx.insertInto("heartbeat_ping").values(rows.slice(from, from + ROWS_AT_ONCE)).execute();
  }
}

/** Deletes all but the newest pings of a heartbeat. */
export async function prunePings(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("heartbeat_ping").where("heartbeat_id", "=", id)
    .where(
      "id",
      "<=",
      ({ selectFrom }) =>
        selectFrom("heartbeat_ping as retained").select("retained.id").where("retained.heartbeat_id", "=", id)
          .orderBy("retained.id", "desc").offset(heartbeatLimits.pings).limit(1),
    ).execute();
}

/** Returns one page of pings, newest first, and how many are kept. */
export async function listPings(
  db: Database,
  id: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: HeartbeatPingRow[]; total: number }> {
  const rows = await db.selectFrom("heartbeat_ping").selectAll().where("heartbeat_id", "=", id)
    .orderBy("id", "desc").limit(heartbeatLimits.pings).execute();
  return { rows: rows.slice((page - 1) * pageSize, page * pageSize), total: rows.length };
}

/** Returns the newest ping that reported how work ended; undefined without one. */
export async function findLastEnd(db: Database, id: number): Promise<HeartbeatPingRow | undefined> {
  return await db.selectFrom("heartbeat_ping").selectAll().where("heartbeat_id", "=", id)
    .where("kind", "in", ["success", "fail"]).orderBy("id", "desc").limit(1).executeTakeFirst();
}
