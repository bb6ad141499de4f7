import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Database } from "../engine/store.ts";
import { migrateDatabase, openDatabase } from "../platform/database.ts";
import { migrations } from "./list.ts";
import type { Tables } from "./tables.ts";

Deno.test("migration 0047: keeps channels and never uses an ID again, and names the only account in the login log", async () => {
  await using db: Database = openDatabase<Tables>(":memory:");
  const before = Object.entries(migrations).filter(([name]) => name < "0047");
  await migrateDatabase(db, Object.fromEntries(before));
  const insert = (name: string) =>
    sql`insert into channel (name, type, fields_json, secrets, proxy, enabled, is_default, created_at, updated_at, version, by_application)
      values (${name}, 'ntfy', '{"a":"b"}', 's', 'p', 1, 1, 5, 6, 7, 1)`.execute(db);
  await insert("Phone");
  await insert("Deleted");
  await sql`delete from channel where name = 'Deleted'`.execute(db);
  await sql`insert into account (username, password_hash, created_at, updated_at, version)
    values ('mira', '', 1, 1, 1)`.execute(db);
  for (const status of ["succeeded", "wrong_credentials"]) {
    await sql`insert into login_log (at, status, ip, place, user_agent)
      values (1, ${status}, '::1', '', '')`.execute(db);
  }
  for (const [id, row] of [[1, { labels_json: '["shop"]' }], [2, {}]] as const) {
    await sql`insert into trashed_task (id, name, command, row_json, cause, deleted_at)
      values (${id}, 'Gone', 'true', ${JSON.stringify(row)}, 'user', 1)`.execute(db);
  }
  await migrateDatabase(db, migrations);
  const labels = await db.selectFrom("trashed_task").select("labels_json").orderBy("id").execute();
  assert.deepEqual(labels.map(({ labels_json }) => labels_json), ['["shop"]', "[]"]);
  const logins = await db.selectFrom("login_log").select(["account_id", "account_name"]).orderBy("id")
    .execute();
  assert.deepEqual(logins.map((row) => ({ ...row })), [
    { account_id: 1, account_name: "mira" },
    { account_id: null, account_name: null },
  ]);
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
