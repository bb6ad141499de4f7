import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Database } from "../engine/store.ts";
import { migrateDatabase, openDatabase } from "../platform/database.ts";
import { migrations } from "./list.ts";
import type { Tables } from "./tables.ts";

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0046"));

async function migrated(fill: (db: Database) => Promise<void>): Promise<Database> {
  const db: Database = openDatabase<Tables>(":memory:");
  await migrateDatabase(db, before);
  await fill(db);
  await migrateDatabase(db, migrations);
  return db;
}

const addViews = async (db: Database) => {
  for (const name of ["One", "Two", "Gone"]) {
    await sql`insert into view (name, conditions_json, relation, sort_json, position, hidden, created_at, updated_at)
      values (${name}, '[]', 'or', '[1]', 4, 1, 5, 6)`.execute(db);
  }
  await sql`delete from view where name = 'Gone'`.execute(db);
};

Deno.test("migration 0046: views that exist are shared and belong to the first administrator", async () => {
  await using db = await migrated(async (db) => {
    await addViews(db);
    for (
      const [username, role] of [["early", "viewer"], ["first", "administrator"], ["next", "administrator"]]
    ) {
      await sql`insert into account (username, password_hash, role, created_at, updated_at, version)
        values (${username}, 'x', ${role}, 1, 1, 1)`.execute(db);
    }
  });
  const views = await db.selectFrom("view").selectAll().orderBy("id").execute();
  assert.deepEqual(
    views.map((view) => ({ ...view })),
    ["One", "Two"].map((name, index) => ({
      ...{
        id: index + 1,
        name,
        conditions_json: "[]",
        relation: "or",
        sort_json: "[1]",
        position: 4,
        hidden: 1,
      },
      ...{ created_at: 5, updated_at: 6, version: 1, account_id: 2, shared: 1 },
    })),
  );
  const row = { ...views[0]!, account_id: 1 };
  const { id: _id, ...copy } = row;
  // The same name again, and no ID of a deleted view.
  const { id } = await db.insertInto("view").values(copy).returning("id").executeTakeFirstOrThrow();
  assert.equal(id, 4);
});

Deno.test("migration 0046: without an administrator, views belong to nobody", async () => {
  await using db = await migrated(addViews);
  const views = await db.selectFrom("view").select(["account_id", "shared"]).execute();
  assert.deepEqual(
    views.map((view) => ({ ...view })),
    [1, 1].map((shared) => ({ account_id: null, shared })),
  );
});
