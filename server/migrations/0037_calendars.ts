import type { Kysely } from "kysely";

/** Stores calendars of working days, and the copies of the iCalendar files that they follow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("calendar")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("name", "text", (c) => c.notNull().unique())
    .addColumn("time_zone", "text", (c) => c.notNull())
    .addColumn("weekend_days_json", "text", (c) => c.notNull())
    .addColumn("sources_json", "text", (c) => c.notNull())
    .addColumn("days_json", "text", (c) => c.notNull())
    .addColumn("data_version", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .execute();
  await db.schema.createTable("calendar_copy")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("calendar_id", "integer", (c) => c.notNull().references("calendar.id").onDelete("cascade"))
    .addColumn("source_key", "text", (c) => c.notNull())
    .addColumn("content", "text")
    .addColumn("events_json", "text", (c) => c.notNull())
    .addColumn("events_year", "integer", (c) => c.notNull())
    .addColumn("by_application", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("fetched_at", "bigint")
    .addColumn("tried_at", "bigint")
    .addColumn("fetch_error", "text")
    .addUniqueConstraint("calendar_copy_key", ["calendar_id", "source_key"])
    .execute();
}
