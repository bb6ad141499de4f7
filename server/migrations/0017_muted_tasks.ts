import type { Kysely } from "kysely";

/** Lets users mute a failing task until it succeeds again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("task").addColumn("muted", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
