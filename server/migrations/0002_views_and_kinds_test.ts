import assert from "node:assert/strict";
import { sql } from "kysely";
import { taskKindOf } from "../features/tasks/command/task_kind.ts";
import type { Database } from "../engine/store.ts";
import { migrateDatabase, openDatabase } from "../platform/database.ts";
import { migrations } from "./list.ts";
import type { Tables } from "./tables.ts";

const commands = [
  "task backup.js",
  "task -m 5m sub/backup.MJS now",
  "task sign.js conc NAME",
  "deno run -A ./x.mts",
  "python3 'x.py'",
  "task x.sh",
  "echo hello",
  "task -m 5m rsync -a /a /b",
  "curl https://example.org/a.js",
  "ql repo https://example.org/a.git",
  "task ql raw x.js",
  "task",
  "task -l",
  "php x.php",
  "./x.toString",
];

async function migrated(fill: (db: Database) => Promise<void>): Promise<Database> {
  const db: Database = openDatabase<Tables>(":memory:");
  const { "0001_first_light": first } = migrations;
  await migrateDatabase(db, { "0001_first_light": first! });
  await fill(db);
  await migrateDatabase(db, migrations);
  return db;
}

Deno.test("migration 0002: classifies existing tasks and dates their plan from the last edit", async () => {
  const db = await migrated(async (db) => {
    for (const command of commands) {
      await sql`insert into task (name, command, schedules_json, labels_json, enabled, pinned, overlap_json, retry_json,
        random_delay_ms, notify_json, cursor_at, created_at, updated_at)
        values ('t', ${command}, '"manual"', '[]', 1, 0, '{}', '{}', 0, '{}', 9, 1, 5)`.execute(db);
    }
  });
  const rows = await db.selectFrom("task").select(["command", "kind", "planned_at", "log_keep_runs"])
    .execute();
  assert.equal(rows.length, commands.length);
  for (const { command, kind, planned_at, log_keep_runs } of rows) {
    assert.deepEqual([command, kind, planned_at, log_keep_runs], [command, taskKindOf(command), 5, null]);
  }
  await db.destroy();
});

Deno.test("migration 0002: finds the queue, a task's active runs and the last skip through an index", async () => {
  const db = await migrated(() => Promise.resolve());
  const active = db.selectFrom("run").select("id").where("finished_at", "is", null);
  const queries = {
    run_active: active.where("state", "=", "queued").orderBy("queue_rank").orderBy("queue_order").orderBy(
      "id",
    ),
    run_active_task: active.where("task_id", "=", 1).where("state", "in", ["queued", "running"]),
    run_not_started: db.selectFrom("run").select("id").where("task_id", "=", 1).where(
      "started_at",
      "is",
      null,
    )
      .where("finished_at", "is not", null).where("due_at", "is not", null).orderBy("due_at", "desc"),
    run_finished_at: db.selectFrom("run").select("id").where("finished_at", "<", 5),
  };
  for (const [index, query] of Object.entries(queries)) {
    const plan = JSON.stringify(await query.explain(undefined, sql`query plan`));
    assert.match(plan, new RegExp(`USING (COVERING )?INDEX ${index} `), index);
    assert.doesNotMatch(plan, /TEMP B-TREE/, index);
  }
  await db.destroy();
});
