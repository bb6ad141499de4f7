import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { copyBeforeMigration, removeOldCopy, SCHEMA_COPY_MS, schemaCopyOf } from "./schema_copy.ts";
import type { Logger } from "../logger.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

const known = ["0001", "0002"];

/** Creates a database whose last changes are only in its log, as after a crash. */
function writeDatabase(path: string, applied: readonly string[]): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec("pragma journal_mode = wal; create table kysely_migration (name text); create table t (x)");
  for (const name of applied) database.prepare("insert into kysely_migration values (?)").run(name);
  database.exec("insert into t values (7)");
  return database;
}

function recordingLogger(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const log = (message: string) => void lines.push(message);
  return { logger: { debug: log, info: log, warn: log, error: log }, lines };
}

Deno.test("schema copy: an older database is copied whole, once more with each new schema", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "sundial.sqlite");
  writeFileSync(schemaCopyOf(path), "an earlier copy");
  using _open = writeDatabase(path, ["0001"]);
  const { logger, lines } = recordingLogger();
  copyBeforeMigration(path, { known, logger });
  assert.match(lines.join(), /^a copy of the database was made/);
  using copy = new DatabaseSync(schemaCopyOf(path), { readOnly: true });
  assert.deepEqual(copy.prepare("select x from t").all().map(({ x }) => x), [7]);
  assert.equal(statSync(schemaCopyOf(path)).mode & 0o077, 0);
});

Deno.test("schema copy: there is none of a new database or one of this version", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "sundial.sqlite");
  const { logger, lines } = recordingLogger();
  copyBeforeMigration(path, { known, logger });
  using _open = writeDatabase(path, known);
  copyBeforeMigration(path, { known, logger });
  assert.deepEqual([existsSync(schemaCopyOf(path)), lines], [false, []]);
});

Deno.test("schema copy: a failure is logged, and an earlier copy remains", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "sundial.sqlite");
  writeFileSync(schemaCopyOf(path), "an earlier copy");
  using _open = writeDatabase(path, ["0001"]);
  mkdirSync(`${schemaCopyOf(path)}.draft`); // where the copy is written first
  const { logger, lines } = recordingLogger();
  copyBeforeMigration(path, { known, logger });
  assert.match(lines.join(), /^no copy of the database could be made/);
  assert.equal(readFileSync(schemaCopyOf(path), "utf8"), "an earlier copy");
});

Deno.test("schema copy: is removed after a week", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "sundial.sqlite");
  removeOldCopy(path, Date.now());
  writeFileSync(schemaCopyOf(path), "");
  const made = Date.now();
  utimesSync(schemaCopyOf(path), made / 1_000, made / 1_000);
  removeOldCopy(path, made + SCHEMA_COPY_MS - 1_000);
  assert.ok(existsSync(schemaCopyOf(path)));
  removeOldCopy(path, made + SCHEMA_COPY_MS + 1_000);
  assert.ok(!existsSync(schemaCopyOf(path)));
});
