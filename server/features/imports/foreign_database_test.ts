import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AppError } from "../../contract/app_error.ts";
import { readForeignTables } from "./foreign_database.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

const PAGE = 4096;
const ROWS = 1_203;

/** Passes the path of a database with two tables of many rows. */
async function withDatabase(test: (path: string) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "database.sqlite");
  using database = new DatabaseSync(path);
  database.exec("create table Crontabs (id integer primary key, name); create table Envs (id, value)");
  const insert = database.prepare("insert into Crontabs values (?, ?)");
  database.exec("begin");
  for (let id = 1; id <= ROWS; id++) insert.run(id * 2, `task ${id} ${"x".repeat(50)}`);
  database.exec("insert into Envs values (1, 'a'), (1, 'b'); commit");
  database.close();
  await test(path);
}

Deno.test("foreign database: reads all rows of long tables in order, and null for what is missing", () =>
  withDatabase(async (path) => {
    const { tables } = await readForeignTables(path, {
      Crontabs: { read: ["id", "command"] },
      Envs: { read: ["value"] },
      Apps: { read: ["name"] },
    });
    assert.deepEqual(
      tables.Crontabs?.map(({ id, command }) => [id, command]),
      Array.from({ length: ROWS }, (_, index) => [(index + 1) * 2, null]),
    );
    assert.deepEqual(tables.Envs?.map(({ value }) => value), ["a", "b"]);
    assert.equal(tables.Apps, null);
  }));

Deno.test("foreign database: a damaged table rejects the file, wherever the damage is", async () => {
  for (const page of [2, 10]) {
    await withDatabase(async (path) => {
      const bytes = await Deno.readFile(path);
      bytes.fill(0xa5, (page - 1) * PAGE, page * PAGE);
      await Deno.writeFile(path, bytes);
      await assert.rejects(
        readForeignTables(path, { Crontabs: { read: ["id", "name"] } }),
        (error) => error instanceof AppError && error.params["fault"] === "bad_database",
      );
    });
  }
});
