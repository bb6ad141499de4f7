// The key of a database that the command line opens by itself, whether or not a panel runs on it.
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../engine/store.ts";
import { DATABASE_FILE } from "../features/backups/parts.ts";
import { findKeyProblem } from "../features/secret_key/check_key.ts";
import { migrations } from "../migrations/list.ts";
import type { Tables } from "../migrations/tables.ts";
import { openDatabaseReadOnly } from "../platform/database.ts";
import { findDatabaseProblem, readSchemaAge } from "../platform/database_check.ts";
import { type KeyProblem, Sealer } from "../platform/seal.ts";
import { openShared, sharedSchemaAge } from "./shared_database.ts";

export interface KeyOfDatabase {
  /** The data folder. */
  root: string;
  file: string;
  /** PostgreSQL; null for the embedded database. */
  databaseUrl: string | null;
}

/**
 * Returns what is wrong with the key of a database; null when it is right, or when there is no database that this version can
 * read. Changes nothing. Throws database errors.
 */
export async function findProblemOfKey(
  { root, file, databaseUrl }: KeyOfDatabase,
): Promise<KeyProblem | null> {
  const sealer = new Sealer(root, file);
  const db = databaseUrl === null ? openOwn(root) : await openOther({ url: databaseUrl, keyFile: file });
  if (db === null) {
    const problem = sealer.findProblem();
    return problem === "missing" ? null : problem;
  }
  try {
    return await findKeyProblem(db, sealer);
  } finally {
    await db.destroy();
  }
}

function openOwn(root: string): Database | null {
  const path = join(root, DATABASE_FILE);
  if (statSync(path, { throwIfNoEntry: false }) === undefined || findDatabaseProblem(path) !== null) {
    return null;
  }
  return readSchemaAge(path, Object.keys(migrations)) === "same" ? openDatabaseReadOnly<Tables>(path) : null;
}

async function openOther(shared: { url: string; keyFile: string }): Promise<Database | null> {
  const db = await openShared(shared);
  if (await sharedSchemaAge(db) === "same") return db;
  await db.destroy();
  return null;
}
