// Tests commits on a disk without a single free byte.
import assert from "node:assert/strict";
import { join } from "node:path";
import { sql } from "kysely";
import { mountsDisks, SmallDisk } from "../../../tests/support/small_disk.ts";
import { openDatabase } from "../database.ts";
import { DATABASE_RESERVE_BYTES, DatabaseReserve } from "./database_reserve.ts";
import { isStorageFull } from "../files/storage_full.ts";

const ignore = !await mountsDisks("the database's reserve");
const MAX = 2_000;

async function openTables(path: string) {
  const db = openDatabase<{ thing: { text: string } }>(path);
  await sql`create table storage_reserve (content blob not null)`.execute(db);
  await sql`create table thing (text text not null)`.execute(db);
  const add = (bytes: number) => db.insertInto("thing").values({ text: "x".repeat(bytes) }).execute();
  return { db, add, [Symbol.asyncDispose]: () => db.destroy() };
}

/** Counts the commits, one row of 500 bytes each, that succeed on a full disk. */
async function commitsOnFullDisk({ withReserve }: { withReserve: boolean }): Promise<number> {
  await using disk = (await SmallDisk.mount())!;
  await using tables = await openTables(join(disk.root, "sundial.sqlite"));
  const { db, add } = tables;
  const reserve = new DatabaseReserve(db);
  if (withReserve) await reserve.check({ mayGrow: true });
  await disk.fill();
  for (let done = 0; done < MAX; done++) {
    try {
      await add(500);
    } catch (error) {
      assert.ok(isStorageFull(error), String(error));
      return done;
    }
  }
  await reserve.check({ mayGrow: false });
  assert.equal(reserve.isAmple, true);
  return MAX;
}

Deno.test({
  name: "database reserve: with it, commits keep succeeding on a full disk; without it, hardly any do",
  ignore,
  async fn() {
    assert.equal(await commitsOnFullDisk({ withReserve: true }), MAX);
    assert.ok(await commitsOnFullDisk({ withReserve: false }) < 100);
  },
});

Deno.test({
  name: "database reserve: a log that cannot grow is overwritten from its beginning",
  ignore,
  async fn() {
    await using disk = (await SmallDisk.mount())!;
    await using tables = await openTables(join(disk.root, "sundial.sqlite"));
    const { db, add } = tables;
    const reserve = new DatabaseReserve(db);
    await add(500);
    const change = (n: number) => db.updateTable("thing").set({ text: String(n).padEnd(500) }).execute();
    for (let n = 0; n < 100; n++) await change(n);
    // The database itself gets its pages while there is space for them.
    await reserve.check({ mayGrow: false });
    await disk.fill();
    for (let n = 0; n < MAX; n++) {
      if (n % 50 === 0) await reserve.check({ mayGrow: false });
      await change(n);
    }
  },
});

Deno.test("database reserve: is refilled after its pages were used, when it may grow", async () => {
  await using tables = await openTables(":memory:");
  const { db, add } = tables;
  const reserve = new DatabaseReserve(db);
  await reserve.check({ mayGrow: true });
  assert.equal(reserve.isAmple, true);
  await add(DATABASE_RESERVE_BYTES - 500_000);
  await reserve.check({ mayGrow: false });
  assert.equal(reserve.isAmple, false);
  await reserve.check({ mayGrow: true });
  assert.equal(reserve.isAmple, true);
});
