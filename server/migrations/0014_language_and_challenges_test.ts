import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Database } from "../engine/store.ts";
import { migrateDatabase, openDatabase } from "../platform/database.ts";
import { migrations } from "./list.ts";
import type { Tables } from "./tables.ts";

const account = sql`
  insert into account (username, password_hash, created_at, updated_at, version) values ('mira', '', 0, 0, 1)`;
const chinese = sql`insert into setting (name, value_json) values ('language', '"zh"')`;

async function languageAfter(fill: (db: Database) => Promise<unknown>): Promise<string | undefined> {
  const db: Database = openDatabase<Tables>(":memory:");
  const before = Object.entries(migrations).filter(([name]) => name < "0014");
  await migrateDatabase(db, Object.fromEntries(before));
  await fill(db);
  await migrateDatabase(db, migrations);
  const row = await db.selectFrom("setting").select("value_json").where("name", "=", "language")
    .executeTakeFirst();
  await db.destroy();
  return row?.value_json;
}

Deno.test("migration 0014: keeps English for a panel that used it by default and changes no other", async () => {
  assert.equal(await languageAfter(() => Promise.resolve()), undefined);
  assert.equal(await languageAfter((db) => account.execute(db)), '"en"');
  assert.equal(
    await languageAfter(async (db) => {
      await account.execute(db);
      await chinese.execute(db);
    }),
    '"zh"',
  );
});
