import type { Kysely } from "kysely";

/** Stores the iCalendar files whose events are the times of maintenance windows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("window_source")
    .addColumn(
      "window_id",
      "integer",
      (c) => c.primaryKey().references("maintenance_window.id").onDelete("cascade"),
    )
    .addColumn("url", "text")
    .addColumn("content", "text", (c) => c.notNull())
    .addColumn("times_json", "text", (c) => c.notNull())
    .addColumn("times_year", "integer", (c) => c.notNull())
    .addColumn("revision", "bigint", (c) => c.notNull())
    .addColumn("by_application", "integer", (c) => c.notNull())
    .addColumn("fetched_at", "bigint")
    .addColumn("tried_at", "bigint")
    .addColumn("fetch_error", "text")
    .addColumn("failing_since", "bigint")
    .execute();
}
