// deno-lint-ignore-file no-console -- errors of a command
// What a million tasks and a thousand nodes cost in each step, measured with the real planner and ledger, without processes.
import process from "node:process";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { begin, claim, end } from "../../server/engine/ledger.ts";
import { Planner } from "../../server/engine/planner.ts";
import type { Database } from "../../server/engine/store.ts";
import { planTasks } from "../../server/features/tasks/plan_source.ts";
import { noCalendars } from "../../server/features/tasks/task_timetable.ts";
import { columnDefaults } from "../../server/features/tasks/task_rows.ts";
import { migrations } from "../../server/migrations/list.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { systemClock } from "../../server/platform/clock.ts";
import { migrateDatabase } from "../../server/platform/database.ts";
import { until } from "../support/until.ts";

const HOUR_MS = 3_600_000;
/** Tasks that are due at once, besides those of the next hour. */
const DUE = 4_000;
/** Runs that a dispatch assigns in one transaction. */
const BATCH = 50;
const silent = { debug() {}, info() {}, warn() {}, error: (text: string) => console.error(text) };

export interface StepCosts {
  /** Memory of this process after all due times were read, in bytes, beyond what it had before. */
  planBytes: number;
  /** From the start of the planner until it has read all due times. */
  readMs: number;
  /** Elapsed time per step and run, in ms, while nothing else used the database. */
  decideMs: number;
  claimMs: number;
  beginMs: number;
  endMs: number;
}

/** Measures the steps of runs in a new database with many tasks. */
export async function measureSteps(db: Database, tasks: number): Promise<StepCosts> {
  await migrateDatabase(db, migrations);
  await addTasks(db, tasks);
  const before = process.memoryUsage().rss;
  const planner = new Planner({
    planSources: [planTasks({ findCalendar: noCalendars })],
    db,
    clock: systemClock,
    logger: silent,
    hasRoom: () => true,
    zone: () => "UTC",
    zoneRules: () => "",
    distribution: { listOpenNodes: () => Promise.resolve(null) },
    followEnded: () => Promise.resolve([]),
    queue: { enqueued() {}, wake() {} },
  });
  const startedAt = performance.now();
  await planner.start();
  const readMs = performance.now() - startedAt;
  const planBytes = process.memoryUsage().rss - before;
  const decideMs = await perRun(DUE, async () => {
    await until("the due tasks", async () => await countRuns(db) >= DUE, 20);
  });
  await planner.stop();
  const runs = await db.selectFrom("run").selectAll().orderBy("id").limit(1_000).execute();
  const inBatches = (step: (some: typeof runs) => Promise<unknown>) =>
    perRun(runs.length, async () => {
      for (let at = 0; at < runs.length; at += BATCH) await step(runs.slice(at, at + BATCH));
    });
  const started = { pid: 1, pid_start: "1", boot_id: "b", started_at: 1, lag_ms: 1 };
  const none = { log_path: null, script_path: null, script_version_id: null };
  const ending = { exitCode: 0, signal: null, finishedAt: 2, durationMs: 1, detail: null };
  return {
    ...{ planBytes, readMs, decideMs },
    claimMs: await inBatches((some) =>
      db.transaction().execute(async (tx) => {
        await claim(tx, some, null);
        const orders = some.map(({ id }) => ({ run_id: id, trees_json: "{}", variables_sealed: null }));
        await tx.insertInto("run_order").values(orders).execute();
      })
    ),
    beginMs: await inBatches((some) =>
      db.transaction().execute(async (tx) => {
        for (const run of some) await begin(tx, run, { ...started, ...none });
      })
    ),
    endMs: await inBatches((some) =>
      db.transaction().execute(async (tx) => {
        for (const run of some) await end(tx, run, { ...ending, state: "succeeded" });
      })
    ),
  };
}

async function perRun(runs: number, action: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await action();
  return (performance.now() - startedAt) / runs;
}

async function countRuns(db: Database): Promise<number> {
  const { count } = await db.selectFrom("run").select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

// One row, multiplied in the database.
async function addTasks(db: Database, tasks: number): Promise<void> {
  const now = Date.now();
  const fixed = { name: "task", command: "true", schedules_json: '["0 0 * * * *"]', pinned: 0 } as const;
  const times = { created_at: 0, updated_at: 0, version: 1, cursor_at: now - 1, next_due_at: now };
  const first = { ...columnDefaults, ...fixed, ...times, enabled: 1 as const };
  const { id } = await db.insertInto("task").values(first).returning("id").executeTakeFirstOrThrow();
  const { id: _, ...row } = await db.selectFrom("task").selectAll().where("id", "=", id)
    .executeTakeFirstOrThrow();
  const names = Object.keys(row);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const values = sql.join(
    names.map((name) =>
      name === "next_due_at"
        ? sql`case when n < ${DUE} then cast(${now} as bigint) else cast(${
          now + HOUR_MS / 6
        } as bigint) + n end`
        : sql.ref(name)
    ),
  );
  await sql`insert into task (${columns})
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${tasks - 1})
    select ${values} from task, numbers where task.id = ${id}`.execute(db);
}

export interface NodeCosts {
  /** Elapsed time per heartbeat while ten connections send them. */
  heartbeatMs: number;
  /** Elapsed time per message that one of the listeners has received. */
  deliveryMs: number;
}

/** Measures heartbeats of many nodes, and messages to some listeners. */
export async function measureNodes(
  db: Kysely<Tables>,
  { url, nodes, listeners }: { url: string; nodes: number; listeners: number },
): Promise<NodeCosts> {
  await sql`insert into node (name, role, pools_json, capacity, version, boot_id, session, draining, planning,
      load_json, created_at, started_at, last_seen_at)
    select 'node ' || n, 'worker', '["default"]', 8, '1', 'b', 's', 0, 0, '{}', 0, 0, 0
    from generate_series(1, ${nodes}::int) as n`.execute(db);
  const rows = await db.selectFrom("node").select("id").execute();
  const heartbeatMs = await perRun(rows.length, async () => {
    await Promise.all(
      rows.map(({ id }) =>
        db.updateTable("node").set({ last_seen_at: Date.now(), load_json: "{}" }).where("id", "=", id)
          .where("session", "=", "s").execute()
      ),
    );
  });
  let received = 0;
  const clients = Array.from({ length: listeners }, () => new pg.Client({ connectionString: url }));
  for (const client of clients) {
    client.on("notification", () => received++);
    await client.connect();
    await client.query("listen bench");
  }
  const messages = 200;
  const deliveryMs = await perRun(messages * listeners, async () => {
    for (let n = 0; n < messages; n++) await sql`select pg_notify('bench', ${String(n)})`.execute(db);
    await until("all messages", () => received >= messages * listeners, 5);
  });
  for (const client of clients) await client.end();
  return { heartbeatMs, deliveryMs };
}
