import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Database } from "../engine/store.ts";
import { migrateDatabase, openDatabase } from "../platform/database.ts";
import { migrations } from "./list.ts";
import type { Tables } from "./tables.ts";

Deno.test("migration 0047: keeps channels and never uses an ID again, and gives each account names of its own", async () => {
  await using db: Database = openDatabase<Tables>(":memory:");
  const before = Object.entries(migrations).filter(([name]) => name < "0047");
  await migrateDatabase(db, Object.fromEntries(before));
  const insert = (name: string) =>
    sql`insert into channel (name, type, fields_json, secrets, proxy, enabled, is_default, created_at, updated_at, version, by_application)
      values (${name}, 'ntfy', '{"a":"b"}', 's', 'p', 1, 1, 5, 6, 7, 1)`.execute(db);
  await insert("Phone");
  await insert("Deleted");
  await sql`delete from channel where name = 'Deleted'`.execute(db);
  await migrateDatabase(db, migrations);
  const [channel] = await db.selectFrom("channel").selectAll().execute();
  assert.deepEqual({ ...channel }, {
    ...{ id: 1, name: "Phone", type: "ntfy", fields_json: '{"a":"b"}', secrets: "s", proxy: "p" },
    ...{ enabled: 1, is_default: 1, created_at: 5, updated_at: 6, version: 7, by_application: 1 },
    ...{ account_id: null, events_json: null },
  });
  const { id: _, ...row } = channel!;
  const add = async (account_id: number | null) =>
    (await db.insertInto("channel").values({ ...row, account_id }).returning("id").executeTakeFirstOrThrow())
      .id;
  await assert.rejects(add(null), /UNIQUE/);
  assert.equal(await add(1), 3);
  assert.equal(await add(2), 4);
  await assert.rejects(add(2), /UNIQUE/);
});
