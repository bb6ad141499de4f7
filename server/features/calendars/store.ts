import type { Insertable, Updateable } from "kysely";
import type { Database, Tx } from "../../engine/store.ts";
import type {
  CalendarCopyRow,
  CalendarCopyTable,
  CalendarRow,
  CalendarTable,
} from "../../migrations/calendar_tables.ts";

/** A copy without its file and its events, which can be many. */
export type CopyState = Omit<CalendarCopyRow, "content" | "events_json">;

const copyColumns = [
  ...["id", "calendar_id", "source_key", "events_year", "by_application"] as const,
  ...["fetched_at", "tried_at", "fetch_error"] as const,
] as const;

export async function listCalendars(db: Database | Tx): Promise<CalendarRow[]> {
  return await db.selectFrom("calendar").selectAll().orderBy("name").orderBy("id").execute();
}

export async function findCalendar(db: Database | Tx, id: number): Promise<CalendarRow | undefined> {
  return await db.selectFrom("calendar").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns the versions of all calendars, to compare them with what is in memory. */
export async function readVersions(
  db: Database,
): Promise<Pick<CalendarRow, "id" | "version" | "data_version">[]> {
  return await db.selectFrom("calendar").select(["id", "version", "data_version"]).orderBy("id").execute();
}

/** Returns whether another calendar than `id` has a name. */
export async function isNameTaken(tx: Tx, name: string, id: number | null): Promise<boolean> {
  const other = await tx.selectFrom("calendar").select("id").where("name", "=", name).executeTakeFirst();
  return other !== undefined && other.id !== id;
}

export async function countCalendars(tx: Tx): Promise<number> {
  const { total } = await tx.selectFrom("calendar").select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function insertCalendar(tx: Tx, row: Insertable<CalendarTable>): Promise<number> {
  return (await tx.insertInto("calendar").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Updates columns of a calendar and increments its version. */
export async function updateCalendar(tx: Tx, id: number, columns: Updateable<CalendarTable>): Promise<void> {
  await tx.updateTable("calendar").set(columns).set((where) => ({ version: where("version", "+", 1) }))
    .where("id", "=", id).execute();
}

/** Records that what the sources of a calendar say has changed. */
export async function countDataChange(tx: Tx, id: number): Promise<void> {
  await tx.updateTable("calendar").set((where) => ({ data_version: where("data_version", "+", 1) }))
    .where("id", "=", id).execute();
}

/** Deletes a calendar with its copies. */
export async function removeCalendar(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("calendar_copy").where("calendar_id", "=", id).execute();
  await tx.deleteFrom("calendar").where("id", "=", id).execute();
}

/** Returns the copies of a calendar, or of all. */
export async function listCopies(db: Database | Tx, calendarId?: number): Promise<CopyState[]> {
  let query = db.selectFrom("calendar_copy").select(copyColumns).orderBy("id");
  if (calendarId !== undefined) query = query.where("calendar_id", "=", calendarId);
  return await query.execute();
}

/** Returns what the copies of a calendar, or of all, say. */
export async function listEvents(
  db: Database,
  calendarId?: number,
): Promise<Pick<CalendarCopyRow, "calendar_id" | "source_key" | "events_json">[]> {
  let query = db.selectFrom("calendar_copy").select(["calendar_id", "source_key", "events_json"]).orderBy(
    "id",
  );
  if (calendarId !== undefined) query = query.where("calendar_id", "=", calendarId);
  return await query.execute();
}

/** Returns what a copy says. */
export async function readEvents(db: Database | Tx, copyId: number): Promise<string | null> {
  const row = await db.selectFrom("calendar_copy").select("events_json").where("id", "=", copyId)
    .executeTakeFirst();
  return row?.events_json ?? null;
}

/** Returns the file that a copy was read from. */
export async function readContent(db: Database, copyId: number): Promise<string | null> {
  const row = await db.selectFrom("calendar_copy").select("content").where("id", "=", copyId)
    .executeTakeFirst();
  return row?.content ?? null;
}

export async function insertCopy(tx: Tx, row: Insertable<CalendarCopyTable>): Promise<void> {
  await tx.insertInto("calendar_copy").values(row).execute();
}

export async function updateCopy(tx: Tx, id: number, columns: Updateable<CalendarCopyTable>): Promise<void> {
  await tx.updateTable("calendar_copy").set(columns).where("id", "=", id).execute();
}

/** Deletes the copies of a calendar whose sources it no longer has. */
export async function removeOtherCopies(tx: Tx, calendarId: number, keys: readonly string[]): Promise<void> {
  let query = tx.deleteFrom("calendar_copy").where("calendar_id", "=", calendarId);
  if (keys.length > 0) query = query.where("source_key", "not in", [...keys]);
  await query.execute();
}
