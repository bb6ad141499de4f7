import { type Kysely, sql } from "kysely";

/** Stores the parameters of a task, and which values its rules give them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table task add column parameters_json text not null default '[]'`.execute(db);
  await sql`alter table task add column rule_values_json text not null default '{}'`.execute(db);
}
