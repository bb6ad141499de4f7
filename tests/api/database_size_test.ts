import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrations } from "../../server/migrations/list.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { migrateDatabase, openDatabase } from "../../server/platform/database.ts";
import { sqliteDatabase } from "../support/panel_database.ts";
import { TestPanel } from "../support/test_panel.ts";

Deno.test("database size: a database of an older panel is rewritten at start so that it can shrink", async () => {
  let path = "";
  const prepare = async (dataDir: string) => {
    path = join(dataDir, "sundial.sqlite");
    const db = openDatabase<Tables>(path);
    await migrateDatabase(db, migrations);
    await db.destroy();
    using old = new DatabaseSync(path);
    old.exec("pragma auto_vacuum = none; vacuum");
    assert.equal(old.prepare("pragma auto_vacuum").get()?.["auto_vacuum"], 0);
  };
  await using panel = await TestPanel.open({}, { prepare, database: sqliteDatabase });
  assert.equal((await panel.request("GET", "/health")).status, "ok");
  using database = new DatabaseSync(path, { readOnly: true });
  assert.equal(database.prepare("pragma auto_vacuum").get()?.["auto_vacuum"], 2);
});
