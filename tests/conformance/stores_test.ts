// What the stores rely on, on both engines; and what two panels that share a database must not break.
import assert from "node:assert/strict";
import { sql } from "kysely";
import { Bus } from "../../server/engine/bus.ts";
import { BatchedWrites } from "../../server/engine/batched_writes.ts";
import { updateEach } from "../../server/platform/update_each.ts";
import { claim, insertQueued } from "../../server/engine/ledger.ts";
import type { Database, Tx } from "../../server/engine/store.ts";
import { AuditLogWriter } from "../../server/features/audit/audit_log.ts";
import { verifyAuditLog } from "../../server/features/audit/verify_audit_log.ts";
import { medianDurations } from "../../server/features/runs/store.ts";
import { readRuns } from "../../server/features/tasks/store.ts";
import { columnDefaults } from "../../server/features/tasks/task_rows.ts";
import { taskSource } from "../../server/features/tasks/task_source.ts";
import { Variables } from "../../server/features/variables/service.ts";
import { Views } from "../../server/features/views/service.ts";
import { panelUser } from "../../server/features/views/views_user.ts";
import { migrations } from "../../server/migrations/list.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import type { TaskRow } from "../../server/migrations/task_tables.ts";
import { migrateDatabase } from "../../server/platform/database.ts";
import { engineOf } from "../../server/platform/database_engine.ts";
import { directReads } from "../../server/platform/heavy_reads.ts";
import { isDatabaseLocked } from "../../server/platform/files/storage_full.ts";
import { openPostgres } from "../../server/platform/postgres/open_postgres.ts";
import { neverNull } from "../../server/platform/postgres/never_null.ts";
import { PostgresReads } from "../../server/platform/postgres/postgres_reads.ts";
import { containsText, countOf, jsonTexts } from "../../server/platform/sql_expressions.ts";
import { until } from "../support/until.ts";
import { freshSqlite } from "../support/fresh_database.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";
import { TestClock } from "../support/test_clock.ts";

const databases = postgresDatabases ?? await PostgresDatabases.open();
const engines = { sqlite: () => freshSqlite(), postgres: () => databases.openMigrated() };

