import type { Database } from "../../engine/store.ts";

/** Settings row that identifies the database. */
export const DATABASE_ID = "databaseId";

/** Returns what identifies a database: what a panel remembers of another one does not count. */
export async function databaseId(db: Database): Promise<string> {
  await db.insertInto("setting").values({
    name: DATABASE_ID,
    value_json: JSON.stringify(crypto.randomUUID()),
  })
    .onConflict((on) => on.column("name").doNothing()).execute();
  const { value_json } = await db.selectFrom("setting").select("value_json").where("name", "=", DATABASE_ID)
    .executeTakeFirstOrThrow();
  return value_json;
}
