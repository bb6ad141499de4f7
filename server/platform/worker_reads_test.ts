import assert from "node:assert/strict";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { AppError } from "../contract/app_error.ts";
import { until } from "../../tests/support/until.ts";
import { systemClock } from "./clock.ts";
import { openDatabase } from "./database.ts";
import { WorkerReads, type WorkerReadsOptions } from "./worker_reads.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";

interface Tables {
  thing: { id: number; name: string };
}

async function withReads(
  action: (reads: WorkerReads, db: Kysely<Tables>) => Promise<void>,
  options: Partial<WorkerReadsOptions> = {},
): Promise<void> {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "test.sqlite");
  const db = openDatabase<Tables>(path);
  await sql`create table thing (id integer primary key, name text)`.execute(db);
  const reads = new WorkerReads({ path, clock: systemClock, ...options });
  try {
    await action(reads, db);
  } finally {
    reads.close();
    await db.destroy();
  }
}

const endless = sql<
  { n: number }
>`with recursive c(x) as (select 1 union all select x + 1 from c where x < 20000000)
  select count(*) as n from c`;

Deno.test("heavy reads: see committed data, one after another", () =>
  withReads(async (reads, db) => {
    const count = db.selectFrom("thing").select(({ fn }) => fn.countAll<number>().as("n")).compile();
    const names = db.selectFrom("thing").select("name").where("id", "=", 2).compile();
    const first = await reads.all(count);
    await db.insertInto("thing").values([{ id: 1, name: "a" }, { id: 2, name: "日" }]).execute();
    const both = await Promise.all([reads.all(count), reads.all(names)]);
    assert.deepEqual(first.map(({ n }) => n), [0]);
    assert.deepEqual(both[0].map(({ n }) => n), [2]);
    assert.deepEqual(both[1].map(({ name }) => name), ["日"]);
  }));

Deno.test("heavy reads: cannot write, and a failing query does not end them", () =>
  withReads(async (reads, db) => {
    await assert.rejects(reads.all(db.deleteFrom("thing").compile()), /readonly/);
    await assert.rejects(reads.all(sql`select missing from thing`.compile(db)), /no such column/);
    assert.equal((await reads.all(db.selectFrom("thing").selectAll().compile())).length, 0);
  }));

Deno.test("heavy reads: one that takes too long is abandoned, blocks nobody, and the next one is read", () =>
  withReads(async (reads, db) => {
    const slow = reads.all(endless.compile(db));
    let beats = 0;
    const beat = setInterval(() => beats++, 20);
    await assert.rejects(
      slow,
      (error) => error instanceof AppError && error.code === "took_too_long" && error.params.seconds === 1,
    );
    clearInterval(beat);
    assert.ok(beats > 0, "the main thread was blocked");
    const next = sql<{ one: number }>`select 1 as one`.compile(db);
    // On a busy machine, a new worker may start too late.
    const read = await until("the next one", () => reads.all(next).catch(() => null));
    assert.deepEqual(read[0]?.one, 1);
  }, { timeLimitMs: 300 }));

Deno.test("heavy reads: closing rejects pending and later reads", () =>
  withReads(async (reads, db) => {
    const slow = assert.rejects(reads.all(endless.compile(db)), /closed/);
    const waiting = assert.rejects(reads.all(sql`select 1`.compile(db)), /closed/);
    await new Promise((resolve) => setTimeout(resolve));
    reads.close();
    await Promise.all([slow, waiting]);
  }));
