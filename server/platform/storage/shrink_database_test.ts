import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Kysely, sql } from "kysely";
import { openDatabase } from "../database.ts";
import { DATABASE_RESERVE_BYTES } from "./database_reserve.ts";
import { allowShrinking, shrinkDatabase } from "./shrink_database.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

const MIB = 1024 * 1024;
const pause = () => Promise.resolve();

async function inFolder(action: (path: string) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder();
  await action(join(folder.path, "sundial.sqlite"));
}

type Runs = Kysely<{ run: { id: number; text: string } }>;

async function fill(db: Runs, rows: number): Promise<void> {
  await sql`create table run (id integer primary key, text text)`.execute(db);
  await sql`
    with recursive number (n) as (select 1 union all select n + 1 from number where n < ${rows})
    insert into run (text) select hex(zeroblob(500)) from number`.execute(db);
}

async function freeBytes(db: Runs): Promise<number> {
  const { rows: [{ bytes } = { bytes: 0 }] } = await sql<{ bytes: number }>`
    select freelist_count * page_size as bytes from pragma_freelist_count(), pragma_page_size()`.execute(db);
  return bytes;
}

// The content of the write-ahead log is not yet in the file.
async function sizeOf(db: Runs, path: string): Promise<number> {
  await sql`pragma wal_checkpoint`.execute(db);
  return (await Deno.stat(path)).size;
}

Deno.test("shrink database: returns what retention freed to the disk, except for the reserve", () =>
  inFolder(async (path) => {
    await using db = openDatabase(path) as Runs;
    await fill(db, 40_000);
    const before = await sizeOf(db, path);
    assert.equal(await shrinkDatabase(db, pause), 0, "nothing is free");
    await sql`delete from run where id > 4000`.execute(db);
    let pauses = 0;
    const freed = await shrinkDatabase(db, () => Promise.resolve(void pauses++));
    const after = await sizeOf(db, path);
    assert.equal(before - after, freed);
    assert.ok(after < before / 2, `${before} → ${after}`);
    assert.ok(pauses > 10, "other queries run in between");
    const left = await freeBytes(db);
    assert.ok(
      left >= 2 * DATABASE_RESERVE_BYTES && left < 2 * DATABASE_RESERVE_BYTES + MIB,
      `${left} bytes are free`,
    );
    assert.deepEqual(
      (await sql`pragma integrity_check`.execute(db)).rows.map((row) => ({ ...row as object })),
      [
        { integrity_check: "ok" },
      ],
    );
    assert.equal(await shrinkDatabase(db, pause), 0, "nothing remains to be done");
  }));

Deno.test("shrink database: rewrites an older database once, unless it is too large", () =>
  inFolder(async (path) => {
    {
      using old = new DatabaseSync(path);
      old.exec("pragma journal_mode = wal");
    }
    const db = openDatabase(path) as Runs;
    await fill(db, 20_000);
    // As an earlier version of the panel created it.
    await sql`pragma auto_vacuum = none`.execute(db);
    await sql`vacuum`.execute(db);
    await db.destroy();
    await using again = openDatabase(path) as Runs;
    await sql`delete from run where id > 2000`.execute(again);
    const before = await sizeOf(again, path);
    assert.equal(await shrinkDatabase(again, pause), 0, "the file has no way to free pages");
    assert.equal(await allowShrinking(again, { freeBytes: null, maxBytes: MIB }), false);
    assert.equal(await allowShrinking(again, { freeBytes: 4 * MIB }), false, "the disk has no space for it");
    assert.equal(await sizeOf(again, path), before);
    assert.equal(await allowShrinking(again, { freeBytes: 800 * MIB }), true);
    const after = await sizeOf(again, path);
    assert.ok(after < before / 4, `${before} → ${after}`);
    assert.equal(await allowShrinking(again, { freeBytes: 0 }), true);
    assert.equal((await again.selectFrom("run").select("id").execute()).length, 2000);
    // The write-ahead log was as large as the database.
    await sql`insert into run (text) values ('one')`.execute(again);
    assert.ok((await Deno.stat(`${path}-wal`)).size <= DATABASE_RESERVE_BYTES + MIB);
  }));

Deno.test("shrink database: a new database can shrink from the start", () =>
  inFolder(async (path) => {
    await using db = openDatabase(path) as Runs;
    await sql`create table run (id integer primary key)`.execute(db);
    assert.equal(await allowShrinking(db, { freeBytes: 0 }), true);
  }));
