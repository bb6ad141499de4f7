import { type Kysely, sql } from "kysely";

/** Lets a calendar move or drop due times, windows hold them, and tasks be valid for a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("task").addColumn("calendar_id", "bigint").execute();
  await db.schema.alterTable("task")
    .addColumn("on_day_off", "text", (column) => column.notNull().defaultTo("run")).execute();
  await db.schema.alterTable("task").addColumn("planned_calendar", "text").execute();
  await db.schema.alterTable("task").addColumn("valid_from", "bigint").execute();
  await db.schema.alterTable("task").addColumn("valid_until", "bigint").execute();
  await db.schema.alterTable("task").addColumn("after_due_at", "bigint").execute();
  await sql`create index task_calendar on task (calendar_id) where calendar_id is not null`.execute(db);
  for (const column of ["nominal_at", "window_id", "held_until", "merged_into"]) {
    await db.schema.alterTable("run").addColumn(column, "bigint").execute();
  }
  await db.schema.dropIndex("run_due").execute();
  await sql`create unique index run_due on run (task_id, due_at, (coalesce(target_node, 0)))
    where due_at is not null and nominal_at is null and merged_into is null`.execute(db);
  await sql`create unique index run_nominal on run (task_id, nominal_at, (coalesce(target_node, 0)))
    where nominal_at is not null`.execute(db);
  await sql`create index run_merged on run (merged_into) where merged_into is not null`.execute(db);
  await sql`create index run_window on run (window_id, state) where window_id is not null`.execute(db);
}
