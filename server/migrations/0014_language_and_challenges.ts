import { type Kysely, sql } from "kysely";

/**
 * Keeps English where it was the default until now, and drops the table of passkey challenges, which now carry their own seal.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into setting (name, value_json)
    select 'language', '"en"' where exists (select 1 from account)
    on conflict (name) do nothing
  `.execute(db);
  await db.schema.dropTable("passkey_challenge").execute();
}
