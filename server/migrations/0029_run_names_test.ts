import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Database } from "../engine/store.ts";
import { migrateDatabase, openDatabase } from "../platform/database.ts";
import { migrations } from "./list.ts";
import type { Tables } from "./tables.ts";

Deno.test("migration 0029: finds the names of runs that are already there", async () => {
  await using db: Database = openDatabase<Tables>(":memory:");
  const before = Object.entries(migrations).filter(([name]) => name < "0029");
  await migrateDatabase(db, Object.fromEntries(before));
  for (const name of ["back up", "report", "back up"]) {
    await sql`insert into run (task_name, cause, state, due_count, queued_at, start_after, queue_rank, queue_order, attempt)
      values (${name}, 'person', 'succeeded', 1, 1, 1, 0, 1, 1)`.execute(db);
  }
  await migrateDatabase(db, migrations);
  const names = await db.selectFrom("run_task_name").select("name").orderBy("name").execute();
  assert.deepEqual(names.map(({ name }) => name), ["back up", "report"]);
});
