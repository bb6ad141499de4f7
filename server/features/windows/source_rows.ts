// The iCalendar files of windows, as they are stored.
import type { Updateable } from "kysely";
import type { Database, Tx } from "../../engine/store.ts";
import type { WindowSourceRow, WindowSourceTable } from "../../migrations/window_tables.ts";
import { storedJson } from "../../platform/stored_json.ts";
import type { EventTimes } from "../icalendar/icalendar_types.ts";

/** A source without its file and its times, which can be long. */
export type SourceState = Omit<WindowSourceRow, "content" | "times_json">;

const stateColumns = [
  ...["window_id", "url", "times_year", "revision", "by_application"] as const,
  ...["fetched_at", "tried_at", "fetch_error", "failing_since"] as const,
] as const;

export async function listSources(db: Database): Promise<SourceState[]> {
  return await db.selectFrom("window_source").select(stateColumns).execute();
}

export async function findSource(db: Database | Tx, windowId: number): Promise<SourceState | null> {
  return await db.selectFrom("window_source").select(stateColumns).where("window_id", "=", windowId)
    .executeTakeFirst() ?? null;
}

/** Returns the sources of windows that are not deleted. */
export async function listCurrentSources(db: Database): Promise<SourceState[]> {
  return await db.selectFrom("window_source")
    .innerJoin("maintenance_window", "maintenance_window.id", "window_source.window_id")
    .select(stateColumns.map((column) => `window_source.${column}` as const))
    .where("maintenance_window.removed_at", "is", null).orderBy("maintenance_window.id").execute();
}

export async function listRevisions(
  db: Database,
): Promise<Pick<WindowSourceRow, "window_id" | "revision">[]> {
  return await db.selectFrom("window_source").select(["window_id", "revision"]).execute();
}

/** Returns when the events of a window's file are; null without one. */
export async function readTimes(
  db: Database | Tx,
  windowId: number,
): Promise<{ revision: number; times: EventTimes } | null> {
  const row = await db.selectFrom("window_source").select(["revision", "times_json"])
    .where("window_id", "=", windowId).executeTakeFirst();
  return row
    ? {
      revision: row.revision,
      times: storedJson<EventTimes>(row.times_json, { instants: [], local: [] }),
    }
    : null;
}

/** Returns the file or the text of a window; null without one. */
export async function readContent(db: Database | Tx, windowId: number): Promise<string | null> {
  const row = await db.selectFrom("window_source").select("content").where("window_id", "=", windowId)
    .executeTakeFirst();
  return row?.content ?? null;
}

/** Stores the file of a window instead of the one that it has. */
export async function replaceSource(tx: Tx, row: WindowSourceRow): Promise<void> {
  await removeSource(tx, row.window_id);
  await tx.insertInto("window_source").values(row).execute();
}

export async function updateSource(
  tx: Tx,
  windowId: number,
  columns: Updateable<WindowSourceTable>,
): Promise<void> {
  await tx.updateTable("window_source").set(columns).where("window_id", "=", windowId).execute();
}

export async function removeSource(tx: Tx, windowId: number): Promise<void> {
  await tx.deleteFrom("window_source").where("window_id", "=", windowId).execute();
}
