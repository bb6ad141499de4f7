// Run by an update with the new version, to check whether that version works with a copy of this database.
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { migrations } from "../migrations/list.ts";
import type { Tables } from "../migrations/tables.ts";
import { migrateDatabase, openDatabase } from "../platform/database.ts";
import { messageOf } from "../platform/error_message.ts";
import { writeLine } from "./clean_output.ts";

/** Copies a database, migrates the copy and checks its integrity. Returns the exit code: 0 sound, 1 not sound. */
export async function tryDatabase([database, copy]: string[]): Promise<number> {
  if (database === undefined || copy === undefined) return 2;
  try {
    copyDatabase(database, copy);
    const db = openDatabase<Tables>(copy);
    try {
      await migrateDatabase(db, migrations);
      const { rows } = await sql<{ quick_check: string }>`pragma quick_check(5)`.execute(db);
      const found = rows.map((row) => row.quick_check).join("; ");
      return found === "ok" ? 0 : complain(found);
    } finally {
      await db.destroy();
    }
  } catch (error) {
    return complain(messageOf(error));
  }
}

// Copied through SQLite, because another panel is writing the database and its files alone may be in the
// middle of a change.
function copyDatabase(database: string, copy: string): void {
  for (const tail of ["", "-wal", "-shm"]) removeIfThere(`${copy}${tail}`);
  const source = new DatabaseSync(database, { readOnly: true });
  try {
    source.exec("pragma busy_timeout = 5000");
    source.prepare("vacuum into ?").run(copy);
  } finally {
    source.close();
  }
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function complain(reason: string): number {
  writeLine(Deno.stderr, reason);
  return 1;
}
