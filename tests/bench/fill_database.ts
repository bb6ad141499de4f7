// A database with many tasks and runs. The rows are made by the database itself, which takes seconds for a million.
import { join } from "node:path";
import { sql } from "kysely";
import { columnDefaults } from "../../server/features/tasks/task_rows.ts";
import { migrations } from "../../server/migrations/list.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { migrateDatabase, openDatabase } from "../../server/platform/database.ts";

const DAY_MS = 86_400_000;

export interface Contents {
  tasks: number;
  runs?: number;
  /** Makes a tenth of the tasks due in each second, every ten seconds, from 20 seconds on; otherwise they are due in a year. */
  everySecond?: { command: string };
}

/** Creates the database of a data folder with tasks that are due in a year, and with runs of them. */
export async function fillDatabase(
  dataDir: string,
  { tasks, runs = 0, everySecond }: Contents,
): Promise<void> {
  await using db = openDatabase<Tables>(join(dataDir, "sundial.sqlite"));
  await migrateDatabase(db, migrations);
  const now = Date.now();
  const numbers = (count: number) =>
    sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
  if (tasks > 0) {
    const fixed = { name: "task 0", command: "python3 work/report_0.py", schedules_json: '["0 0 1 1 *"]' };
    const times = { cursor_at: now, next_due_at: now + 365 * DAY_MS, created_at: now, updated_at: now };
    const row = {
      ...columnDefaults,
      ...fixed,
      ...times,
      enabled: 1 as const,
      pinned: 0 as const,
      version: 1,
    };
    const { id } = await db.insertInto("task").values(row).returning("id").executeTakeFirstOrThrow();
    const first = await db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const inGroups = {
      name: sql`'task ' || n`,
      command: sql`${everySecond?.command}`,
      schedules_json: sql`'["' || (n % 10) || '/10 * * * * *"]'`,
      next_due_at: sql`${(Math.floor(now / 10_000) + 2) * 10_000} + (n % 10) * 1000`,
    };
    const made: Record<string, ReturnType<typeof sql>> = everySecond ? inGroups : {
      name: sql`'task ' || n`,
      command: sql`'python3 work/report_' || n || '.py'`,
      labels_json: sql`'["group ' || (n % 50) || '"]'`,
      next_due_at: sql`next_due_at + n * 1000`,
    };
    const names = Object.keys(first).filter((name) => name !== "id");
    await sql`${numbers(tasks - 1)}
      insert into task (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(names.map((name) => made[name] ?? sql.ref(name)))}
      from task, numbers where task.id = ${id} and n < ${tasks}`.execute(db);
  }
  if (runs > 0) await addRuns(db, { tasks, runs, now });
  // Otherwise most runs would be deleted at the 17th minute of the hour, as older than a month.
  await db.insertInto("setting").values({ name: "logRetentionDays", value_json: "null" }).execute();
}

// One run every 20 seconds up to now. One of a hundred fails, one of ten was started by a user.
async function addRuns(
  db: ReturnType<typeof openDatabase<Tables>>,
  { tasks, runs, now }: { tasks: number; runs: number; now: number },
): Promise<void> {
  const oldest = now - runs * 20_000;
  // As a literal: a parameter would be a floating-point number.
  const task = sql.raw(`n % ${tasks}`);
  await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${runs})
    insert into run (task_id, task_name, cause, state, due_at, due_count, queued_at, start_after, queue_rank,
      queue_order, started_at, finished_at, duration_ms, lag_ms, exit_code, attempt, script_path)
    select 1 + ${task}, 'task ' || (${task}),
      case when n % 10 = 0 then 'person' else 'schedule' end,
      case when n % 100 = 0 then 'failed' else 'succeeded' end,
      case when n % 10 = 0 then null else ${oldest} + n * 20000 end, 1,
      ${oldest} + n * 20000, ${oldest} + n * 20000, 0, n,
      ${oldest} + n * 20000 + 5, ${oldest} + n * 20000 + 1005, 1000 + n % 977, 5,
      case when n % 100 = 0 then 1 else 0 end, 1, 'work/report_' || (${task}) || '.py'
    from numbers`.execute(db);
  await sql`insert into run_task_name (name) select distinct task_name from run`.execute(db);
}