async function addTask(db: Database, columns: Partial<TaskRow> = {}): Promise<TaskRow> {
  const fixed = { name: "t", command: "true", schedules_json: '"manual"', pinned: 0 } as const;
  const times = { created_at: 0, updated_at: 0, cursor_at: 0, version: 1 };
  return await db.insertInto("task").values({ ...columnDefaults, ...fixed, ...times, ...columns })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const tests: Record<string, (db: Database) => Promise<void>> = {
  "values come back as they were stored": async (db) => {
    const content = new Uint8Array([0, 1, 254, 255]);
    const [size, at] = [Number.MAX_SAFE_INTEGER, -62_135_596_800_000];
    await db.insertInto("stored_blob").values({ hash: "h", size, content, stored_at: at }).execute();
    const row = await db.selectFrom("stored_blob").selectAll().executeTakeFirstOrThrow();
    assert.deepEqual({ ...row, content: [...row.content] }, {
      hash: "h",
      size,
      content: [0, 1, 254, 255],
      stored_at: at,
    });
    const { id } = await addTask(db, { name: "é 😀 ' \\ % _ \n", enabled: 1, log_keep_days: null });
    const task = await db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    assert.deepEqual([task.name, task.enabled, task.log_keep_days], ["é 😀 ' \\ % _ \n", 1, null]);
  },
  "sums, counts and conditions are numbers": async (db) => {
    for (const created_at of [1, 2, 2 ** 50]) await addTask(db, { created_at });
    const row = await db.selectFrom("task").select(({ fn }) => [
      fn.countAll<number>().as("all"),
      fn.sum<number>("created_at").as("sum"),
      countOf(sql`created_at > 1`).as("late"),
      sql<number>`max(created_at) / 1000`.as("whole"),
      sql<number>`(1 < 2)`.as("holds"),
    ]).executeTakeFirstOrThrow();
    assert.deepEqual({ ...row }, {
      all: 3,
      sum: 2 ** 50 + 3,
      late: 2,
      whole: Math.floor(2 ** 50 / 1000),
      holds: 1,
    });
  },
  "texts sort byte by byte, and null comes first": async (db) => {
    for (const name of ["b", "a", "B", "é", "_", "Z"]) await addTask(db, { name });
    const names = await db.selectFrom("task").select("name").orderBy("name").execute();
    assert.deepEqual(names.map(({ name }) => name), ["B", "Z", "_", "a", "b", "é"]);
    await db.updateTable("task").set({ next_due_at: 5 }).where("name", "=", "a").execute();
    await db.updateTable("task").set({ next_due_at: 7 }).where("name", "=", "b").execute();
    const due = async (order: "asc" | "desc") =>
      (await db.selectFrom("task").select("next_due_at as at").orderBy("next_due_at", order).execute())
        .map(({ at }) => at);
    assert.deepEqual(await due("asc"), [null, null, null, null, 5, 7]);
    assert.deepEqual(await due("desc"), [7, 5, null, null, null, null]);
  },
  "a search ignores the case of Latin letters and takes wildcards literally": async (db) => {
    for (const name of ["Backup 5%", "backup 50", "a_b", "acb", "c:\\x"]) await addTask(db, { name });
    const found = async (part: string) =>
      (await db.selectFrom("task").select("name").where(containsText(sql.ref("name"), part)).orderBy("id")
        .execute())
        .map(({ name }) => name);
    assert.deepEqual(await found("BACKUP 5"), ["Backup 5%", "backup 50"]);
    assert.deepEqual(await found("5%"), ["Backup 5%"]);
    assert.deepEqual(await found("a_b"), ["a_b"]);
    assert.deepEqual(await found("C:\\"), ["c:\\x"]);
  },
  "texts in JSON are read, and invalid JSON has none": async (db) => {
    const lists = ['["a","b"]', '"one"', "[]", "no json", '["é \\" \\n"]', '{"k":"v"}'];
    for (const labels_json of lists) await addTask(db, { labels_json });
    const rows = await db.selectFrom(["task", jsonTexts(sql.ref("task.labels_json")).as<"one">(sql`one`)])
      .select(["task.id", "one.value"]).orderBy("task.id").orderBy("one.value").execute();
    assert.deepEqual(rows.map(({ id, value }) => [id, value]), [
      ...[[1, "a"], [1, "b"], [2, "one"], [5, 'é " \n'], [6, "v"]],
    ]);
  },
  "half of a character in JSON hides no text of other rows": async (db) => {
    for (const labels_json of ['["\\ud83d"]', '["a"]']) await addTask(db, { labels_json });
    const rows = await db.selectFrom(["task", jsonTexts(sql.ref("task.labels_json")).as<"one">(sql`one`)])
      .select("one.value").where("task.id", "=", 2).execute();
    const all = await db.selectFrom(["task", jsonTexts(sql.ref("task.labels_json")).as<"one">(sql`one`)])
      .select("one.value").execute();
    assert.deepEqual(rows, [{ value: "a" }]);
    assert.ok(all.some(({ value }) => value === "a"));
  },
  "a due time has one run, and a refused insert leaves the transaction usable": async (db) => {
    const source = taskSource(await addTask(db));
    const due = { source, cause: "schedule", now: 0, dueAt: 9 } as const;
    const ids = await db.transaction().execute(async (tx) => [
      await insertQueued(tx, due),
      await insertQueued(tx, due),
      await insertQueued(tx, { ...due, dueAt: 10 }),
    ]);
    assert.equal(ids[1], null);
    assert.equal((await db.selectFrom("run").select("id").execute()).length, 2);
  },
  "runs that are queued at the same moment each get their own id; a due time that has one gets none": async (
    db,
  ) => {
    const [one, two] = [taskSource(await addTask(db)), taskSource(await addTask(db))];
    const due = { cause: "schedule", now: 0, dueAt: 9 } as const;
    const given = [
      { ...due, source: one },
      { ...due, source: two },
      { ...due, source: one },
      { source: one, cause: "person", now: 0 },
      { source: one, cause: "person", now: 0, requestJson: "{}" },
      { source: one, cause: "retry", now: 0, retryOf: 1, attempt: 2 },
      { source: { kind: "dependency", name: "npm" }, cause: "person", now: 0 },
    ] as const;
    const ids = await db.transaction().execute((tx) =>
      Promise.all(given.map((run) => insertQueued(tx, run)))
    );
    const rows = await db.selectFrom("run").select(["id", "task_id", "cause", "request_json", "kind"])
      .execute();
    const found = ids.map((id) => rows.find((row) => row.id === id));
    assert.deepEqual(found.map((row) => row && [row.task_id, row.cause, row.request_json, row.kind]), [
      [1, "schedule", null, "task"],
      [2, "schedule", null, "task"],
      undefined,
      [1, "person", null, "task"],
      [1, "person", "{}", "task"],
      [1, "retry", null, "task"],
      [null, "person", null, "dependency"],
    ]);
    assert.equal(new Set(ids).size, ids.length);
  },
  "a run gets its id whatever a database makes of its name": async (db) => {
    const names = ["a\ud83d", "a\udc00b", "a\0b", "\0", "a\ud83d\0", "plain"];
    const add = (tx: Tx, name: string) =>
      insertQueued(tx, { source: { kind: "dependency", name }, cause: "person", now: 0 });
    for (const name of names) assert.ok(await db.transaction().execute((tx) => add(tx, name)), name);
    const ids = await db.transaction().execute((tx) => Promise.all(names.map((name) => add(tx, name))));
    assert.equal(new Set(ids).size, names.length);
    assert.ok(!ids.includes(null));
  },
  "rows are updated to values of their own, null included, where they fulfill a condition": async (db) => {
    for (const name of ["a", "b", "c"]) await addTask(db, { name });
    const rows = [
      { id: 1, version: 1, name: "it's", last_run_id: 2 ** 52 },
      { id: 2, version: 1, name: "二", last_run_id: null },
      { id: 3, version: 7, name: "other version", last_run_id: 1 },
      { id: 9, version: 1, name: "gone", last_run_id: 1 },
    ];
    const updated = await updateEach(db, {
      table: "task",
      key: { id: "bigint", version: "bigint" },
      values: { name: "text", last_run_id: "bigint" },
      rows,
      where: sql`task.enabled in (0, 1) and given.name <> 'nobody'`,
    });
    assert.deepEqual(updated.toSorted(), [1, 2]);
    const stored = await db.selectFrom("task").select(["name", "last_run_id"]).orderBy("id").execute();
    assert.deepEqual(stored, [
      { name: "it's", last_run_id: 2 ** 52 },
      { name: "二", last_run_id: null },
      { name: "c", last_run_id: null },
    ]);
  },
  "a failed transaction leaves nothing": async (db) => {
    const fail = db.transaction().execute(async (tx) => {
      await tx.insertInto("setting").values({ name: "a", value_json: "1" }).execute();
      throw new Error("no");
    });
    await assert.rejects(fail, /no/);
    assert.deepEqual(await db.selectFrom("setting").selectAll().execute(), []);
  },
  "a write that is written with others fails alone": async (db) => {
    const source = taskSource(await addTask(db));
    const writes = new BatchedWrites(db);
    const results = await Promise.allSettled([...Array(20).keys()].map((n) =>
      writes.commit(async (tx) => {
        await insertQueued(tx, { source, cause: "schedule", now: 0, dueAt: n });
        if (n === 7) await sql`select nonsense from nowhere`.execute(tx);
        return n;
      })
    ));
    assert.deepEqual(results.flatMap(({ status }, n) => status === "rejected" ? n : []), [7]);
    assert.equal((await db.selectFrom("run").select("id").execute()).length, 19);
  },
  "deleting an account deletes its sessions": async (db) => {
    const { id } = await db.insertInto("account")
      .values({ username: "mira", password_hash: "", created_at: 0, updated_at: 0, version: 1 })
      .returning("id").executeTakeFirstOrThrow();
    const session = { ip: "", user_agent: "", created_at: 0, last_seen_at: 0, expires_at: 1, language: null };
    await db.insertInto("session").values({ ...session, account_id: id, token_hash: "h" }).execute();
    await db.deleteFrom("account").execute();
    assert.deepEqual(await db.selectFrom("session").select("id").execute(), []);
  },
};

for (const [engine, open] of Object.entries(engines)) {
  for (const [name, test] of Object.entries(tests)) {
    Deno.test(`stores on ${engine}: ${name}`, async () => {
      await using db = await open();
      assert.equal(engineOf(db), engine);
      await test(db);
    });
  }
}

// From here on: two panels on one database.

type Pair = [Database, Database];

async function withTwo(test: (pair: Pair, url: string) => Promise<void>): Promise<void> {
  await using database = await databases.temporary({ isMigrated: true });
  const { url } = database;
  await using one = await openPostgres<Tables>(url);
  await using other = await openPostgres<Tables>(url);
  await test([one, other], url);
}

const ROUNDS = 20;

Deno.test("two panels: two migrations at the same time are one", async () => {
  await using database = await databases.temporary();
  await using one = await openPostgres<Tables>(database.url);
  await using other = await openPostgres<Tables>(database.url);
  await Promise.all([one, other].map((db) => migrateDatabase(db, migrations)));
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(one);
  assert.equal(rows.length, Object.keys(migrations).length);
});

Deno.test("two panels: the audit log stays one chain", () =>
  withTwo(async (pair) => {
    const logs = pair.map((db) => new AuditLogWriter({ db, clock: new TestClock() }));
    await Promise.all(
      Array.from(
        { length: ROUNDS },
        (_, n) =>
          Promise.all(logs.map((log) => log.add({ actor: { kind: "panel", ip: null }, act: `a.n${n}` }))),
      ),
    );
    const { intact, checked } = await verifyAuditLog(pair[0], () => Promise.resolve());
    assert.deepEqual([intact, checked], [true, 2 * ROUNDS]);
  }));

Deno.test("two panels: of two views with one name, one is created", () =>
  withTwo(async (pair) => {
    const bus = new Bus((error) => {
      throw error;
    });
    const tasks = { count: () => Promise.resolve(0) } as never;
    const views = pair.map((db) => new Views({ db, clock: new TestClock(), bus, tasks, user: panelUser }));
    for (let n = 0; n < ROUNDS / 4; n++) {
      const input = { name: `v${n}`, conditions: [], relation: "and", sort: null } as never;
      const results = await Promise.allSettled(views.map((one) => one.create(input)));
      const reasons = results.flatMap((one) => one.status === "rejected" ? String(one.reason.code) : []);
      assert.deepEqual(reasons, ["validation_failed"]);
    }
  }));

Deno.test("two panels: variables created at the same time have different positions", () =>
  withTwo(async (pair) => {
    const bus = new Bus((error) => {
      throw error;
    });
    const services = pair.map((db) =>
      new Variables({ db, clock: new TestClock(), bus, sealer: null as never })
    );
    await Promise.all(
      Array.from(
        { length: ROUNDS },
        (_, n) => services[n % 2]!.create([{ name: `V${n}`, value: "x" }] as never, () => ""),
      ),
    );
    const rows = await pair[0].selectFrom("variable").select("position").execute();
    assert.equal(new Set(rows.map(({ position }) => position)).size, ROUNDS);
  }));

Deno.test("two panels: a due time is planned once, and a run is claimed once", () =>
  withTwo(async (pair) => {
    const source = taskSource(await addTask(pair[0]));
    for (let n = 0; n < ROUNDS; n++) {
      const due = { source, cause: "schedule", now: 0, dueAt: n } as const;
      const ids = await Promise.all(
        pair.map((db) => db.transaction().execute((tx) => insertQueued(tx, due))),
      );
      const [id] = ids.filter((one) => one !== null);
      assert.deepEqual(ids.filter((one) => one !== null).length, 1);
      const claims = await Promise.all(
        pair.map((db, index) =>
          db.transaction().execute((tx) =>
            claim(tx, [{ id: id!, log_path: null, node_id: null }], `boot${index}`)
          )
        ),
      );
      assert.deepEqual(claims.flat(), [id]);
    }
  }));

Deno.test("two panels: a transaction that names its isolation level does not wait for one that writes", () =>
  withTwo(async ([one, other]) => {
    await one.transaction().execute(async (tx) => {
      await tx.insertInto("setting").values({ name: "a", value_json: "1" }).execute();
      const seen = await other.transaction().setIsolationLevel("repeatable read").execute((read) =>
        read.selectFrom("setting").selectAll().execute()
      );
      assert.deepEqual(seen, []);
    });
  }));

Deno.test("postgres: a connection that is lost within a transaction fails only that transaction", () =>
  withTwo(async ([one, other]) => {
    const { promise: terminated, resolve } = Promise.withResolvers<void>();
    const failed = one.transaction().execute(async (tx) => {
      const { rows: [own] } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${own!.pid}::int)`.execute(other);
      // The driver learns of it while it waits for nothing.
      await until("the connection to be gone", async () => {
        const { rows } = await sql`select 1 from pg_stat_activity where pid = ${own!.pid}`.execute(other);
        return rows.length === 0;
      });
      await new Promise((next) => setTimeout(next, 50));
      resolve();
      await tx.insertInto("setting").values({ name: "a", value_json: "1" }).execute();
    });
    await terminated;
    await assert.rejects(failed);
    await one.transaction().execute((tx) =>
      tx.insertInto("setting").values({ name: "b", value_json: "1" }).execute()
    );
    const rows = await other.selectFrom("setting").select("name").execute();
    assert.deepEqual(rows.map(({ name }) => name), ["b"]);
  }));

Deno.test("postgres reads: a read that takes too long is canceled with its own error", () =>
  withTwo(async ([db], url) => {
    const reads = await PostgresReads.open(url, 300);
    try {
      await assert.rejects(reads.all(sql`select pg_sleep(60)`.compile(db)), { code: "took_too_long" });
      assert.deepEqual(await reads.all(sql`select 1 as one`.compile(db)), [{ one: 1 }]);
    } finally {
      await reads.close();
    }
  }));

Deno.test("postgres dialect: columns listed as never null are not null in any table", () =>
  withTwo(async ([db]) => {
    const { rows } = await sql<{ name: string; table: string; nullable: string }>`
      select column_name::text as name, table_name::text as "table", is_nullable::text as nullable
      from information_schema.columns where table_schema = current_schema() and table_name not like 'kysely%'`
      .execute(db);
    assert.deepEqual(rows.filter(({ name, nullable }) => neverNull.has(name) && nullable === "YES"), []);
    assert.deepEqual([...neverNull].filter((name) => !rows.some((row) => row.name === name)), []);
  }));

Deno.test("postgres dialect: the role of a panel needs the permission to create tables", async () => {
  await using database = await databases.temporary();
  const { url } = database;
  await using owner = await openPostgres<Tables>(url);
  const role = `reader_${crypto.randomUUID().slice(0, 8)}`;
  await sql.raw(`create role ${role} login`).execute(owner);
  await sql.raw("revoke create on schema public from public").execute(owner);
  await assert.rejects(
    openPostgres(url.replace("sundial@", `${role}@`)),
    /the user may not create tables in the schema public/,
  );
  await sql.raw(`drop role ${role}`).execute(owner);
});

Deno.test("postgres: a change given up because two wait for each other can be tried again", async () => {
  await using db = await databases.openMigrated();
  const ids = [(await addTask(db)).id, (await addTask(db)).id];
  const barrier = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const rename = (tx: Database, id: number) =>
    tx.updateTable("task").set({ name: "u" }).where("id", "=", id).execute();
  const change = (own: 0 | 1, other: 0 | 1) =>
    // Named, so that it does not wait for its turn.
    db.transaction().setIsolationLevel("read committed").execute(async (tx) => {
      await rename(tx, ids[own]!);
      barrier[own]!.resolve();
      await barrier[other]!.promise;
      await rename(tx, ids[other]!);
    });
  const results = await Promise.allSettled([change(0, 1), change(1, 0)]);
  const errors = results.flatMap((result) => result.status === "rejected" ? [result.reason] : []);
  assert.deepEqual(errors.map(isDatabaseLocked), [true]);
});

// Rows of runs that a transaction has read so far.
async function rowsRead(tx: Database): Promise<number> {
  const { rows: [row] } = await sql<{ rows: number }>`select (seq_tup_read + idx_tup_fetch)::bigint as rows
    from pg_stat_xact_user_tables where relname = 'run'`.execute(tx);
  return Number(row!.rows);
}

Deno.test("postgres: the last runs of tasks are read without those of other tasks", async () => {
  await using db = await databases.openMigrated();
  const tasks = 20;
  const each = 200;
  const ids: number[] = [];
  for (let n = 0; n < tasks; n++) ids.push((await addTask(db)).id);
  for (const task_id of ids) {
    const run = {
      kind: "task",
      task_name: "t",
      cause: "person",
      state: "succeeded",
      due_count: 1,
    } as const;
    const at = { queued_at: 0, start_after: 0, queue_rank: 0, queue_order: 0, finished_at: 1, attempt: 1 };
    await db.insertInto("run").values(Array.from({ length: each }, (_, n) => ({
      ...{ ...run, ...at, task_id, duration_ms: n },
    }))).execute();
  }
  await db.transaction().setIsolationLevel("repeatable read").execute(async (tx) => {
    const before = await rowsRead(tx);
    const recent = await readRuns(tx, ids);
    const medians = await medianDurations({ db: tx, reads: directReads<Tables>(tx) }, ids);
    const read = await rowsRead(tx) - before;
    assert.deepEqual(ids.map((id) => recent.get(id)?.recent.length), ids.map(() => 20));
    assert.deepEqual(ids.map((id) => medians.get(id)), ids.map(() => each - 11));
    assert.ok(read <= 4 * tasks * each, `read ${read} rows`);
  });
});
