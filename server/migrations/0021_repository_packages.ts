import type { Kysely } from "kysely";

/** Stores which packages a pulled repository asks for, and lets a subscription have Python packages of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("subscription_tree")
    .addColumn("packages_json", "text", (column) => column.notNull().defaultTo("[]")).execute();
  await db.schema.alterTable("subscription")
    .addColumn("own_python", "integer", (column) => column.notNull().defaultTo(0)).execute();
  await db.schema.alterTable("dependency").addColumn("subscription_id", "integer").execute();
}
