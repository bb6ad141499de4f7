import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { schemaAge } from "./database_check.ts";

Deno.test("schema age: is determined by the applied migrations, in any order", () => {
  using database = new DatabaseSync(":memory:");
  const known = ["0001_first", "0002_second"];
  assert.equal(schemaAge(database, known), "none");
  database.exec("create table kysely_migration (name text)");
  const see = (name: string) => database.prepare("insert into kysely_migration (name) values (?)").run(name);
  assert.equal(schemaAge(database, known), "older");
  see("0002_second");
  assert.equal(schemaAge(database, known), "older");
  see("0001_first");
  assert.equal(schemaAge(database, known), "same");
  see("0003_third");
  assert.equal(schemaAge(database, known), "newer");
  assert.equal(schemaAge(database, ["0003_third", "0004_fourth"]), "newer", "a separate branch");
});
