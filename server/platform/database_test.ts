import assert from "node:assert/strict";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { DatabaseError, migrateDatabase, openDatabase } from "./database.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";

interface Tables {
  thing: { id: number; name: string };
}

const first = {
  up: (db: Kysely<unknown>) =>
    db.schema.createTable("thing").addColumn("id", "integer").addColumn("name", "text").execute(),
};
const second = {
  up: (db: Kysely<unknown>) => db.schema.alterTable("thing").addColumn("size", "integer").execute(),
};
const failing = {
  async up(db: Kysely<unknown>) {
    await db.schema.createTable("half").addColumn("id", "integer").execute();
    throw new Error("no more");
  },
};

async function inTemporary(action: (path: string) => Promise<void>): Promise<void> {
  await using root = await temporaryFolder();
  await action(join(root.path, "x.sqlite"));
}

async function tables(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<
    { name: string }
  >`select name from sqlite_master where type = 'table' order by name`.execute(db);
  return rows.map(({ name }) => name).filter((name) =>
    !name.startsWith("kysely") && !name.startsWith("sqlite")
  );
}

Deno.test("database: is opened with the settings of a ledger, not with the defaults", () =>
  inTemporary(async (path) => {
    await using db = openDatabase<Tables>(path);
    const settings: Record<string, unknown> = {};
    for (const name of ["journal_mode", "synchronous", "busy_timeout", "foreign_keys", "trusted_schema"]) {
      const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db);
      settings[name] = Object.values(rows[0]!)[0];
    }
    assert.deepEqual(settings, {
      journal_mode: "wal",
      synchronous: 2,
      busy_timeout: 5000,
      foreign_keys: 1,
      trusted_schema: 0,
    });
  }));

Deno.test("database: a failing migration changes nothing and is applied later", () =>
  inTemporary(async (path) => {
    await using db = openDatabase<Tables>(path);
    await assert.rejects(
      migrateDatabase(db, { "1": first, "2": failing }),
      /^DatabaseError: cannot use the database: its schema cannot be brought up to date: no more$/,
    );
    assert.deepEqual(await tables(db), []);
    await migrateDatabase(db, { "1": first, "2": second });
    await migrateDatabase(db, { "1": first, "2": second });
    assert.deepEqual(await tables(db), ["thing"]);
  }));

Deno.test("database: a query reads the columns that the table has now", () =>
  inTemporary(async (path) => {
    await using db = openDatabase<Tables>(path);
    await sql`create table pair (one text)`.execute(db);
    await sql`insert into pair values ('1')`.execute(db);
    const read = async () => (await sql`select * from pair`.execute(db)).rows;
    assert.deepEqual(await read(), [{ one: "1" }]);
    await sql`alter table pair rename column one to first`.execute(db);
    assert.deepEqual(await read(), [{ first: "1" }]);
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        await sql`alter table pair rename column first to second`.execute(tx);
        assert.deepEqual((await sql`select * from pair`.execute(tx)).rows, [{ second: "1" }]);
        throw new Error("no more");
      }),
    );
    assert.deepEqual(await read(), [{ first: "1" }]);
  }));

Deno.test("database: rejects one written by a newer panel and leaves it unchanged", () =>
  inTemporary(async (path) => {
    const newer = openDatabase<Tables>(path);
    await migrateDatabase(newer, { "1": first, "2": second });
    await newer.destroy();
    await using older = openDatabase<Tables>(path);
    await assert.rejects(
      migrateDatabase(older, { "1": first }),
      (error) =>
        error instanceof DatabaseError &&
        error.message ===
          "cannot use the database: it was written by a newer version of Sundial; start that version",
    );
    assert.deepEqual(await tables(older), ["thing"]);
  }));

for (
  const [name, damage] of [
    ["a file that is not a database", (path: string) => Deno.writeTextFile(path, "hello ".repeat(1000))],
    ["a folder", (path: string) => Deno.mkdir(path)],
  ] as const
) {
  Deno.test(`database: ${name} is rejected in one sentence`, () =>
    inTemporary(async (path) => {
      await damage(path);
      await using db = openDatabase<Tables>(path);
      await assert.rejects(migrateDatabase(db, { "1": first }), (error) =>
        error instanceof DatabaseError && /^cannot (open|use) the database[^\n]+$/.test(error.message));
    }));
}

async function fresh(): Promise<Kysely<Tables>> {
  const db = openDatabase<Tables>(":memory:");
  await migrateDatabase(db, { "1": first });
  return db;
}

Deno.test("database: transactions run one after the other, and a failing one leaves nothing behind", async () => {
  const db = await fresh();
  const outcomes = await Promise.allSettled(
    [...Array(20).keys()].map((id) =>
      db.transaction().execute(async (tx) => {
        await tx.insertInto("thing").values({ id, name: "a" }).execute();
        const { n } = await tx.selectFrom("thing").select(({ fn }) => fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow();
        if (id % 2 === 1) throw new Error("odd");
        return n;
      })
    ),
  );
  const stored = outcomes.flatMap((outcome) => outcome.status === "fulfilled" ? outcome.value : []);
  assert.deepEqual(stored, [...Array(10).keys()].map((n) => n + 1));
  assert.equal((await db.selectFrom("thing").selectAll().execute()).length, 10);
  await db.destroy();
});

Deno.test("database: a full disk only fails the transaction", async () => {
  const db = await fresh();
  await db.insertInto("thing").values({ id: 0, name: "before" }).execute();
  await sql`pragma max_page_count = 20`.execute(db);
  await assert.rejects(
    db.transaction().execute(async (tx) => {
      for (let id = 1; id < 1000; id++) {
        await tx.insertInto("thing").values({ id, name: "x".repeat(1000) }).execute();
      }
    }),
    /full/,
  );
  assert.deepEqual((await db.selectFrom("thing").selectAll().execute()).map(({ id }) => id), [0]);
  await sql`pragma max_page_count = 100000`.execute(db);
  await db.transaction().execute((tx) => tx.insertInto("thing").values({ id: 1, name: "after" }).execute());
  assert.equal((await db.selectFrom("thing").selectAll().execute()).length, 2);
  await db.destroy();
});

Deno.test("database: rejects every query after it was closed, and leaves none pending", async () => {
  const db = await fresh();
  await db.destroy();
  const ask = () => db.selectFrom("thing").selectAll().execute();
  const results = await Promise.allSettled([ask(), ask(), ask()]);
  assert.deepEqual(results.map(({ status }) => status), ["rejected", "rejected", "rejected"]);
});

Deno.test("database: rejects what it cannot store, and the next query works", async () => {
  const db = await fresh();
  // deno-lint-ignore no-explicit-any -- a value no column accepts
  await assert.rejects(db.insertInto("thing").values({ id: true as any, name: "x" }).execute());
  await assert.rejects(sql`select nonsense from nowhere`.execute(db));
  assert.deepEqual(await db.selectFrom("thing").selectAll().execute(), []);
  await db.destroy();
});

Deno.test("database: its files are private, even if they were not before", () =>
  inTemporary(async (path) => {
    const use = async () => {
      const db = openDatabase<Tables>(path);
      await sql`create table if not exists thing (id integer)`.execute(db);
      const modes = ["", "-wal", "-shm"].map((tail) => Deno.statSync(`${path}${tail}`).mode! & 0o777);
      await db.destroy();
      return modes;
    };
    assert.deepEqual(await use(), [0o600, 0o600, 0o600]);
    await Deno.chmod(path, 0o644);
    assert.deepEqual(await use(), [0o600, 0o600, 0o600]);
  }));
