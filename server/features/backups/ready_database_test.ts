import assert from "node:assert/strict";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "../../engine/store.ts";
import { migrations } from "../../migrations/list.ts";
import type { Tables } from "../../migrations/tables.ts";
import { migrateDatabase, openDatabase } from "../../platform/database.ts";
import { systemClock } from "../../platform/clock.ts";
import { AuditLogWriter } from "../audit/audit_log.ts";
import { createRunTypes } from "../../services/build_engine.ts";
import { BOOT_SETTING, enqueueAtStart } from "../../engine/start_runs.ts";
import { columnDefaults } from "../tasks/task_rows.ts";
import { readyDatabase } from "./ready_database.ts";

const OLDER = Object.entries(migrations).filter(([name]) => name < "0008");

async function make(path: string, known: typeof migrations, fill: (db: Database) => Promise<void>) {
  const db: Database = openDatabase<Tables>(path);
  await migrateDatabase(db, known);
  await fill(db);
  await db.destroy();
}

Deno.test("ready database: one from an older version, without later additions, continues with the current logs", async () => {
  const folder = await Deno.makeTempDir({ prefix: "sundial-ready-" });
  const [path, present] = [join(folder, "comes.sqlite"), join(folder, "goes.sqlite")];
  try {
    await make(path, Object.fromEntries(OLDER), async (db) => {
      await sql`insert into login_log (at, status, ip, place, user_agent) values (1, 'succeeded', '::1', '', '')`
        .execute(db);
    });
    await make(present, migrations, async (db) => {
      const row = {
        at: 2,
        status: "succeeded",
        ip: "::1",
        place: "",
        user_agent: "",
        way: "passkey",
      } as const;
      await db.insertInto("login_log").values(row).execute();
      const auditLog = new AuditLogWriter({ db, clock: systemClock });
      await auditLog.add({ actor: { kind: "panel", ip: null }, act: "login.succeeded" });
    });
    readyDatabase({ path, present, now: 3, restored: { from: "x", parts: ["database"] } });
    await make(path, migrations, async (db) => {
      const logins = await db.selectFrom("login_log").select(["at", "way"]).execute();
      assert.deepEqual(logins.map(({ at, way }) => [at, way]), [[2, "password"]]);
      assert.equal((await db.selectFrom("audit_entry").selectAll().execute()).length, 1);
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("ready database: a restore does not rerun tasks that run once per boot", async () => {
  const folder = await Deno.makeTempDir({ prefix: "sundial-ready-" });
  const [path, present] = [join(folder, "comes.sqlite"), join(folder, "goes.sqlite")];
  try {
    await make(path, migrations, async (db) => {
      await db.insertInto("setting").values({ name: BOOT_SETTING, value_json: '"earlier"' }).execute();
      const task = { name: "t", command: "true", kind: "other", schedules_json: '"boot"' } as const;
      const now = { created_at: 0, updated_at: 0, cursor_at: 0, version: 1, pinned: 0 } as const;
      await db.insertInto("task").values({ ...columnDefaults, ...task, ...now }).execute();
    });
    await make(present, migrations, () => Promise.resolve());
    readyDatabase({ path, present, now: 3, restored: { from: "x", parts: ["database"] } });
    await make(path, migrations, async (db) => {
      const none = null as never;
      const distribution = { listOpenNodes: () => Promise.resolve(null) };
      const runTypes = createRunTypes({
        tasks: { ...none as object, limits: { heldAt: () => null } } as never,
        pulls: none,
        installers: none,
      });
      assert.deepEqual(await enqueueAtStart(db, { distribution, runTypes, now: 4, bootId: "this" }), []);
      const later = await enqueueAtStart(db, { distribution, runTypes, now: 5, bootId: "next" });
      assert.deepEqual(later.length, 1);
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
